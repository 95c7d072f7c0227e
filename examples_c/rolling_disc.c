/* A disc rolls in a circle, leaning inwards, as a hoop or a coin does. The library chooses the steps from a tolerance, finds
   the instants at which the disc crosses a line, and gives the motion between steps at the times of a film.

   With the angle q between the axis of the disc and the vertical, the rate W of the turn, radius a, inertias A across and C
   along the axis, the rate w of rolling about the axis follows from
       W sin q ((C + m a2) w - A W cos q) = - m g a cos q;
   the disc then keeps its lean, presses with its weight, and is back after 2 pi/W. Exit status 1 if it does not. */
#include <math.h>
#include <stdio.h>
#include <swashplate.h>

static swp_model *model;
static swp_sim *sim;
static swp_node disc;

/* Prints which call failed and the library's explanation. */
static int failed(const char *call, swp_status status) {
    char text[2048] = "";
    if (sim) swp_sim_error(sim, text, sizeof text, NULL);
    else if (model) swp_model_error(model, text, sizeof text, NULL);
    fprintf(stderr, "%s: %s\n%s\n", call, swp_status_name(status), text);
    return 1;
}
#define CHECK(call) do { swp_status s = (call); if (s != SWP_OK) return failed(#call, s); } while (0)

/* The event: the velocity along x changes sign. */
static int32_t along_x(double t, double *value, void *user) {
    swp_motion motion;
    (void)t, (void)user;
    if (swp_sim_motion(sim, disc, &motion) != SWP_OK) return 1;
    *value = motion.velocity[0];
    return 0;
}

int main(void) {
    const double pi = 3.14159265358979323846, g = 9.81, m = 1.0, a = 0.3, lean = 70.0 * pi / 180.0, turn = 1.5;
    const double across = 0.25 * m * a * a, axial = 0.5 * m * a * a, s = sin(lean), c = cos(lean);
    const double rolling = (across * turn * c - m * g * a * c / (turn * s)) / (axial + m * a * a);
    const double origin[3] = {0, 0, 0}, up[3] = {0, 0, 1}, gravity[3] = {0, 0, -g};
    const double inertia[9] = {across, 0, 0, 0, across, 0, 0, 0, axial};
    const double orientation[4] = {cos(0.5 * lean), sin(0.5 * lean), 0, 0}; /* the axis, z of the node, leans from z to -y */
    const double center[3] = {0, a * c, a * s}, velocity[3] = {-a * rolling, 0, 0};
    const double spin = rolling - turn * c, omega[3] = {0, -spin * s, spin * c + turn};
    swp_body body;
    swp_contact contact;

    CHECK(swp_check_version(SWP_VERSION));
    CHECK(swp_model_create(&model));
    CHECK(swp_model_set_gravity(model, gravity));
    CHECK(swp_model_add_node(model, "disc", center, orientation, &disc));
    CHECK(swp_model_add_rigid_body(model, "disc", disc, m, origin, inertia, &body));
    CHECK(swp_model_set_node_velocity(model, disc, velocity, omega));
    CHECK(swp_model_add_rolling_disc(model, "disc", disc, origin, up, a, origin, up, &contact)); /* axis: z of the node */
    CHECK(swp_sim_create(model, NULL, &sim));

    /* Steps by their error; the run stops whenever the event happens, and is taken up again. */
    swp_step_control control;
    CHECK(swp_step_control_init(&control));
    control.translation_tolerance = 1e-7; /* [m] in a step */
    control.rotation_tolerance = 1e-7;
    CHECK(swp_sim_set_event(sim, along_x, NULL, SWP_DIRECTION_RISING, 1e-9));
    double crossings[3] = {0, 0, 0};
    for (int k = 0; k < 3; k++) {
        int32_t happened = 0;
        CHECK(swp_sim_advance_controlled(sim, 20.0, &control, &happened));
        CHECK(swp_sim_time(sim, &crossings[k]));
        if (!happened) return 1;
    }
    CHECK(swp_sim_set_event(sim, NULL, NULL, SWP_DIRECTION_BOTH, 1e-9));
    double error = crossings[2] - crossings[0] - 2.0 * 2.0 * pi / turn;
    printf("two turns in %.6f s, error %.1e s\n", crossings[2] - crossings[0], error);

    /* Pictures of a film, every 0.04 s, from steps of any size. */
    double lowest = 1e9, highest = -1e9;
    for (int k = 1; k <= 25; k++) {
        swp_motion motion;
        double t = crossings[2] + 0.04 * k;
        CHECK(swp_sim_advance_past(sim, t, &control, NULL));
        CHECK(swp_sim_interpolate_node(sim, disc, t, &motion));
        lowest = fmin(lowest, motion.position[2]);
        highest = fmax(highest, motion.position[2]);
    }
    printf("height of the centre in the film %.6f to %.6f m, %.6f m by theory\n", lowest, highest, a * s);

    swp_contact_state touch;
    swp_sim_counters counters;
    CHECK(swp_sim_contact(sim, contact, &touch));
    CHECK(swp_sim_get_counters(sim, &counters));
    printf("normal force %.5f N, weight %.5f N, slip %.1e m/s\n", touch.normal, m * g, fabs(touch.slip[0]) + fabs(touch.slip[1]));
    printf("%llu steps of %.1e to %.1e s, %llu rejected, %llu searches for an event\n", (unsigned long long)counters.accepted,
           counters.smallest_step, counters.largest_step, (unsigned long long)counters.rejected,
           (unsigned long long)counters.event_searches);
    swp_sim_free(sim);
    swp_model_free(model);
    return fabs(error) < 1e-4 && fabs(lowest - a * s) < 1e-5 && fabs(highest - a * s) < 1e-5 &&
                   fabs(touch.normal - m * g) < 1e-3 && fabs(touch.slip[0]) + fabs(touch.slip[1]) < 1e-9 &&
                   counters.event_searches == 3
               ? 0
               : 1;
}
