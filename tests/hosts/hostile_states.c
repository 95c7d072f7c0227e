/* States and files under hostile use: what fails leaves the simulation and the model as they were, a simulation takes its own snapshot
 * whatever it was driven to, numbers of absurd size are refused, and files of damped modes say what is wrong with them.
 *
 * usage: hostile_states    prints `N passed, M failed`
 */
#define _GNU_SOURCE
#include "judge.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <swashplate.h>
#include <unistd.h>

struct bytes {
    unsigned char *at;
    size_t count;
};

static struct bytes saved(void) {
    struct bytes b = {0};
    swp_snapshot *snapshot = NULL;
    MUST(swp_sim_save(sim, &snapshot));
    swp_snapshot_to_bytes(snapshot, NULL, 0, &b.count);
    b.at = malloc(b.count);
    MUST(swp_snapshot_to_bytes(snapshot, b.at, b.count, NULL));
    swp_snapshot_free(snapshot);
    return b;
}

/* Compares with what is saved now, and frees it. */
static int as_it_was(struct bytes before) {
    struct bytes now = saved();
    int same = now.count == before.count && !memcmp(now.at, before.at, now.count);
    free(now.at), free(before.at);
    return same;
}

/* Restores bytes, to which a checksum is made. */
static swp_status restored(struct bytes b) {
    uint64_t sum = 0xcbf29ce484222325u;
    for (size_t k = 0; k + 8 < b.count; k++) sum = (sum ^ b.at[k]) * 0x100000001b3u;
    memcpy(b.at + b.count - 8, &sum, 8);
    swp_snapshot *snapshot = NULL;
    MUST(swp_snapshot_from_bytes(b.at, b.count, &snapshot));
    swp_status status = swp_sim_restore(sim, snapshot);
    swp_snapshot_free(snapshot);
    return status;
}

static swp_node bob;
static swp_joint hinge;
static swp_function input;

/* A pendulum of length 1 about z; the input pushes it, or drives its angle. */
static void pendulum(double gravity, int driven) {
    swp_node ground;
    swp_body rigid;
    swp_load load;
    MUST(swp_model_create(&model));
    MUST(swp_model_set_gravity(model, (double[3]){0, -gravity, 0}));
    MUST(swp_model_add_ground(model, "ground", zero, NULL, &ground));
    MUST(swp_model_add_node(model, "bob", (double[3]){1, 0, 0}, NULL, &bob));
    MUST(swp_model_add_rigid_body(model, "bob", bob, 1.0, zero, inertia, &rigid));
    swp_attachment a = {ground, {0, 0, 0}, {1, 0, 0, 0}}, b = {bob, {-1, 0, 0}, {1, 0, 0, 0}};
    MUST(swp_model_add_revolute(model, "hinge", &a, &b, &hinge));
    MUST(swp_model_add_input(model, "u", 0, &input));
    if (driven) MUST(swp_model_drive_joint(model, hinge, 0, input));
    else MUST(swp_model_add_force(model, "push", bob, SWP_DEAD, (double[3]){0, 1, 0}, NULL, input, &load));
    MUST(swp_sim_create(model, NULL, &sim));
}

static void end(void) {
    swp_sim_free(sim), swp_model_free(model);
    sim = NULL, model = NULL;
}

static int32_t no_event(double t, double *value, void *user) {
    (void)t, (void)value, (void)user;
    return 1;
}

/* An input that is set before the first step is brought into the start by the call that makes a step; one that makes none, or fails,
 * leaves nothing of that for a later call to take back. */
static void settled_starts(void) {
    pendulum(9.81, 0);
    MUST(swp_sim_set_input(sim, input, 3.0));
    MUST(swp_sim_set_event(sim, no_event, NULL, 0, 1e-6));
    struct bytes before = saved();
    SHOW(swp_sim_advance_controlled(sim, 0.1, NULL, NULL) == SWP_CALLBACK_FAILED, "the event's function fails");
    SHOW(as_it_was(before), "a run that never began leaves the start as it was");
    before = saved();
    SHOW(swp_sim_advance_past(sim, 0.1, NULL, NULL) == SWP_CALLBACK_FAILED, "the event's function fails");
    SHOW(as_it_was(before), "a run past a time that never began leaves the start as it was");
    end();

    pendulum(9.81, 1);
    MUST(swp_sim_set_input_rates(sim, input, 0.0, 1.0, 0.5));
    MUST(swp_sim_advance_past(sim, 0.0, NULL, NULL));
    before = saved();
    SHOW(swp_sim_step(sim, 1e-3) == SWP_INVALID_ARGUMENT, "an input with a rate must be set for the end of the step");
    SHOW(as_it_was(before), "a step that fails goes back to where it began, not further");
    end();
}

/* Drives and forces of any size: a step is made, and its state is one that the simulation takes back, or it is refused. */
static void absurd_inputs(void) {
    int made = 0, refused = 0;
    for (int driven = 0; driven < 2; driven++)
        for (int scheme = 0; scheme < 9; scheme++)
            for (double size = 1.0; size < 1e305; size *= 1e19) {
                pendulum(9.81, driven);
                swp_sim_options options;
                MUST(swp_sim_options_init(&options));
                options.scheme = scheme;
                MUST(swp_sim_set_scheme(sim, &options));
                for (int k = 0; k < 3; k++) {
                    if (k == 1 && driven) MUST(swp_sim_set_input_rates(sim, input, -size, 0, 0));
                    if (k == 1 && !driven) MUST(swp_sim_set_input(sim, input, -size));
                    struct bytes before = saved();
                    swp_status status = swp_sim_step(sim, 1e-3);
                    made += status == SWP_OK, refused += status != SWP_OK;
                    SHOW(status != SWP_INTERNAL, "a status that says why");
                    if (status != SWP_OK) SHOW(as_it_was(before), "what fails changes nothing");
                    else free(before.at);
                    struct bytes own = saved();
                    SHOW(restored(own) == SWP_OK, "a simulation takes its own snapshot");
                    free(own.at);
                }
                end();
            }
    printf("%d steps with absurd inputs made, %d refused\n", made, refused);
    SHOW(made > 50 && refused > 50, "small ones are made, large ones refused");
}

/* Every number of a snapshot replaced by one at the end of the range: refused, or a state with finite energies. */
static void absurd_states(void) {
    pendulum(9.81, 0);
    for (int k = 0; k < 5; k++) MUST(swp_sim_step(sim, 1e-3));
    struct bytes good = saved(), bad = {malloc(good.count), good.count};
    int refused = 0;
    const double wrong[] = {1e308, -1e308, 1e200, -1e200};
    for (size_t place = 28; place + 8 < good.count; place += 8)
        for (int k = 0; k < 4; k++) {
            memcpy(bad.at, good.at, good.count);
            memcpy(bad.at + place, wrong + k, 8);
            if (restored(bad) != SWP_OK) {
                refused++;
                continue;
            }
            swp_audit audit;
            MUST(swp_sim_audit(sim, NULL, &audit));
            SHOW(isfinite(audit.kinetic_energy) && isfinite(audit.potential_energy), "a state that is taken has an energy");
            for (int step = 0; step < 3; step++) SHOW(swp_sim_step(sim, 1e-3) != SWP_INTERNAL, "and steps from it say what is wrong");
            struct bytes own = saved();
            SHOW(restored(own) == SWP_OK, "what came of it is a state too");
            free(own.at);
        }
    printf("%d of %zu absurd numbers of a snapshot refused\n", refused, good.count / 8 * 4);
    MUST(restored(good));
    free(good.at), free(bad.at);
    end();
}

/* A run is continued under another gravity, as the header says: the acceleration of the pendulum, which lies level, is g/2 of the new one,
 * and the velocity goes on from that of the snapshot. */
static void other_gravity(void) {
    for (int k = 0; k < 3; k++) {
        const double h = 1e-3;
        swp_sim_options options;
        MUST(swp_sim_options_init(&options));
        options.scheme = (int[]){SWP_GENERALIZED_ALPHA, SWP_RADAU_IIA, SWP_ENERGY_PRESERVING}[k];
        swp_motion before, after;
        swp_snapshot *snapshot = NULL;
        pendulum(9.81, 0);
        MUST(swp_sim_set_scheme(sim, &options));
        for (int n = 0; n < 10; n++) MUST(swp_sim_step(sim, h));
        MUST(swp_sim_motion(sim, bob, &before));
        MUST(swp_sim_save(sim, &snapshot));
        end();
        pendulum(1.62, 0);
        MUST(swp_sim_set_scheme(sim, &options));
        MUST(swp_sim_restore(sim, snapshot));
        swp_audit audit;
        MUST(swp_sim_audit(sim, NULL, &audit));
        SHOW(fabs(audit.potential_energy - 1.62 * before.position[1]) < 1e-12, "the energy is that under the new gravity");
        for (int n = 0; n < 5; n++) MUST(swp_sim_step(sim, h));
        MUST(swp_sim_motion(sim, bob, &after));
        SHOW(fabs(after.acceleration[1] + 0.81) < 1e-4, "the new acceleration");
        double error = after.velocity[1] - (before.velocity[1] - 5 * h * 0.81), change = (9.81 - 1.62) / 2;
        if (k == 0) SHOW(fabs(error) < 0.6 * h * change, "generalised-alpha: half a step of the old acceleration is left");
        else SHOW(fabs(error) < 1e-6, "others: none of it");
        swp_snapshot_free(snapshot);
        end();
    }
}

/* A chain of which the second link has an angle without a sine leaves nothing behind, not even a name. */
static void half_a_chain(void) {
    pendulum(9.81, 0);
    swp_sim_free(sim);
    sim = NULL;
    swp_node ground, nodes[3];
    swp_joint joints[3];
    MUST(swp_model_find_node(model, "ground", &ground));
    for (int bad = 0; bad < 3; bad++)
        for (int which = 0; which < 2; which++) {
            swp_link links[3] = {{0}};
            for (int k = 0; k < 3; k++) {
                links[k].a = 1.0, links[k].mass = 1.0;
                memcpy(links[k].inertia, inertia, sizeof inertia);
            }
            if (which) links[bad].theta = 1e300;
            else links[bad].alpha = 1e300;
            swp_attachment base = {ground, {0, 0, 0}, {1, 0, 0, 0}};
            size_t needed = 0, before = 0, after = 0;
            swp_model_node_count(model, &before);
            MUST(swp_model_to_text(model, NULL, 0, &needed));
            char *text = malloc(needed), *now = malloc(needed);
            MUST(swp_model_to_text(model, text, needed, NULL));
            swp_status status = swp_model_add_chain(model, "arm", &base, 3, links, nodes, joints);
            SHOW(status == SWP_INVALID_ARGUMENT, "an angle without a sine is refused");
            swp_model_node_count(model, &after);
            SHOW(swp_model_to_text(model, now, needed, NULL) == SWP_OK && !strcmp(text, now) && before == after, "nothing is left");
            free(text), free(now);
        }
    swp_link links[3] = {{0}};
    for (int k = 0; k < 3; k++) links[k].a = 1.0, links[k].mass = 1.0, memcpy(links[k].inertia, inertia, sizeof inertia);
    swp_attachment base = {ground, {0, 0, 0}, {1, 0, 0, 0}};
    MUST(swp_model_add_chain(model, "arm", &base, 3, links, nodes, joints));
    MUST(swp_sim_create(model, NULL, &sim));
    MUST(swp_sim_step(sim, 1e-3));
    end();
}

/* ---- files of damped modes ----------------------------------------------------------------------------------------------- */

/* A copy of a text with the first `old` behind `after` replaced; from there to `until`, if that is given. */
static char *replaced(const char *text, const char *after, const char *old, const char *until, const char *by) {
    char *at = strstr(text, after), *from = at ? strstr(at, old) : NULL;
    char *end = from ? until ? strstr(from, until) : from + strlen(old) : NULL;
    SHOW(end != NULL, old);
    if (!end) return strdup(text);
    char *out = malloc(strlen(text) + strlen(by) + 1);
    sprintf(out, "%.*s%s%s", (int)(from - text), text, by, end);
    return out;
}

static void refused(char *text, const char *words, const char *remedy) {
    swp_model *second = NULL;
    char said[1500] = "";
    MUST(swp_model_create(&second));
    swp_status status = swp_model_from_text(second, text);
    swp_model_error(second, said, sizeof said, NULL);
    int good = status == SWP_BAD_FILE && strstr(said, words) && strstr(said, remedy);
    if (!good) fprintf(stderr, "%s: %s\n", swp_status_name(status), said);
    SHOW(good, words);
    swp_model_free(second);
    free(text);
}

static void damped_files(void) {
    swp_engineering e;
    swp_section section;
    swp_beam_options options;
    swp_beam beam;
    MUST(swp_model_create(&model));
    MUST(swp_engineering_init(&e));
    e.axial = 1e6, e.shear[0] = e.shear[1] = 5e5, e.torsion = e.bending[0] = 100, e.bending[1] = 400;
    e.mass = 1, e.inertia[0] = 2e-4, e.inertia[1] = e.inertia[2] = 1e-4;
    MUST(swp_model_add_engineering_section(model, "section", &e, &section));
    MUST(swp_beam_options_init(&options));
    options.elements = 3;
    MUST(swp_model_add_beam(model, "blade", &options, 2, (double[6]){0, 0, 0, 1, 0, 0}, NULL, 1, NULL, &section, NULL, &beam));
    MUST(swp_model_damp_beam_modes(model, beam, 2, (double[2]){0.01, 0.02}));
    size_t needed = 0;
    MUST(swp_model_to_text(model, NULL, 0, &needed));
    char *text = malloc(needed);
    MUST(swp_model_to_text(model, text, needed, NULL));
    swp_model *second = NULL;
    MUST(swp_model_create(&second));
    MUST(swp_model_from_text(second, text));
    swp_model_free(second);
    const char *own = "\"modal damping\"", *again = "swp_model_damp_beam_modes";
    refused(replaced(text, own, "\"frequency\":", ",", "\"frequency\": -3"), "-3 rad/s", again);
    refused(replaced(text, own, "\"frequency\":", ",", "\"frequency\": 1e300"), "rad/s on this beam", again);
    refused(replaced(text, own, "\"frequency\":", ",", "\"frequency\": 0"), "0 rad/s", again);
    refused(replaced(text, own, "\"rotations\"", NULL, "\"turns\""), "no rotations", again);
    refused(replaced(text, "\"version\"", "1", NULL, "0"), "versions begin with 1", "write the file anew");
    refused(replaced(text, "\"version\"", "1", NULL, "77"), "version 77", "use a newer one");
    /* all of "modes" cut out: the list is the last member of its object */
    char *modes = strstr(strstr(text, own), "\"modes\""), *list = modes ? strchr(modes, '[') : NULL, *last = list;
    int depth = 0;
    for (; last && *last; last++) {
        depth += (*last == '[') - (*last == ']');
        if (depth == 0) break;
    }
    SHOW(list && *last == ']', "the file has a list of modes");
    char *empty = malloc(needed);
    sprintf(empty, "%.*s%s", (int)(list + 1 - text), text, last);
    refused(empty, "no mode is to be damped", "at least one");
    free(text);
    end();
}

/* A pendulum with a beam at its end in units of length from 1e-16 to 1e16: with forces, stiffnesses and inertias in those units the motion
 * is the same, to what Newton's method leaves in each of the steps. */
static void units_of_length(int32_t scheme) {
    const double units[] = {1, 1e8, 1e-8, 1e16, 1e-16};
    double first[3] = {0};
    for (int k = 0; k < 5; k++) {
        const double s = units[k];
        swp_node ground, bob, root;
        swp_body body;
        swp_joint joint;
        swp_section section;
        swp_beam beam;
        swp_engineering e;
        swp_beam_options shape;
        swp_sim_options options;
        swp_motion now = {0};
        MUST(swp_model_create(&model));
        MUST(swp_model_set_gravity(model, (double[3]){0, -9.81 * s, 0}));
        MUST(swp_model_add_ground(model, "ground", zero, NULL, &ground));
        MUST(swp_model_add_node(model, "bob", (double[3]){s, 0, 0}, NULL, &bob));
        MUST(swp_model_add_rigid_body(model, "bob", bob, 1.0, zero, (double[9]){.1 * s * s, 0, 0, 0, .1 * s * s, 0, 0, 0, .1 * s * s}, &body));
        swp_attachment a = {ground, {0, 0, 0}, {1, 0, 0, 0}}, b = {bob, {-s, 0, 0}, {1, 0, 0, 0}};
        MUST(swp_model_add_revolute(model, "hinge", &a, &b, &joint));
        MUST(swp_engineering_init(&e));
        e.axial = 1e5 * s, e.shear[0] = e.shear[1] = 4e4 * s, e.torsion = e.bending[0] = e.bending[1] = 20 * s * s * s;
        e.mass = 1 / s, e.inertia[0] = 2e-3 * s, e.inertia[1] = e.inertia[2] = 1e-3 * s;
        MUST(swp_model_add_engineering_section(model, "section", &e, &section));
        MUST(swp_beam_options_init(&shape));
        shape.elements = 3, shape.interpolation = SWP_INTERPOLATE_DIRECTORS;
        MUST(swp_model_add_beam(model, "beam", &shape, 2, (double[6]){s, 0, 0, 2 * s, 0, 0}, NULL, 1, NULL, &section, NULL, &beam));
        MUST(swp_model_beam_node(model, beam, 0, &root));
        MUST(swp_model_add_clamp(model, "clamp", bob, root, &joint));
        MUST(swp_sim_options_init(&options));
        options.scheme = scheme;
        MUST(swp_sim_create(model, &options, &sim));
        for (int n = 0; n < 100; n++) MUST(swp_sim_step(sim, 5e-3));
        MUST(swp_sim_motion(sim, bob, &now));
        const double here[3] = {now.position[0] / s, now.position[1] / s, now.angular_velocity[2]};
        for (int i = 0; i < 3; i++) {
            if (k == 0) first[i] = here[i];
            SHOW(fabs(here[i] - first[i]) <= 100 * 1e-10, "the unit of length does not matter");
        }
        swp_sim_free(sim), swp_model_free(model);
        sim = NULL, model = NULL;
    }
}

int main(void) {
    alarm(120);
    settled_starts();
    absurd_inputs();
    absurd_states();
    other_gravity();
    half_a_chain();
    damped_files();
    for (int32_t scheme = SWP_GENERALIZED_ALPHA; scheme <= SWP_MOMENTUM_DECAYING_CONSTRAINED; scheme++) units_of_length(scheme);
    printf("%d passed, %d failed\n", passed, failed);
    return failed != 0;
}
