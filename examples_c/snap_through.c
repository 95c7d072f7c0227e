/* Snap-through of a two-bar truss: the path of equilibria through both limit points by swp_sim_trace_path, held against the
   closed form P = 2 k y (l0/l - 1), l = sqrt(b^2 + y^2), whose limit points are at l^3 = l0 b^2. Then the jump that the load alone
   would make: swp_sim_solve_static with a load beyond the limit. */
#include <math.h>
#include <stdio.h>
#include <swashplate.h>

static swp_model *model;
static swp_sim *sim;

/* Prints which call failed and the library's explanation. */
static int failed(const char *call, swp_status status) {
    char text[2048] = "";
    if (sim) swp_sim_error(sim, text, sizeof text, NULL);
    else if (model) swp_model_error(model, text, sizeof text, NULL);
    fprintf(stderr, "%s: %s\n%s\n", call, swp_status_name(status), text);
    return 1;
}
#define CHECK(call) do { swp_status s = (call); if (s != SWP_OK) return failed(#call, s); } while (0)

int main(void) {
    const double k = 1000.0, b = 1.0, h = 0.3, l0 = sqrt(b * b + h * h);
    const double origin[3] = {0.0, 0.0, 0.0}, apex[3] = {0.0, h, 0.0}, down[3] = {0.0, -1.0, 0.0};
    const double left[3] = {-b, 0.0, 0.0}, right[3] = {b, 0.0, 0.0};
    const double inertia[9] = {1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0};
    const double along_y[4] = {0.5, -0.5, -0.5, -0.5}; /* the third axis of the guide is y */
    swp_node ground, node;
    swp_body body;
    swp_joint guide;
    swp_attachment on_ground, on_node;
    swp_line_spring spring;
    swp_function load;
    swp_load force;

    CHECK(swp_check_version(SWP_VERSION));
    CHECK(swp_model_create(&model));
    CHECK(swp_model_add_ground(model, "ground", origin, NULL, &ground));
    CHECK(swp_model_add_node(model, "apex", apex, NULL, &node));
    CHECK(swp_model_add_rigid_body(model, "apex", node, 1.0, origin, inertia, &body));
    CHECK(swp_model_attach(model, ground, apex, along_y, &on_ground));
    CHECK(swp_model_attach(model, node, apex, along_y, &on_node));
    CHECK(swp_model_add_prismatic(model, "guide", &on_ground, &on_node, &guide));
    CHECK(swp_model_add_line_spring(model, "left", ground, left, node, apex, k, l0, 0.0, 0.0, &spring));
    CHECK(swp_model_add_line_spring(model, "right", ground, right, node, apex, k, l0, 0.0, 0.0, &spring));
    CHECK(swp_model_add_input(model, "load", 0.0, &load));
    CHECK(swp_model_add_force(model, "down", node, SWP_DEAD, down, origin, load, &force));
    CHECK(swp_sim_create(model, NULL, &sim));

    const double l = cbrt(l0 * b * b), y = sqrt(l * l - b * b), p = 2.0 * k * y * (l0 / l - 1.0);
    swp_path_options options;
    CHECK(swp_path_options_init(&options));
    options.output = 1; /* the height of the apex */
    options.node = node;
    options.component = 1;
    CHECK(swp_sim_trace_path(sim, &load, 3.0 * p, &options));

    size_t count = 0;
    int limits = 0;
    double worst = 0.0;
    CHECK(swp_sim_path_count(sim, &count));
    printf("   load [N]   height [m]  unstable\n");
    for (size_t i = 0; i < count; i++) {
        swp_path_point point;
        CHECK(swp_sim_path_point(sim, i, &point));
        const char *what = point.event == SWP_EVENT_LIMIT ? "limit point" : "";
        printf("%11.6f %12.8f %9d  %s\n", point.factor, point.output, (int)point.unstable, what);
        if (point.event == SWP_EVENT_LIMIT) {
            const double sign = limits++ == 0 ? 1.0 : -1.0;
            worst = fmax(worst, fabs(point.factor - sign * p) / p);
            worst = fmax(worst, fabs(point.output - sign * y) / y);
        }
    }
    printf("%d limit points, at most %.1e from the closed form\n", limits, worst);

    /* back to the start, then the load alone */
    swp_statics_report report;
    swp_motion motion;
    CHECK(swp_sim_visit_path(sim, 0));
    CHECK(swp_sim_set_input(sim, load, 1.5 * p));
    CHECK(swp_sim_solve_static(sim));
    CHECK(swp_sim_statics_report(sim, &report));
    CHECK(swp_sim_motion(sim, node, &motion));
    printf("under 1.5 times the limit load it jumps to %.6f m, %s\n", motion.position[1],
           report.stable == 1 ? "stable" : "not stable");
    swp_newton_report newton;
    CHECK(swp_sim_newton(sim, &newton));
    const int good = limits == 2 && worst < 1e-8 && motion.position[1] < -h && report.stable == 1 && report.critical > 0 &&
                     newton.iterations_total > 0;
    swp_sim_free(sim);
    swp_model_free(model);
    return good ? 0 : 1;
}
