/* A host that computes a force itself and couples it implicitly: a mass of 2 kg slides along x; its spring lives in the
   host. Within each step the host alternates with the library until force and displacement agree:

       begin, { iterate, read displacement, compute force, give it back } until the force stands still, accept

   The force is one at the end of the step, and changes on a straight line from the one before (SWP_INPUT_LINEAR): of second order
   under every scheme. Each iteration after the first starts from the last one. In between, a controller of the host taps the mass:
   what it holds over a step jumps at the beginning of the step (SWP_INPUT_HELD), and swp_sim_evaluate shows the acceleration at once.

   It also rejects a step and repeats it smaller, and restarts from a file-like buffer with bitwise the same results. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <swashplate.h>

#define CHECK(call)                                                                  \
    do {                                                                             \
        swp_status s = (call);                                                       \
        if (s != SWP_OK) {                                                           \
            fprintf(stderr, "line %d: %s: %s\n", __LINE__, #call, swp_status_name(s)); \
            return 1;                                                                \
        }                                                                            \
    } while (0)

static const double mass = 2.0, stiffness = 800.0, amplitude = 0.1; /* [kg] [N/m] [m] */
static const double dt = 1e-3;                                      /* [s] */

/* What the host knows of its coupling. */
typedef struct {
    swp_function force; /* the input of the model that carries the spring's force [N] */
    swp_joint slide;
    swp_node node;
    long sub_iterations;
} coupling;

static double spring_force(double x) { return -stiffness * (amplitude + x); } /* the slide starts at x = 0 */

/* Iterates the open step until the spring's force changes by less than 1e-10 N. */
static int converge(swp_sim *sim, coupling *c) {
    double old = INFINITY, x, rate;
    for (int i = 0; i < 30; i++) {
        CHECK(swp_sim_iterate(sim));
        CHECK(swp_sim_joint_coordinate(sim, c->slide, 0, &x, &rate));
        double force = spring_force(x);
        c->sub_iterations++;
        if (fabs(force - old) < 1e-10) return 0;
        CHECK(swp_sim_set_input(sim, c->force, force));
        old = force;
    }
    fprintf(stderr, "the coupling does not converge\n");
    return 1;
}

static int run(swp_sim *sim, coupling *c, int steps) {
    for (int i = 0; i < steps; i++) {
        CHECK(swp_sim_begin(sim, dt));
        if (converge(sim, c)) return 1;
        CHECK(swp_sim_accept(sim));
    }
    return 0;
}

int main(void) {
    const double origin[3] = {0, 0, 0}, inertia[9] = {0.01, 0, 0, 0, 0.01, 0, 0, 0, 0.01}, along_x[3] = {1, 0, 0};
    const double z_to_x[4] = {0.7071067811865476, 0, 0.7071067811865476, 0}; /* a slide is along the third joint axis */
    swp_model *model;
    swp_node ground;
    swp_body body;
    swp_load load;
    swp_attachment a, b;
    coupling c = {0};

    CHECK(swp_check_version(SWP_VERSION));
    CHECK(swp_model_create(&model));
    CHECK(swp_model_add_ground(model, "ground", origin, NULL, &ground));
    CHECK(swp_model_add_node(model, "mass", origin, NULL, &c.node));
    CHECK(swp_model_add_rigid_body(model, "mass", c.node, mass, origin, inertia, &body));
    CHECK(swp_model_attach(model, ground, origin, z_to_x, &a));
    CHECK(swp_model_attach(model, c.node, origin, z_to_x, &b));
    CHECK(swp_model_add_prismatic(model, "slide", &a, &b, &c.slide));
    CHECK(swp_model_add_input(model, "spring force", spring_force(0.0), &c.force));
    CHECK(swp_model_add_force(model, "spring", c.node, SWP_DEAD, along_x, NULL, c.force, &load));

    swp_sim *sim;
    CHECK(swp_sim_create(model, NULL, &sim));
    CHECK(swp_sim_set_input_rule(sim, NULL, SWP_INPUT_LINEAR));
    if (run(sim, &c, 100)) return 1;

    /* How much work the last sub-iteration of a step was. */
    swp_newton_report newton;
    CHECK(swp_sim_newton(sim, &newton));
    int cheap = newton.iterations == 1;

    /* A step ten times as long, then the host changes its mind. After reject the state is that before begin; inputs
       are the host's and keep their value, so it gives the force again. */
    swp_motion before, after;
    double x, rate;
    CHECK(swp_sim_motion(sim, c.node, &before));
    CHECK(swp_sim_begin(sim, 10.0 * dt));
    if (converge(sim, &c)) return 1;
    CHECK(swp_sim_reject(sim));
    CHECK(swp_sim_motion(sim, c.node, &after));
    int rejected = memcmp(&before, &after, sizeof before) == 0;
    CHECK(swp_sim_joint_coordinate(sim, c.slide, 0, &x, &rate));
    CHECK(swp_sim_set_input(sim, c.force, spring_force(x)));
    if (run(sim, &c, 100)) return 1;

    /* The state as bytes, as for a restart file. */
    swp_snapshot *snapshot;
    size_t size = 0;
    CHECK(swp_sim_save(sim, &snapshot));
    swp_snapshot_to_bytes(snapshot, NULL, 0, &size); /* asks for the size */
    uint8_t *bytes = malloc(size);
    CHECK(swp_snapshot_to_bytes(snapshot, bytes, size, &size));
    swp_snapshot_free(snapshot);
    if (run(sim, &c, 200)) return 1;
    CHECK(swp_sim_motion(sim, c.node, &before));

    /* A second simulation of the same model goes on from those bytes. */
    swp_sim *restarted;
    CHECK(swp_sim_create(model, NULL, &restarted));
    CHECK(swp_sim_set_input_rule(restarted, NULL, SWP_INPUT_LINEAR)); /* a choice of the simulation, not of its state */
    CHECK(swp_snapshot_from_bytes(bytes, size, &snapshot));
    CHECK(swp_sim_restore(restarted, snapshot));
    if (run(restarted, &c, 200)) return 1;
    CHECK(swp_sim_motion(restarted, c.node, &after));
    int same_bits = memcmp(&before, &after, sizeof before) == 0;

    /* A tap of 10 N held for one step by a controller: the acceleration jumps, and the speed changes by F dt/m in full. */
    double t, v_0;
    swp_motion tapped;
    double held = spring_force(before.position[0]) + 10.0;
    CHECK(swp_sim_set_input_rule(sim, &c.force, SWP_INPUT_HELD));
    CHECK(swp_sim_set_input(sim, c.force, held));
    CHECK(swp_sim_evaluate(sim)); /* no step: queries see what the force does now */
    CHECK(swp_sim_motion(sim, c.node, &tapped));
    int jumped = fabs(tapped.acceleration[0] - held / mass) < 1e-9;
    v_0 = tapped.velocity[0];
    CHECK(swp_sim_step(sim, dt));
    CHECK(swp_sim_motion(sim, c.node, &tapped));
    int pushed = fabs((tapped.velocity[0] - v_0) / (held / mass * dt) - 1.0) < 0.02; /* second order in dt */

    CHECK(swp_sim_time(restarted, &t));
    double exact = amplitude * (cos(sqrt(stiffness / mass) * t) - 1.0), error = after.position[0] - exact;
    printf("t = %.3f s, x = %.9f m, exact %.9f m, error %.1e m\n", t, after.position[0], exact, error);
    printf("%.2f sub-iterations a step\n", (double)c.sub_iterations / 601.0);
    printf("the last sub-iteration took %d iteration of Newton's method\n", newton.iterations);
    printf("a held force: acceleration %s, speed %s\n", jumped ? "at once" : "WRONG", pushed ? "in full" : "WRONG");
    printf("rejected step left the state %s\n", rejected ? "as it was" : "CHANGED");
    printf("replay from %zu bytes: %s\n", size, same_bits ? "the same bits" : "DIFFERENT");

    swp_snapshot_free(snapshot);
    free(bytes);
    swp_sim_free(restarted);
    swp_sim_free(sim);
    swp_model_free(model);
    return rejected && same_bits && cheap && jumped && pushed && fabs(error) < 1e-4 ? 0 : 1;
}
