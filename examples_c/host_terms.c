/* An element and a condition that the host computes: a spring with a damper between two bodies, and a ball joint. The same
   system with the library's own spring and ball joint swings beside it; both must move alike. Before that, the library
   checks the tangents of the host's functions against differences: what to do first when Newton's method converges badly.

   A body hangs on a ball joint at the origin; a second one hangs on a spring below it. Exit status 1 if they differ. */
#include <math.h>
#include <stdio.h>
#include <swashplate.h>

static swp_model *model[2];
static swp_sim *sim[2];

/* Prints which call failed and the library's explanation. */
static int failed(int k, const char *call, swp_status status) {
    char text[2048] = "";
    if (sim[k]) swp_sim_error(sim[k], text, sizeof text, NULL);
    else if (model[k]) swp_model_error(model[k], text, sizeof text, NULL);
    fprintf(stderr, "%s: %s\n%s\n", call, swp_status_name(status), text);
    return 1;
}
#define CHECK(k, call) do { swp_status s = (call); if (s != SWP_OK) return failed(k, #call, s); } while (0)

/* r = R(q) v, q = w, x, y, z */
static void rotate(const double *q, const double *v, double *r) {
    const double t[3] = {q[2] * v[2] - q[3] * v[1] + q[0] * v[0], q[3] * v[0] - q[1] * v[2] + q[0] * v[1],
                         q[1] * v[1] - q[2] * v[0] + q[0] * v[2]};
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        r[i] = v[i] + 2.0 * (q[1 + j] * t[k] - q[1 + k] * t[j]);
    }
}

static void cross(const double *a, const double *b, double *c) {
    for (int i = 0; i < 3; i++) c[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

struct spring { double a[3], b[3], stiffness, length, damping; }; /* ends in node axes */

/* The element: tension = stiffness (distance - length) + damping rate, along the line between two points. No tangents: the
   library takes differences. */
static int32_t spring_force(const swp_host_view *view, const swp_host_forces *out, void *user) {
    const struct spring *spring = user;
    const double *x[2] = {view->poses, view->poses + 7}, *v[2] = {view->velocities, view->velocities + 6};
    double arm[2][3], swing[3], gap[3], opening[3], length = 0, rate = 0;
    rotate(x[0] + 3, spring->a, arm[0]);
    rotate(x[1] + 3, spring->b, arm[1]);
    for (int i = 0; i < 3; i++) {
        gap[i] = x[1][i] + arm[1][i] - x[0][i] - arm[0][i];
        length += gap[i] * gap[i];
        opening[i] = v[1][i] - v[0][i];
    }
    length = sqrt(length);
    if (length == 0) return 1; /* no direction: the step fails and says so */
    for (int k = 0; k < 2; k++) {
        cross(v[k] + 3, arm[k], swing);
        for (int i = 0; i < 3; i++) opening[i] += k ? swing[i] : -swing[i];
    }
    for (int i = 0; i < 3; i++) rate += gap[i] * opening[i] / length;
    double tension = spring->stiffness * (length - spring->length) + spring->damping * rate;
    for (int k = 0; k < 2; k++) { /* force and moment on each node */
        for (int i = 0; i < 3; i++) out->force[6 * k + i] = (k ? -1 : 1) * tension * gap[i] / length;
        cross(arm[k], out->force + 6 * k, out->force + 6 * k + 3);
    }
    return 0;
}

/* The condition: the point `user` of the body stays at the origin. Value, gradient and, for given multipliers, curvature. */
static int32_t ball(const swp_host_view *view, const swp_host_values *out, void *user) {
    double arm[3];
    rotate(view->poses + 3, user, arm);
    for (int k = 0; k < 3; k++) {
        const double axis[3] = {k == 0, k == 1, k == 2};
        out->value[k] = view->poses[k] + arm[k];
        out->gradient[6 * k + k] = 1;
        cross(arm, axis, out->gradient + 6 * k + 3); /* a rotation t moves the point by t x arm */
    }
    if (out->curvature) { /* l x (arm x t), as a matrix in t: arm l' - (l.arm) I */
        const double *l = out->multipliers, along = l[0] * arm[0] + l[1] * arm[1] + l[2] * arm[2];
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++) out->curvature[6 * (3 + i) + 3 + j] = arm[i] * l[j] - (i == j) * along;
    }
    return 0;
}

int main(void) {
    const double zero[3] = {0, 0, 0}, gravity[3] = {0, 0, -9.81};
    const double place[2][3] = {{0.3, 0, -0.4}, {0.8, 0.1, -1.0}}, hook[3] = {-0.3, 0, 0.4}, spin[3] = {0.5, 1.0, -0.7};
    const double inertia[9] = {0.02, 0, 0, 0, 0.03, 0, 0, 0, 0.04};
    struct spring spring = {{0.2, 0, -0.1}, {-0.1, 0, 0.2}, 80.0, 0.4, 0.3};
    swp_node body[2], ground;
    swp_host_condition joint;

    for (int k = 0; k < 2; k++) { /* 0: the library's own, 1: the host's */
        swp_body mass;
        CHECK(k, swp_model_create(&model[k]));
        CHECK(k, swp_model_set_gravity(model[k], gravity));
        CHECK(k, swp_model_add_ground(model[k], "ground", zero, NULL, &ground));
        for (int i = 0; i < 2; i++) {
            const char *name = i ? "lower" : "upper";
            CHECK(k, swp_model_add_node(model[k], name, place[i], NULL, &body[i]));
            CHECK(k, swp_model_add_rigid_body(model[k], name, body[i], 1.0, zero, inertia, &mass));
        }
        CHECK(k, swp_model_set_node_velocity(model[k], body[1], zero, spin));
        if (k == 0) {
            swp_line_spring own;
            swp_attachment a, b;
            swp_joint own_ball;
            double from[3], to[3]; /* its points in inertial axes */
            for (int i = 0; i < 3; i++) from[i] = place[0][i] + spring.a[i], to[i] = place[1][i] + spring.b[i];
            CHECK(k, swp_model_add_line_spring(model[k], "spring", body[0], from, body[1], to, spring.stiffness,
                                               spring.length, spring.damping, 0.0, &own));
            CHECK(k, swp_model_attach(model[k], ground, zero, NULL, &a));
            CHECK(k, swp_model_attach(model[k], body[0], zero, NULL, &b));
            CHECK(k, swp_model_add_spherical(model[k], "ball", &a, &b, &own_ball));
        } else {
            swp_host_element element;
            swp_host_element_options options;
            swp_host_check check;
            CHECK(k, swp_host_element_options_init(&options));
            options.uses_velocities = 1; /* the damper */
            options.length = 0.1;        /* differences of a hundred-thousandth of that */
            CHECK(k, swp_model_add_host_element(model[k], "spring", 2, body, 0, NULL, NULL, spring_force, &spring, &options,
                                                &element));
            CHECK(k, swp_model_add_host_condition(model[k], "ball", 3, 1, body, 0, NULL, NULL, ball, (void *)hook, 1, 1.0,
                                                  &joint));
            CHECK(k, swp_model_check_host_condition(model[k], joint, 0.2, &check));
            printf("gradient, rate, curvature against differences: %.0e %.0e %.0e\n", check.defect[0], check.defect[1],
                   check.defect[2]);
            if (check.defect[0] > 1e-7 || check.defect[2] > 1e-7) return 1;
        }
        CHECK(k, swp_sim_create(model[k], NULL, &sim[k]));
    }

    double worst = 0;
    for (int step = 1; step <= 1000; step++) {
        swp_motion motion[2];
        for (int k = 0; k < 2; k++) CHECK(k, swp_sim_step(sim[k], 1e-3));
        for (int i = 0; i < 2; i++) {
            for (int k = 0; k < 2; k++) CHECK(k, swp_sim_motion(sim[k], body[i], &motion[k]));
            for (int c = 0; c < 3; c++) worst = fmax(worst, fabs(motion[0].position[c] - motion[1].position[c]));
        }
    }
    double force[3];
    CHECK(1, swp_sim_host_condition(sim[1], joint, 3, force));
    printf("force on the ball joint after 1 s: %.6f %.6f %.6f N\n", force[0], force[1], force[2]);
    printf("largest difference of positions in 1000 steps: %.1e m\n", worst);
    for (int k = 0; k < 2; k++) swp_sim_free(sim[k]), swp_model_free(model[k]);
    return worst < 1e-12 ? 0 : 1;
}
