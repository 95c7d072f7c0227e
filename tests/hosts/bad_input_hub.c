/* Bad input to actuators, chains, gears, locks by time and the assembly. Every case asserts the status, a text that names the thing,
 * and out memory that is as it was; at the end the model that saw all of it gives the bits of one that saw none.
 *
 * usage: bad_input_hub    prints `N passed, M failed`
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <swashplate.h>

static int passed, failed;
static swp_model *model;
static swp_sim *sim;

/* Room for any result, with a pattern that no failing call may touch. */
static union {
    unsigned char bytes[512];
    swp_function function;
    swp_coupling coupling;
    swp_node nodes[4];
    swp_joint joints[4];
    swp_actuator_motion motion;
    swp_assembly assembly;
    swp_lock_state lock;
    double number;
} out, out2;

static void set_pattern(void) {
    memset(&out, 0xa5, sizeof out);
    memset(&out2, 0xa5, sizeof out2);
}

static void judge(int line, swp_status got, swp_status wanted, const char *words) {
    char text[2048] = "";
    if (sim) swp_sim_error(sim, text, sizeof text, NULL);
    else swp_model_error(model, text, sizeof text, NULL);
    int clean = 1;
    for (size_t k = 0; k < sizeof out.bytes; k++) clean &= out.bytes[k] == 0xa5 && out2.bytes[k] == 0xa5;
    if (got == wanted && clean && strstr(text, words)) {
        passed++;
    } else {
        failed++;
        fprintf(stderr, "line %d: %s instead of %s, memory %s, words \"%s\" in: %s\n", line, swp_status_name(got),
                swp_status_name(wanted), clean ? "clean" : "touched", words, text);
    }
    set_pattern();
}
#define REFUSE(call, status, words) judge(__LINE__, (call), (status), (words))
#define MUST(call)                                                                      \
    do {                                                                                \
        swp_status s_ = (call);                                                         \
        if (s_ != SWP_OK) {                                                             \
            char t_[2048] = "";                                                         \
            swp_model_error(model, t_, sizeof t_, NULL);                                \
            fprintf(stderr, "line %d: %s: %s\n", __LINE__, swp_status_name(s_), t_);    \
            exit(2);                                                                    \
        }                                                                               \
    } while (0)

typedef struct rig {
    swp_model *model;
    swp_node ground, wheels[3];
    swp_joint shafts[3];
    swp_function constant, servo;
    swp_coupling gears;
    swp_attachment base;
} rig;

static const double zero[3] = {0, 0, 0}, inertia[9] = {0.1, 0, 0, 0, 0.1, 0, 0, 0, 0.1};

/* Two wheels on parallel axes with gears, driven by an actuator; a third one across with a lock. */
static rig make_rig(void) {
    rig r;
    memset(&r, 0, sizeof r);
    const double across[4] = {sqrt(0.5), sqrt(0.5), 0, 0};
    MUST(swp_model_create(&r.model));
    model = r.model;
    MUST(swp_model_add_ground(r.model, "ground", zero, NULL, &r.ground));
    for (int k = 0; k < 3; k++) {
        char name[16];
        const double place[3] = {k, k == 2 ? 0.5 : 0, 0};
        swp_body body;
        swp_attachment a, b;
        snprintf(name, sizeof name, "wheel %d", k);
        MUST(swp_model_add_node(r.model, name, place, NULL, &r.wheels[k]));
        MUST(swp_model_add_rigid_body(r.model, name, r.wheels[k], 1.0, zero, inertia, &body));
        MUST(swp_model_attach(r.model, r.ground, place, k == 2 ? across : NULL, &a));
        MUST(swp_model_attach(r.model, r.wheels[k], place, k == 2 ? across : NULL, &b));
        MUST(swp_model_add_revolute(r.model, name, &a, &b, &r.shafts[k]));
        if (k == 0) r.base = a;
    }
    MUST(swp_model_add_constant(r.model, 0.5, &r.constant));
    const double start[2] = {0, 0};
    MUST(swp_model_add_second_order_actuator(r.model, "servo", r.constant, 20.0, 0.7, NULL, start, &r.servo));
    MUST(swp_model_drive_joint(r.model, r.shafts[0], 0, r.servo));
    swp_joint_coordinate one = {r.shafts[0], 0}, two = {r.shafts[1], 0};
    MUST(swp_model_add_gears(r.model, "gears", one, two, 20, 30, 0, &r.gears));
    MUST(swp_model_add_lock(r.model, r.shafts[2], 0, 0));
    MUST(swp_model_schedule_lock(r.model, r.shafts[2], 0, 0.05, 1));
    return r;
}

static void actuators(const rig *r) {
    const double start[2] = {0, 0}, nan_start[2] = {NAN, 0}, fast[2] = {0, 9};
    const swp_actuator_limits swapped = {1, -1, 1}, still = {-1, 1, 0}, fine = {-1, 1, 1};
    swp_function none = {0}, foreign = {0x04000063};
    swp_model *m = r->model;
    swp_function u = r->constant;
    REFUSE(swp_model_add_first_order_actuator(m, NULL, u, 1, NULL, NULL, &out.function), SWP_NULL_POINTER, "name");
    REFUSE(swp_model_add_first_order_actuator(m, "a", u, 1, NULL, NULL, NULL), SWP_NULL_POINTER, "out");
    REFUSE(swp_model_add_first_order_actuator(m, "a", none, 1, NULL, NULL, &out.function), SWP_UNKNOWN_ID, "function");
    REFUSE(swp_model_add_first_order_actuator(m, "a", foreign, 1, NULL, NULL, &out.function), SWP_UNKNOWN_ID, "function");
    REFUSE(swp_model_add_first_order_actuator(m, "a", u, 0, NULL, NULL, &out.function), SWP_INVALID_ARGUMENT, "time constant");
    REFUSE(swp_model_add_first_order_actuator(m, "a", u, NAN, NULL, NULL, &out.function), SWP_INVALID_ARGUMENT, "\"a\"");
    REFUSE(swp_model_add_first_order_actuator(m, "a", u, 1, &swapped, NULL, &out.function), SWP_INVALID_ARGUMENT, "stroke");
    REFUSE(swp_model_add_first_order_actuator(m, "a", u, 1, &still, NULL, &out.function), SWP_INVALID_ARGUMENT, "rate");
    REFUSE(swp_model_add_first_order_actuator(m, "a", u, 1, NULL, nan_start, &out.function), SWP_INVALID_ARGUMENT, "start");
    REFUSE(swp_model_add_first_order_actuator(m, "servo", u, 1, NULL, NULL, &out.function), SWP_DUPLICATE_NAME, "servo");
    REFUSE(swp_model_add_first_order_actuator(m, "", u, 1, NULL, NULL, &out.function), SWP_INVALID_ARGUMENT, "name");
    REFUSE(swp_model_add_second_order_actuator(m, "a", u, -1, 1, NULL, start, &out.function), SWP_INVALID_ARGUMENT, "frequency");
    REFUSE(swp_model_add_second_order_actuator(m, "a", u, 1, 0, NULL, start, &out.function), SWP_INVALID_ARGUMENT, "damping");
    REFUSE(swp_model_add_second_order_actuator(m, "a", u, 1, INFINITY, NULL, start, &out.function), SWP_INVALID_ARGUMENT, "damping");
    REFUSE(swp_model_add_second_order_actuator(m, "a", u, 1, 1, &fine, fast, &out.function), SWP_INVALID_ARGUMENT, "largest");
    REFUSE(swp_model_add_second_order_actuator(m, "a", u, 1, 1, NULL, start, NULL), SWP_NULL_POINTER, "out");
}

static void chains(const rig *r) {
    swp_link link = {SWP_LINK_REVOLUTE, 0, 0, 1, 0, 1, {0, 0, 0}, {0.1, 0, 0, 0, 0.1, 0, 0, 0, 0.1}};
    swp_link links[2] = {link, link};
    swp_attachment stale = r->base;
    stale.node.id = 0;
    swp_model *m = r->model;
    REFUSE(swp_model_add_chain(m, "arm", NULL, 1, links, out.nodes, out2.joints), SWP_NULL_POINTER, "base");
    REFUSE(swp_model_add_chain(m, "arm", &r->base, 1, NULL, out.nodes, out2.joints), SWP_NULL_POINTER, "links");
    REFUSE(swp_model_add_chain(m, "arm", &r->base, 1, links, NULL, out2.joints), SWP_NULL_POINTER, "nodes");
    REFUSE(swp_model_add_chain(m, "arm", &r->base, 1, links, out.nodes, NULL), SWP_NULL_POINTER, "joints");
    REFUSE(swp_model_add_chain(m, NULL, &r->base, 1, links, out.nodes, out2.joints), SWP_NULL_POINTER, "name");
    REFUSE(swp_model_add_chain(m, "", &r->base, 1, links, out.nodes, out2.joints), SWP_INVALID_ARGUMENT, "name");
    REFUSE(swp_model_add_chain(m, "arm", &r->base, 0, links, out.nodes, out2.joints), SWP_INVALID_ARGUMENT, "no links");
    REFUSE(swp_model_add_chain(m, "arm", &r->base, SIZE_MAX, links, out.nodes, out2.joints), SWP_WRONG_SIZE, "elements");
    REFUSE(swp_model_add_chain(m, "arm", &stale, 1, links, out.nodes, out2.joints), SWP_UNKNOWN_ID, "node");
    links[1].joint = 7;
    REFUSE(swp_model_add_chain(m, "arm", &r->base, 2, links, out.nodes, out2.joints), SWP_INVALID_ARGUMENT, "link 2");
    links[1] = link;
    links[1].alpha = NAN;
    REFUSE(swp_model_add_chain(m, "arm", &r->base, 2, links, out.nodes, out2.joints), SWP_INVALID_ARGUMENT, "arm link 2");
    links[1] = link;
    links[1].mass = -1;
    REFUSE(swp_model_add_chain(m, "arm", &r->base, 2, links, out.nodes, out2.joints), SWP_INVALID_ARGUMENT, "arm link 2");
    links[1] = link;
    links[1].inertia[0] = 9;
    REFUSE(swp_model_add_chain(m, "arm", &r->base, 2, links, out.nodes, out2.joints), SWP_INVALID_ARGUMENT, "arm link 2");
}

static void gears(const rig *r) {
    swp_joint_coordinate one = {r->shafts[0], 0}, two = {r->shafts[1], 0}, skew = {r->shafts[2], 0};
    swp_joint_coordinate none = {{0}, 0}, beyond = {r->shafts[0], 1}, below = {r->shafts[0], -1};
    swp_model *m = r->model;
    REFUSE(swp_model_add_gears(m, "g", one, two, 20, 30, 0, NULL), SWP_NULL_POINTER, "out");
    REFUSE(swp_model_add_gears(m, NULL, one, two, 20, 30, 0, &out.coupling), SWP_NULL_POINTER, "name");
    REFUSE(swp_model_add_gears(m, "g", none, two, 20, 30, 0, &out.coupling), SWP_UNKNOWN_ID, "joint");
    REFUSE(swp_model_add_gears(m, "g", beyond, two, 20, 30, 0, &out.coupling), SWP_INVALID_ARGUMENT, "no coordinate");
    REFUSE(swp_model_add_gears(m, "g", below, two, 20, 30, 0, &out.coupling), SWP_INVALID_ARGUMENT, "negative");
    REFUSE(swp_model_add_gears(m, "g", one, two, 0, 30, 0, &out.coupling), SWP_INVALID_ARGUMENT, "teeth");
    REFUSE(swp_model_add_gears(m, "g", one, two, 20, NAN, 0, &out.coupling), SWP_INVALID_ARGUMENT, "teeth");
    REFUSE(swp_model_add_gears(m, "g", one, two, 20, 30, 2, &out.coupling), SWP_INVALID_ARGUMENT, "internal");
    REFUSE(swp_model_add_gears(m, "g", one, skew, 20, 30, 0, &out.coupling), SWP_INVALID_ARGUMENT, "parallel");
    REFUSE(swp_model_add_gears(m, "g", one, one, 20, 30, 0, &out.coupling), SWP_INVALID_ARGUMENT, "twice");
    REFUSE(swp_model_add_gears(m, "gears", one, two, 20, 30, 0, &out.coupling), SWP_DUPLICATE_NAME, "gears");
    REFUSE(swp_model_add_bevel_gears(m, "g", one, two, 20, 30, &out.coupling), SWP_INVALID_ARGUMENT, "spur");
    REFUSE(swp_model_add_bevel_gears(m, "g", one, skew, 20, 30, &out.coupling), SWP_INVALID_ARGUMENT, "pass each other");
    REFUSE(swp_model_add_bevel_gears(m, "g", one, two, -1, 30, &out.coupling), SWP_INVALID_ARGUMENT, "teeth");
    REFUSE(swp_model_add_rack(m, "g", one, two, 0.1, &out.coupling), SWP_INVALID_ARGUMENT, "slides");
    REFUSE(swp_model_add_rack(m, "g", one, two, INFINITY, &out.coupling), SWP_INVALID_ARGUMENT, "radius");
    REFUSE(swp_model_add_belt(m, "g", one, two, 0.1, 0, 0, &out.coupling), SWP_INVALID_ARGUMENT, "radius");
    REFUSE(swp_model_add_belt(m, "g", one, two, 0.1, 0.1, -1, &out.coupling), SWP_INVALID_ARGUMENT, "crossed");
    REFUSE(swp_model_add_differential(m, "g", one, two, skew, &out.coupling), SWP_INVALID_ARGUMENT, "parallel");
    REFUSE(swp_model_add_differential(m, "g", one, two, two, &out.coupling), SWP_INVALID_ARGUMENT, "twice");
    REFUSE(swp_model_add_differential(m, "g", none, one, two, &out.coupling), SWP_UNKNOWN_ID, "joint");
}

static void locks(const rig *r) {
    swp_joint none = {0};
    REFUSE(swp_model_schedule_lock(r->model, none, 0, 1, 1), SWP_UNKNOWN_ID, "joint");
    REFUSE(swp_model_schedule_lock(r->model, r->shafts[0], 0, 1, 1), SWP_INVALID_ARGUMENT, "no lock");
    REFUSE(swp_model_add_lock(r->model, r->shafts[0], 0, 0), SWP_INVALID_ARGUMENT, "both a drive and a lock");
    REFUSE(swp_model_drive_joint(r->model, r->shafts[2], 0, r->servo), SWP_INVALID_ARGUMENT, "both a drive and a lock");
    REFUSE(swp_model_schedule_lock(r->model, r->shafts[2], 3, 1, 1), SWP_INVALID_ARGUMENT, "no coordinate");
    REFUSE(swp_model_schedule_lock(r->model, r->shafts[2], 0, NAN, 1), SWP_INVALID_ARGUMENT, "time");
    REFUSE(swp_model_schedule_lock(r->model, r->shafts[2], 0, 1, 2), SWP_INVALID_ARGUMENT, "0 or 1");
    REFUSE(swp_model_schedule_lock(r->model, r->shafts[2], 0, 0.05, 0), SWP_INVALID_ARGUMENT, "already");
}

static void simulations(const rig *r) {
    swp_function none = {0};
    swp_coupling wrong = {0x03000001};
    REFUSE(swp_sim_actuator(sim, r->constant, &out.motion), SWP_INVALID_ARGUMENT, "not an actuator");
    REFUSE(swp_sim_actuator(sim, none, &out.motion), SWP_UNKNOWN_ID, "function");
    REFUSE(swp_sim_actuator(sim, r->servo, NULL), SWP_NULL_POINTER, "out");
    REFUSE(swp_sim_coupling_effort(sim, wrong, 0, &out.number), SWP_UNKNOWN_ID, "coupling");
    REFUSE(swp_sim_coupling_effort(sim, r->gears, 2, &out.number), SWP_INVALID_ARGUMENT, "no number 2");
    REFUSE(swp_sim_coupling_effort(sim, r->gears, -1, &out.number), SWP_INVALID_ARGUMENT, "negative");
    REFUSE(swp_sim_coupling_effort(sim, r->gears, 0, NULL), SWP_NULL_POINTER, "out");
    REFUSE(swp_sim_lock_state(sim, r->shafts[0], 0, &out.lock), SWP_INVALID_ARGUMENT, "no lock");
    REFUSE(swp_sim_lock_state(sim, r->shafts[2], 0, NULL), SWP_NULL_POINTER, "out");
    REFUSE(swp_sim_assembly(sim, &out.assembly), SWP_WRONG_STATE, "assemble");
}

/* Joint angles after 0.1 s. */
static void run(const rig *r, double *angles, int bad) {
    MUST(swp_sim_create(r->model, NULL, &sim));
    if (bad) simulations(r);
    MUST(swp_sim_advance(sim, 0.1, 1e-3));
    for (int k = 0; k < 3; k++) MUST(swp_sim_joint_coordinate(sim, r->shafts[k], 0, &angles[k], NULL));
    swp_lock_state lock;
    MUST(swp_sim_lock_state(sim, r->shafts[2], 0, &lock));
    if (!lock.locked || fabs(lock.since - 0.05) > 1e-12) failed++;
    if (bad) {
        REFUSE(swp_sim_assembly(sim, NULL), SWP_WRONG_STATE, "assemble");
    }
    swp_sim_free(sim);
    sim = NULL;
}

int main(void) {
    set_pattern();
    rig used = make_rig();
    actuators(&used);
    chains(&used);
    gears(&used);
    locks(&used);
    swp_sim_options options;
    MUST(swp_sim_options_init(&options));
    options.assemble = 3;
    swp_sim *none = NULL;
    if (swp_sim_create(used.model, &options, &none) != SWP_INVALID_ARGUMENT || none) failed++;
    else passed++;
    rig fresh = make_rig();
    double one[3], two[3];
    run(&used, one, 1);
    run(&fresh, two, 0);
    if (memcmp(one, two, sizeof one) != 0 || one[0] == 0) failed++;
    else passed++;
    swp_model_free(used.model);
    swp_model_free(fresh.model);
    printf("%d passed, %d failed\n", passed, failed);
    return failed != 0;
}
