/* One model in three languages: agree.c, agree.cpp and agree.f90 make the same calls and print the same lines; the
   script `run` compares them. Numbers are printed as their bits, so equal lines mean equal bits. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <swashplate.h>

#define CHECK(call)                                                                  \
    do {                                                                             \
        swp_status s = (call);                                                       \
        if (s != SWP_OK) {                                                           \
            fprintf(stderr, "line %d: %s: %s\n", __LINE__, #call, swp_status_name(s)); \
            exit(1);                                                                 \
        }                                                                            \
    } while (0)

static void show(const char *what, const double *values, size_t count) {
    for (size_t i = 0; i < count; i++) {
        uint64_t bits;
        memcpy(&bits, &values[i], sizeof bits);
        printf("%s %zu %016" PRIX64 "\n", what, i + 1, bits);
    }
}

static int32_t ramp(double t, double out[3], void *user) {
    double scale = *(double *)user;
    out[0] = scale * t;
    out[1] = scale;
    out[2] = 0.0;
    return 0;
}

/* The event: at 0.44 s. */
static int32_t late(double t, double *value, void *user) {
    (void)user;
    *value = t - 0.44;
    return 0;
}

/* Half a radian a second about z. */
static int32_t turning(double t, size_t nodes, const double *places, double *row, double *b, void *user) {
    (void)t, (void)nodes, (void)places, (void)user;
    row[5] = 1.0;
    *b = -0.5;
    return 0;
}

int main(void) {
    const double z_to_y[4] = {0.7071067811865476, -0.7071067811865476, 0.0, 0.0};
    const double z_to_x[4] = {0.7071067811865476, 0.0, 0.7071067811865476, 0.0};
    const double origin[3] = {0.0, 0.0, 0.0};
    double scale = 0.25;

    swp_model *m;
    CHECK(swp_check_version(SWP_VERSION));
    CHECK(swp_model_create(&m));
    CHECK(swp_model_set_gravity(m, (double[3]){0.0, 0.0, -9.81}));

    /* a driven shaft about z, an arm that flaps on it, a slider along the arm, a body hung on a universal joint */
    swp_node ground, shaft, arm, slider, bob;
    swp_body body;
    CHECK(swp_model_add_ground(m, "ground", origin, NULL, &ground));
    CHECK(swp_model_add_node(m, "shaft", (double[3]){0.0, 0.0, 0.5}, NULL, &shaft));
    CHECK(swp_model_add_node(m, "arm", (double[3]){0.6, 0.0, 1.0}, NULL, &arm));
    CHECK(swp_model_add_node(m, "slider", (double[3]){0.8, 0.0, 1.0}, NULL, &slider));
    CHECK(swp_model_add_node(m, "bob", (double[3]){1.1, 0.0, 0.7}, NULL, &bob));
    CHECK(swp_model_add_rigid_body(m, "shaft", shaft, 2.0, origin, (double[9]){0.05, 0, 0, 0, 0.05, 0, 0, 0, 0.02},
                                   &body));
    CHECK(swp_model_add_rigid_body(m, "arm", arm, 1.5, (double[3]){0.01, 0.0, 0.0},
                                   (double[9]){0.002, 0.001, 0, 0.001, 0.1, 0, 0, 0, 0.1}, &body));
    CHECK(swp_model_add_rigid_body(m, "slider", slider, 0.3, origin, (double[9]){1e-3, 0, 0, 0, 1e-3, 0, 0, 0, 1e-3},
                                   &body));
    CHECK(swp_model_add_rigid_body(m, "bob", bob, 0.4, origin, (double[9]){4e-3, 0, 0, 0, 4e-3, 0, 0, 0, 1e-3}, &body));
    CHECK(swp_model_add_point_mass(m, "weight", bob, 0.1, (double[3]){0.0, 0.02, -0.1}, &body));

    swp_joint bearing, flap, slide, hook;
    swp_attachment a, b;
    CHECK(swp_model_attach(m, ground, origin, NULL, &a));
    CHECK(swp_model_attach(m, shaft, origin, NULL, &b));
    CHECK(swp_model_add_revolute(m, "bearing", &a, &b, &bearing));
    CHECK(swp_model_attach(m, shaft, (double[3]){0.1, 0.0, 1.0}, z_to_y, &a));
    CHECK(swp_model_attach(m, arm, (double[3]){0.1, 0.0, 1.0}, z_to_y, &b));
    CHECK(swp_model_add_revolute(m, "flap", &a, &b, &flap));
    CHECK(swp_model_attach(m, arm, (double[3]){0.8, 0.0, 1.0}, z_to_x, &a));
    CHECK(swp_model_attach(m, slider, (double[3]){0.8, 0.0, 1.0}, z_to_x, &b));
    CHECK(swp_model_add_prismatic(m, "slide", &a, &b, &slide));
    CHECK(swp_model_attach(m, arm, (double[3]){1.1, 0.0, 1.0}, NULL, &a));
    CHECK(swp_model_attach(m, bob, (double[3]){1.1, 0.0, 1.0}, NULL, &b));
    CHECK(swp_model_add_universal(m, "hook", &a, &b, &hook));

    swp_function runup, shake, both, table, polynomial, wave[2], product, input;
    swp_spring spring;
    swp_load load;
    CHECK(swp_model_add_one_minus_cosine(m, 2.0, 0.0, 0.5, true, &runup));
    CHECK(swp_model_add_harmonic(m, 0.05, 12.0, 0.0, &shake));
    CHECK(swp_model_add_sum(m, 2, (swp_function[2]){runup, shake}, &both));
    CHECK(swp_model_drive_joint(m, bearing, 0, both));
    CHECK(swp_model_add_joint_spring(m, "flap spring", flap, 0, 60.0, 0.5, 0.0, &spring));
    CHECK(swp_model_add_joint_spring(m, "slide spring", slide, 0, 200.0, 1.0, 0.01, &spring));
    CHECK(swp_model_add_table(m, 4, (double[4]){0.0, 0.1, 0.3, 1.0}, (double[4]){0.0, 1.0, -0.5, 0.0},
                              SWP_INTERPOLATE_CUBIC, &table));
    CHECK(swp_model_add_force(m, "push", arm, SWP_FOLLOWER, (double[3]){0.0, 0.0, 2.0}, (double[3]){0.5, 0.0, 0.0}, table,
                              &load));
    CHECK(swp_model_add_callback(m, ramp, &scale, &polynomial));
    CHECK(swp_model_add_constant(m, 3.0, &wave[0]));
    CHECK(swp_model_add_harmonic(m, 1.0, 7.0, 0.5, &wave[1]));
    CHECK(swp_model_add_product(m, 2, wave, &product));
    CHECK(swp_model_add_moment(m, "twist", bob, SWP_DEAD, (double[3]){0.01, 0.0, 0.02}, product, &load));
    CHECK(swp_model_add_force(m, "pull", bob, SWP_DEAD, (double[3]){0.0, 1.0, 0.0}, NULL, polynomial, &load));
    CHECK(swp_model_add_input(m, "host force", 0.1, &input));
    CHECK(swp_model_add_force(m, "host", slider, SWP_DEAD, (double[3]){0.0, 0.0, 1.0}, NULL, input, &load));
    CHECK(swp_model_start_joint(m, slide, 0, 0.02, -0.1));

    swp_sim_options options;
    swp_sim *sim;
    CHECK(swp_sim_options_init(&options));
    options.rho_infinity = 0.8;
    CHECK(swp_sim_create(m, &options, &sim));

    /* half of the run by plain steps, then one coupled step, then from a restored snapshot */
    for (int i = 1; i <= 100; i++) {
        CHECK(swp_sim_set_input(sim, input, 0.001 * i));
        CHECK(swp_sim_step(sim, 2e-3));
    }
    CHECK(swp_sim_begin(sim, 1e-3));
    CHECK(swp_sim_iterate(sim));
    CHECK(swp_sim_set_input(sim, input, 0.5));
    CHECK(swp_sim_iterate(sim));
    CHECK(swp_sim_accept(sim));
    swp_snapshot *saved;
    CHECK(swp_sim_save(sim, &saved));
    CHECK(swp_sim_advance(sim, 0.3, 2e-3));
    CHECK(swp_sim_restore(sim, saved));
    CHECK(swp_sim_advance(sim, 0.4, 2e-3));

    printf("sizes %zu %zu %zu %zu %zu\n", sizeof(swp_attachment), sizeof(swp_motion), sizeof(swp_sim_options),
           sizeof(swp_audit), sizeof(swp_newton_report));
    size_t nodes, joints;
    CHECK(swp_model_node_count(m, &nodes));
    CHECK(swp_model_joint_count(m, &joints));
    printf("counts %zu %zu\n", nodes, joints);
    swp_motion motions[5];
    CHECK(swp_sim_all_motions(sim, motions, 5));
    for (int i = 0; i < 5; i++) {
        show("position", motions[i].position, 3);
        show("orientation", motions[i].orientation, 4);
        show("velocity", motions[i].velocity, 3);
        show("angular velocity", motions[i].angular_velocity, 3);
        show("acceleration", motions[i].acceleration, 3);
        show("angular acceleration", motions[i].angular_acceleration, 3);
    }
    double force[3], moment[3], matrix[9], vector[3], value, rate, multipliers[6];
    CHECK(swp_sim_joint_reaction(sim, hook, SWP_SIDE_B, SWP_AXES_JOINT, force, moment));
    show("reaction force", force, 3);
    show("reaction moment", moment, 3);
    CHECK(swp_sim_joint_drive(sim, bearing, 0, &value));
    show("drive", &value, 1);
    CHECK(swp_sim_joint_coordinate(sim, flap, 0, &value, &rate));
    show("flap", &value, 1);
    show("flap rate", &rate, 1);
    CHECK(swp_sim_joint_relative(sim, hook, force, vector));
    show("relative displacement", force, 3);
    show("relative rotation", vector, 3);
    CHECK(swp_sim_rotation_matrix(sim, bob, matrix));
    show("rotation matrix", matrix, 9);
    CHECK(swp_sim_rotation_vector(sim, bob, vector));
    show("rotation vector", vector, 3);
    size_t conditions;
    CHECK(swp_sim_joint_multipliers(sim, hook, NULL, 0, &conditions));
    CHECK(swp_sim_joint_multipliers(sim, hook, multipliers, conditions, NULL));
    show("multipliers", multipliers, conditions);
    swp_audit audit;
    CHECK(swp_sim_audit(sim, (double[3]){0.0, 0.0, 1.0}, &audit));
    show("kinetic energy", &audit.kinetic_energy, 1);
    show("potential energy", &audit.potential_energy, 1);
    show("work applied", &audit.work_applied, 1);
    show("work driven", &audit.work_driven, 1);
    show("angular momentum", audit.angular_momentum, 3);
    swp_newton_report report;
    CHECK(swp_sim_newton(sim, &report));
    printf("steps %" PRIu64 " iterations %" PRIu64 "\n", report.steps, report.iterations_total);

    /* another scheme and the books of its last step, then steps by their error up to an event */
    swp_sim_options other;
    swp_step_audit last;
    swp_step_control control;
    swp_sim_counters counters;
    swp_motion between;
    int32_t happened;
    CHECK(swp_sim_options_init(&other));
    other.scheme = SWP_MOMENTUM_DECAYING;
    other.decay_alpha = 0.5;
    CHECK(swp_sim_set_scheme(sim, &other));
    CHECK(swp_sim_advance(sim, 0.42, 2e-3));
    CHECK(swp_sim_step_audit(sim, &last));
    show("energy change", &last.energy_change, 1);
    show("scheme dissipation", &last.scheme_dissipation, 1);
    show("change of angular momentum", last.angular_momentum_change, 3);
    other.scheme = SWP_RADAU_IIA;
    CHECK(swp_sim_set_scheme(sim, &other));
    CHECK(swp_step_control_init(&control));
    control.largest = 5e-3;
    CHECK(swp_sim_set_event(sim, late, NULL, SWP_DIRECTION_RISING, 1e-7));
    CHECK(swp_sim_advance_controlled(sim, 0.5, &control, &happened));
    CHECK(swp_sim_time(sim, &value));
    show("event", &value, 1);
    CHECK(swp_sim_set_event(sim, NULL, NULL, SWP_DIRECTION_BOTH, 1e-7));
    CHECK(swp_sim_advance_past(sim, 0.45, &control, NULL));
    CHECK(swp_sim_interpolate_node(sim, bob, 0.45, &between));
    show("between steps", between.position, 3);
    CHECK(swp_sim_get_counters(sim, &counters));
    printf("event %d accepted %" PRIu64 " searches %" PRIu64 "\n", happened, counters.accepted, counters.event_searches);
    CHECK(swp_sim_reset_counters(sim));

    swp_snapshot_free(saved);
    swp_sim_free(sim);
    swp_model_free(m);

    /* a disc that rolls, a sledge on an edge that is turned */
    swp_node disc, sledge;
    swp_contact rim, edge;
    swp_pfaffian turn;
    swp_contact_state touch;
    CHECK(swp_model_create(&m));
    CHECK(swp_model_set_gravity(m, (double[3]){0.0, 0.0, -9.81}));
    CHECK(swp_model_add_node(m, "disc", (double[3]){0.0, 0.0, 0.3}, NULL, &disc));
    CHECK(swp_model_add_node(m, "sledge", (double[3]){1.0, 1.0, 1.0}, NULL, &sledge));
    CHECK(swp_model_add_rigid_body(m, "disc", disc, 2.0, origin, (double[9]){0.1, 0, 0, 0, 0.2, 0, 0, 0, 0.1}, &body));
    CHECK(swp_model_add_rigid_body(m, "sledge", sledge, 1.0, origin, (double[9]){0.1, 0, 0, 0, 0.2, 0, 0, 0, 0.1}, &body));
    CHECK(swp_model_set_node_velocity(m, disc, (double[3]){1.0, 0.0, 0.0}, (double[3]){0.1, 3.0, 0.2}));
    CHECK(swp_model_set_node_velocity(m, sledge, (double[3]){1.0, 0.0, 0.0}, origin));
    CHECK(swp_model_add_rolling_disc(m, "rim", disc, origin, (double[3]){0.0, 1.0, 0.0}, 0.3, origin,
                                     (double[3]){0.0, 0.0, 1.0}, &rim));
    CHECK(swp_model_add_knife_edge(m, "edge", sledge, (double[3]){0.2, 0.0, 0.0}, (double[3]){0.0, 1.0, 0.0}, &edge));
    CHECK(swp_model_add_pfaffian(m, "turn", 1, &sledge, turning, NULL, 1.0, &turn));
    CHECK(swp_sim_create(m, NULL, &sim));
    CHECK(swp_sim_advance(sim, 0.1, 2e-3));
    CHECK(swp_sim_contact(sim, rim, &touch));
    show("rim", touch.point, 3);
    show("force at the rim", touch.force, 3);
    CHECK(swp_sim_contact(sim, edge, &touch));
    show("force at the edge", touch.tangential, 3);
    CHECK(swp_sim_pfaffian(sim, turn, &value));
    show("turning moment", &value, 1);
    swp_sim_free(sim);
    swp_model_free(m);

    /* a beam bent by a moment inside its span, and a new mesh from its curvature */
    swp_engineering constants;
    swp_section section;
    swp_beam wing;
    swp_node root, inner;
    swp_joint clamp;
    swp_function one;
    double mesh[7];
    CHECK(swp_model_create(&m));
    CHECK(swp_engineering_init(&constants));
    constants.axial = 1e7;
    constants.shear[0] = constants.shear[1] = 2e6;
    constants.torsion = 1e4;
    constants.bending[0] = 2e4;
    constants.bending[1] = 5e4;
    constants.mass = 4.0;
    constants.inertia[0] = 0.06;
    constants.inertia[1] = 0.02;
    constants.inertia[2] = 0.04;
    CHECK(swp_model_add_engineering_section(m, "plain", &constants, &section));
    CHECK(swp_model_add_beam(m, "wing", NULL, 2, (double[6]){0.0, 0.0, 0.0, 2.0, 0.0, 0.0}, NULL, 1, NULL, &section, NULL,
                             &wing));
    CHECK(swp_model_beam_node(m, wing, 0, &root));
    CHECK(swp_model_beam_node(m, wing, 10, &inner));
    CHECK(swp_model_add_ground(m, "ground", origin, NULL, &ground));
    CHECK(swp_model_attach(m, ground, origin, NULL, &a));
    CHECK(swp_model_attach(m, root, origin, NULL, &b));
    CHECK(swp_model_add_rigid_connection(m, "clamp", &a, &b, &clamp));
    CHECK(swp_model_add_constant(m, 1.0, &one));
    CHECK(swp_model_add_moment(m, "bend", inner, SWP_DEAD, (double[3]){0.0, 500.0, 0.0}, one, &load));
    CHECK(swp_sim_create(m, NULL, &sim));
    CHECK(swp_sim_solve_static(sim));
    CHECK(swp_sim_curvature_mesh(sim, wing, SWP_MESH_SPRING, 6, 3.0, mesh, 7));
    show("mesh", mesh, 7);
    swp_sim_free(sim);
    swp_model_free(m);
    return 0;
}
