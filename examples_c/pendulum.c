/* The first program: a uniform bar, 1 m and 1 kg, on a hinge at the origin, is released from the horizontal and swings
   for 2 s in the x-y plane, under gravity along -y. Prints the angle and how well energy is kept. */
#include "check.h"
#include <math.h>

int main(void) {
    const double origin[3] = {0.0, 0.0, 0.0}, middle[3] = {0.5, 0.0, 0.0}, gravity[3] = {0.0, -9.81, 0.0};
    const double inertia[9] = {1e-4, 0.0, 0.0, 0.0, 1.0 / 12.0, 0.0, 0.0, 0.0, 1.0 / 12.0}; /* about the middle */
    swp_model *model = NULL;
    swp_sim *sim = NULL;
    swp_node ground, bar;
    swp_body body;
    swp_joint hinge;
    swp_attachment on_ground, on_bar;

    CHECK(swp_check_version(SWP_VERSION));
    CHECK(swp_model_create(&model));
    CHECK(swp_model_set_gravity(model, gravity));
    CHECK(swp_model_add_ground(model, "ground", origin, NULL, &ground));
    CHECK(swp_model_add_node(model, "bar", middle, NULL, &bar)); /* NULL: node axes along x, y, z */
    CHECK(swp_model_add_rigid_body(model, "bar", bar, 1.0, origin, inertia, &body));
    CHECK(swp_model_attach(model, ground, origin, NULL, &on_ground)); /* a revolute joint turns about its third axis, */
    CHECK(swp_model_attach(model, bar, origin, NULL, &on_bar));       /* here z */
    CHECK(swp_model_add_revolute(model, "hinge", &on_ground, &on_bar, &hinge));
    CHECK(swp_sim_create(model, NULL, &sim));

    swp_audit start, now;
    double angle = 0.0, rate = 0.0;
    CHECK(swp_sim_audit(sim, NULL, &start));
    for (int i = 1; i <= 10; i++) {
        CHECK(swp_sim_advance(sim, 0.2 * i, 1e-3)); /* steps of at most 1 ms */
        CHECK(swp_sim_joint_coordinate(sim, hinge, 0, &angle, &rate));
        CHECK(swp_sim_audit(sim, NULL, &now));
        printf("t = %.1f s   angle = %9.5f rad   rate = %9.5f rad/s\n", now.time, angle, rate);
    }
    /* For scale: 4.905 J pass from potential to kinetic energy. The last angle is that of the pendulum equation. */
    double drift = now.kinetic_energy + now.potential_energy - start.kinetic_energy - start.potential_energy;
    double error = angle + 0.0326973;
    printf("energy drift %.1e J, error of the last angle %.1e rad\n", drift, error);
    swp_sim_free(sim);
    swp_model_free(model);
    return fabs(drift) < 1e-3 && fabs(error) < 1e-3 ? 0 : 1;
}
