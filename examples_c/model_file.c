/* Model files and case files. A small rotor - a shaft that is driven, a rigid blade on a flap hinge with spring, damper and droop
   stop, a beam as the other blade, a gust that this program computes - is written to rotor.json, read again and simulated beside
   the original: the same bits. Then a step that is far too long fails; rotor_case.json holds what is needed to repeat it.

   model_file             does all this
   model_file FILE        the second program: reads the case FILE and makes the failed call again */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <swashplate.h>

static swp_model *model, *copy;
static swp_sim *sim, *twin;

/* Prints which call failed and the library's explanation. */
static int failed(const char *call, swp_status status) {
    char text[2048] = "";
    const swp_model *models[2] = {model, copy};
    const swp_sim *sims[2] = {sim, twin};
    fprintf(stderr, "%s: %s\n", call, swp_status_name(status));
    for (int i = 0; i < 2; i++) {
        if (models[i] && swp_model_error(models[i], text, sizeof text, NULL) == SWP_OK) fprintf(stderr, "%s\n", text);
        if (sims[i] && swp_sim_error(sims[i], text, sizeof text, NULL) == SWP_OK) fprintf(stderr, "%s\n", text);
    }
    return 1;
}
#define CHECK(call) do { swp_status s = (call); if (s != SWP_OK) return failed(#call, s); } while (0)

/* A gust of one tenth of a second. A file has its name, "gust"; who reads the file brings the function. */
static int32_t gust(double t, double *out, void *user) {
    const double pi = 3.14159265358979323846, w = 2.0 * pi / 0.1;
    (void)user;
    int on = t > 0.0 && t < 0.1;
    out[0] = on ? 0.5 * (1.0 - cos(w * t)) : 0.0;
    out[1] = on ? 0.5 * w * sin(w * t) : 0.0;
    out[2] = on ? 0.5 * w * w * cos(w * t) : 0.0;
    return 0;
}

static int build(void) {
    const double zero[3] = {0, 0, 0}, tip[3] = {1.0, 0, 0}, up[3] = {0, 0, 40.0};
    const double heavy[9] = {0.4, 0, 0, 0, 0.4, 0, 0, 0, 0.5}, slender[9] = {2e-3, 0, 0, 0, 0.1, 0, 0, 0, 0.1};
    const double flap_axis[4] = {0.7071067811865476, -0.7071067811865476, 0, 0}; /* axis 3 along y */
    const double points[6] = {-0.1, 0, 0, -1.5, 0, 0};
    swp_node ground, hub, blade, root;
    swp_body body;
    swp_attachment a, b;
    swp_joint shaft, flap, grip;
    swp_function ramp, gusty, pull;
    swp_spring spring;
    swp_load load;
    swp_section section;
    swp_beam beam;
    swp_engineering c;
    swp_beam_options o;

    CHECK(swp_model_create(&model));
    CHECK(swp_model_set_gravity(model, (const double[3]){0, 0, -9.81}));
    CHECK(swp_model_add_ground(model, "ground", zero, NULL, &ground));
    CHECK(swp_model_add_node(model, "hub", zero, NULL, &hub));
    CHECK(swp_model_add_rigid_body(model, "hub", hub, 20.0, zero, heavy, &body));
    CHECK(swp_model_attach(model, ground, zero, NULL, &a));
    CHECK(swp_model_attach(model, hub, zero, NULL, &b));
    CHECK(swp_model_add_revolute(model, "shaft", &a, &b, &shaft));
    CHECK(swp_model_add_table(model, 3, (const double[3]){0, 0.5, 1.0}, (const double[3]){0, 10.0, 30.0},
                              SWP_INTERPOLATE_CUBIC, &ramp));
    CHECK(swp_model_drive_joint(model, shaft, 0, ramp));

    CHECK(swp_model_add_node(model, "rigid blade", (const double[3]){0.6, 0, 0}, NULL, &blade));
    CHECK(swp_model_add_rigid_body(model, "rigid blade", blade, 1.0, zero, slender, &body));
    CHECK(swp_model_attach(model, hub, (const double[3]){0.1, 0, 0}, flap_axis, &a));
    CHECK(swp_model_attach(model, blade, (const double[3]){0.1, 0, 0}, flap_axis, &b));
    CHECK(swp_model_add_revolute(model, "flap hinge", &a, &b, &flap));
    CHECK(swp_model_add_joint_spring(model, "flap spring", flap, 0, 20.0, 0.5, 0.0, &spring));
    CHECK(swp_model_add_joint_stop(model, "droop stop", flap, 0, 0.05, 1, 500.0, 0.02, &spring));
    CHECK(swp_model_add_callback(model, gust, NULL, &gusty));
    CHECK(swp_model_name_function(model, gusty, "gust"));
    CHECK(swp_model_add_force(model, "gust", blade, SWP_FOLLOWER, up, NULL, gusty, &load));
    CHECK(swp_model_add_input(model, "pull", 1.0, &pull));
    CHECK(swp_model_add_force(model, "pull", blade, SWP_FOLLOWER, tip, NULL, pull, &load));

    CHECK(swp_engineering_init(&c));
    c.axial = 1e6, c.shear[0] = c.shear[1] = 4e5, c.torsion = 200, c.bending[0] = 150, c.bending[1] = 2e3;
    c.mass = 0.8, c.inertia[0] = 4e-3, c.inertia[1] = 1e-3, c.inertia[2] = 3e-3, c.damping = 1e-4;
    CHECK(swp_model_add_engineering_section(model, "blade", &c, &section));
    CHECK(swp_beam_options_init(&o));
    o.elements = 3;
    CHECK(swp_model_add_beam(model, "beam blade", &o, 2, points, NULL, 1, NULL, &section, NULL, &beam));
    CHECK(swp_model_beam_node(model, beam, 0, &root));
    CHECK(swp_model_add_clamp(model, "grip", hub, root, &grip));
    return 0;
}

/* Bytes of the state; the same length and bytes are the same bits. */
static uint8_t bytes[2][1 << 16];
static size_t length[2];

static int keep(const swp_sim *of, int slot) {
    swp_snapshot *snapshot = NULL;
    CHECK(swp_sim_save(of, &snapshot));
    swp_status status = swp_snapshot_to_bytes(snapshot, bytes[slot], sizeof bytes[slot], &length[slot]);
    swp_snapshot_free(snapshot);
    CHECK(status);
    return 0;
}

static int same(void) { return length[0] == length[1] && !memcmp(bytes[0], bytes[1], length[0]); }

/* The second program: an empty model, its callback by name, the case. */
static int repeat(const char *path) {
    char before[4096] = "", now[4096] = "";
    CHECK(swp_model_create(&copy));
    CHECK(swp_model_bind_function(copy, "gust", gust, NULL));
    CHECK(swp_case_read(copy, path, &twin));
    CHECK(swp_sim_failure(twin, before, sizeof before, NULL));
    swp_status status = swp_sim_repeat(twin);
    CHECK(swp_sim_error(twin, now, sizeof now, NULL));
    printf("%s: repeated, %s\n  %.160s...\n", path, swp_status_name(status), now);
    return status == SWP_OK || strcmp(before, now) != 0;
}

int main(int count, char **arguments) {
    int bad;
    swp_function pull, pull_again;
    if (count > 1) {
        bad = repeat(arguments[1]);
    } else {
        if (build()) return 1;
        CHECK(swp_model_write(model, "rotor.json"));
        CHECK(swp_model_create(&copy));
        CHECK(swp_model_bind_function(copy, "gust", gust, NULL));
        CHECK(swp_model_read(copy, "rotor.json"));
        CHECK(swp_model_find_input(model, "pull", &pull));
        CHECK(swp_model_find_id(copy, "input", "pull", &pull_again.id));

        CHECK(swp_sim_create(model, NULL, &sim));
        CHECK(swp_sim_create(copy, NULL, &twin));
        for (int i = 0; i < 200; i++) {
            CHECK(swp_sim_set_input(sim, pull, 1.0 + 0.1 * i));
            CHECK(swp_sim_set_input(twin, pull_again, 1.0 + 0.1 * i));
            CHECK(swp_sim_step(sim, 1e-3));
            CHECK(swp_sim_step(twin, 1e-3));
        }
        if (keep(sim, 0) || keep(twin, 1)) return 1;
        bad = !same();
        printf("rotor.json: 200 steps, the results %s\n", bad ? "DIFFER" : "have the same bits");

        /* a step in which the shaft turns by more than a revolution */
        swp_status status = swp_sim_step(sim, 0.7);
        printf("a step of 0.7 s: %s\n", swp_status_name(status));
        bad = bad || status == SWP_OK;
        CHECK(swp_sim_write_case(sim, "rotor_case.json"));
        swp_sim_free(twin);
        swp_model_free(copy);
        twin = NULL, copy = NULL;
        bad = repeat("rotor_case.json") || bad;
        if (keep(twin, 1)) return 1;
        bad = bad || !same();
    }
    swp_sim_free(sim);
    swp_sim_free(twin);
    swp_model_free(model);
    swp_model_free(copy);
    return bad;
}
