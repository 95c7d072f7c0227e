/* A long run of all calls that move a simulation, in an order that a seed gives: steps, steps begun, iterated, rejected and accepted,
 * inputs, snapshots, other schemes, locks, controlled runs with events. Memory does not grow, and from a snapshot the same calls give
 * the same bits.
 *
 * usage: soak [ROUNDS]    prints `N passed, M failed`
 */
#define _GNU_SOURCE
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <swashplate.h>

static int passed, failed;
static swp_model *model;
static swp_sim *sim;
static swp_function force;
static swp_joint joint[2];
static uint64_t state;

static void judge(int line, int good, const char *claim) {
    if (good) {
        passed++;
    } else {
        char text[600] = "";
        if (sim) swp_sim_error(sim, text, sizeof text, NULL);
        failed++;
        fprintf(stderr, "line %d: %s; %s\n", line, claim, text);
    }
}
#define SHOW(condition, claim) judge(__LINE__, (condition), (claim))
#define MUST(call) SHOW((call) == SWP_OK, #call)

static uint64_t bits(void) {
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    return state >> 11;
}
static double unit(void) { return (double)bits() / 9007199254740992.0; }

static void build(void) {
    static const double zero[3], inertia[9] = {.01, 0, 0, 0, .02, 0, 0, 0, .015};
    static const double q[4] = {0.7071067811865476, 0.7071067811865476, 0, 0};
    swp_node before, node;
    swp_body body;
    swp_load load;
    swp_spring spring;
    MUST(swp_model_create(&model));
    MUST(swp_model_set_gravity(model, (double[3]){0, 0, -9.81}));
    MUST(swp_model_add_ground(model, "ground", zero, NULL, &before));
    for (int k = 0; k < 2; k++) {
        const char *name = k ? "lower" : "upper";
        MUST(swp_model_add_node(model, name, (double[3]){1 + k, 0, 0}, NULL, &node));
        MUST(swp_model_add_rigid_body(model, name, node, 2 - k, zero, inertia, &body));
        swp_attachment a = {before, {0, 0, 0}, {q[0], q[1], q[2], q[3]}}, b = {node, {-1, 0, 0}, {q[0], q[1], q[2], q[3]}};
        MUST(swp_model_add_revolute(model, name, &a, &b, joint + k));
        MUST(swp_model_add_lock(model, joint[k], 0, 0));
        MUST(swp_model_add_joint_spring(model, name, joint[k], 0, 30, 0.5, 0, &spring));
        before = node;
    }
    MUST(swp_model_add_input(model, "force", 0, &force));
    MUST(swp_model_add_force(model, "force", node, SWP_FOLLOWER, (double[3]){1, 0, .5}, NULL, force, &load));
    MUST(swp_sim_create(model, NULL, &sim));
}

static int32_t angle(double t, double *value, void *user) {
    (void)t, (void)user;
    return swp_sim_joint_coordinate(sim, joint[0], 0, value, NULL) != SWP_OK;
}

static void scheme(void) {
    swp_sim_options options;
    swp_sim_options_init(&options);
    options.scheme = (int32_t)(bits() % 9);
    MUST(swp_sim_set_scheme(sim, &options));
}

/* Some calls. A step may fail where a scheme cannot take it; that is a call like others. */
static void some_calls(int count) {
    swp_step_control control;
    double t = 0.0;
    for (int k = 0; k < count; k++) {
        swp_sim_time(sim, &t);
        swp_sim_set_input(sim, force, 5 * unit());
        switch (bits() % 12) {
        case 0: scheme(); break;
        case 1: swp_sim_lock(sim, joint[bits() % 2], 0, NULL); break;
        case 2: swp_sim_release(sim, joint[bits() % 2], 0); break;
        case 3:
            swp_step_control_init(&control);
            control.smallest = 1e-7;
            swp_sim_set_event(sim, bits() % 2 ? angle : NULL, NULL, 0, 1e-9);
            swp_sim_advance_controlled(sim, t + 5e-3, &control, NULL);
            break;
        case 4:
        case 5:
            MUST(swp_sim_begin(sim, 1e-3));
            for (int n = (int)(bits() % 3); n >= 0; n--) swp_sim_set_input(sim, force, 5 * unit()), swp_sim_iterate(sim);
            if (bits() % 2 || swp_sim_accept(sim) != SWP_OK) swp_sim_reject(sim);
            break;
        case 6: swp_sim_step(sim, -1.0); break;
        case 7: swp_sim_evaluate(sim); break;
        default: swp_sim_step(sim, 1e-3 * (bits() % 3 ? 1.0 : 0.5 + unit()));
        }
    }
}

static swp_snapshot *saved(unsigned char **bytes, size_t *count) {
    swp_snapshot *snapshot = NULL;
    MUST(swp_sim_save(sim, &snapshot));
    MUST(swp_snapshot_to_bytes(snapshot, NULL, 0, count));
    *bytes = malloc(*count);
    MUST(swp_snapshot_to_bytes(snapshot, *bytes, *count, NULL));
    return snapshot;
}

int main(int argc, char **argv) {
    int rounds = argc > 1 ? atoi(argv[1]) : 60, different = 0;
    long first = 0, last = 0;
    state = 88172645463325252u;
    build();
    for (int round = 0; round < rounds; round++) {
        unsigned char *begin = NULL, *one = NULL, *two = NULL;
        size_t counts[3];
        scheme(); /* from here on nothing of the calls before is remembered */
        swp_snapshot *snapshot = saved(&begin, counts);
        uint64_t seed = state;
        swp_sim_options options;
        swp_sim_options_init(&options);
        MUST(swp_sim_set_scheme(sim, &options));
        some_calls(150);
        swp_snapshot_free(saved(&one, counts + 1));
        MUST(swp_sim_restore(sim, snapshot));
        MUST(swp_sim_set_scheme(sim, &options));
        state = seed;
        some_calls(150);
        swp_snapshot_free(saved(&two, counts + 2));
        different += counts[1] != counts[2] || memcmp(one, two, counts[1]);
        swp_snapshot_free(snapshot);
        free(begin), free(one), free(two);
        struct mallinfo2 now = mallinfo2();
        last = (long)(now.uordblks + now.hblkhd);
        if (round == rounds / 4) first = last;
    }
    double t = 0.0;
    swp_sim_time(sim, &t);
    printf("%d rounds of 300 calls, t = %.3f s: %ld bytes in use after a quarter, %ld at the end; %d replays differ\n", rounds, t, first, last, different);
    SHOW(different == 0, "replay gives the same bits");
    SHOW(last - first < 16384, "memory does not grow");
    swp_sim_free(sim);
    swp_model_free(model);
    printf("%d passed, %d failed\n", passed, failed);
    return failed != 0;
}
