/* A planar arm of three links from a Denavit-Hartenberg table carries a slider on a rail: the table puts its end only near the rail,
   the library closes the loop and says what it changed. A servo of second order then turns the first joint by 0.3 rad in a step
   command, with a limited rate. Prints the motion of the slider and the torque of the servo. */
#include <math.h>
#include <stdio.h>
#include <swashplate.h>

static swp_model *model;
static swp_sim *sim;

static int failed(const char *call, swp_status status) {
    char text[2048] = "";
    if (sim) swp_sim_error(sim, text, sizeof text, NULL);
    else if (model) swp_model_error(model, text, sizeof text, NULL);
    fprintf(stderr, "%s: %s\n%s\n", call, swp_status_name(status), text);
    return 1;
}
#define CHECK(call) do { swp_status s = (call); if (s != SWP_OK) return failed(#call, s); } while (0)

int main(void) {
    const double origin[3] = {0.0, 0.0, 0.0}, gravity[3] = {0.0, -9.81, 0.0}, along_x[4] = {sqrt(0.5), 0.0, sqrt(0.5), 0.0};
    const double lengths[3] = {0.3, 0.8, 0.1}, angles[3] = {0.9, -1.4, 0.55};
    swp_link links[3];
    for (int k = 0; k < 3; k++) { /* theta, d, a, alpha, mass; the link's frame is at its far end, its centre half way back */
        swp_link link = {SWP_LINK_REVOLUTE, angles[k], 0.0, lengths[k], 0.0, 1.0, {-0.5 * lengths[k], 0.0, 0.0},
                         {0.01, 0, 0, 0, 0.02, 0, 0, 0, 0.02}};
        links[k] = link;
    }
    swp_node ground, nodes[3];
    swp_joint joints[3], rail;
    swp_attachment foot, side_a, side_b;
    CHECK(swp_check_version(SWP_VERSION));
    CHECK(swp_model_create(&model));
    CHECK(swp_model_set_gravity(model, gravity));
    CHECK(swp_model_add_ground(model, "ground", origin, NULL, &ground));
    CHECK(swp_model_attach(model, ground, origin, NULL, &foot));
    CHECK(swp_model_add_chain(model, "arm", &foot, 3, links, nodes, joints));
    /* the last frame slides along x through the origin; both sides by hand, since it is not there yet */
    CHECK(swp_model_attach(model, ground, origin, along_x, &side_a));
    side_b = side_a;
    side_b.node = nodes[2];
    CHECK(swp_model_add_prismatic(model, "rail", &side_a, &side_b, &rail));

    swp_sim_options options;
    CHECK(swp_sim_options_init(&options));
    options.assemble = 1;
    options.redundancy = SWP_REDUNDANCY_LEAST_SQUARES; /* a planar loop holds three directions twice */
    swp_assembly report;
    char text[4096];
    double angle = 0.0, x = 0.0, torque = 0.0;
    CHECK(swp_sim_create(model, &options, &sim)); /* to learn where the first joint is */
    CHECK(swp_sim_assembly(sim, &report));
    CHECK(swp_sim_report(sim, text, sizeof text, NULL));
    printf("%.*s\n", 260, text);
    CHECK(swp_sim_joint_coordinate(sim, joints[0], 0, &angle, NULL));
    swp_sim_free(sim);
    sim = NULL;

    const double start[2] = {angle, 0.0};
    const swp_actuator_limits limits = {-1.0, 2.0, 0.8}; /* stroke [rad], rate [rad/s] */
    swp_function command, servo;
    CHECK(swp_model_add_constant(model, angle + 0.3, &command));
    CHECK(swp_model_add_second_order_actuator(model, "servo", command, 30.0, 0.8, &limits, start, &servo));
    CHECK(swp_model_drive_joint(model, joints[0], 0, servo));
    CHECK(swp_sim_create(model, &options, &sim));
    swp_actuator_motion now;
    for (int i = 1; i <= 10; i++) {
        CHECK(swp_sim_advance(sim, 0.1 * i, 1e-3));
        CHECK(swp_sim_joint_coordinate(sim, rail, 0, &x, NULL));
        CHECK(swp_sim_joint_drive(sim, joints[0], 0, &torque));
        CHECK(swp_sim_actuator(sim, servo, &now));
        printf("t = %.1f s   servo %.4f rad %s  slider %.4f m   torque %7.3f N m\n", 0.1 * i, now.value,
               now.at_rate ? "(rate limited)" : "              ", x, torque);
    }
    /* the slider of a crank of 0.3 m and a rod of 0.8 m, its frame 0.1 m ahead */
    double exact = 0.3 * cos(now.value) + sqrt(0.64 - pow(0.3 * sin(now.value), 2.0)) + 0.1;
    printf("gap of %.1e closed in %d iterations; error of the slider %.1e m\n", report.gap_before, report.iterations, x - exact);
    swp_sim_free(sim);
    swp_model_free(model);
    return fabs(x - exact) < 1e-8 && fabs(now.value - angle - 0.3) < 1e-4 ? 0 : 1;
}
