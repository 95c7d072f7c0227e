/* Hostile use: numbers at the ends of their range and calls that must not be half done. No call may hang, abort or leave something
 * behind; the run itself is bounded by an alarm.
 *
 * usage: hostile    prints `N passed, M failed`
 */
#define _GNU_SOURCE
#include <fenv.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <swashplate.h>
#include <unistd.h>

static int passed, failed;
static swp_model *model;

static void judge(int line, int good, const char *claim) {
    if (good) {
        passed++;
    } else {
        char text[1000] = "";
        swp_model_error(model, text, sizeof text, NULL);
        failed++;
        fprintf(stderr, "line %d: %s; %s\n", line, claim, text);
    }
}
#define SHOW(condition, claim) judge(__LINE__, (condition), (claim))
#define MUST(call) SHOW((call) == SWP_OK, #call)

static const double origin[3] = {0, 0, 0}, unit[4] = {1, 0, 0, 0};
static const double inertia[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};

/* The model's text, to be freed. */
static char *text_of_model(void) {
    size_t needed = 0;
    swp_model_to_text(model, NULL, 0, &needed);
    char *text = malloc(needed);
    SHOW(text && swp_model_to_text(model, text, needed, NULL) == SWP_OK, "the model has a text");
    return text;
}

static swp_node new_model(double gap) {
    swp_node ground, body;
    swp_body rigid;
    MUST(swp_model_create(&model));
    MUST(swp_model_add_ground(model, "ground", origin, unit, &ground));
    MUST(swp_model_add_node(model, "body", (double[3]){gap, 0, 0}, unit, &body));
    MUST(swp_model_add_rigid_body(model, "body", body, 1.0, origin, inertia, &rigid));
    if (gap != 0.0) {
        swp_attachment a = {ground, {0, 0, 0}, {1, 0, 0, 0}}, b = {body, {0, 0, 0}, {1, 0, 0, 0}};
        swp_joint joint;
        MUST(swp_model_add_revolute(model, "hinge", &a, &b, &joint));
    }
    return ground;
}

/* Gaps of joints to be closed by the assembly, far beyond any size. */
static void wide_gaps(void) {
    for (double gap = 1e10; gap < 1e305; gap *= 1e30) {
        new_model(gap);
        swp_sim_options options;
        MUST(swp_sim_options_init(&options));
        options.assemble = 1;
        swp_sim *sim = NULL;
        swp_status status = swp_sim_create(model, &options, &sim);
        char text[2000] = "";
        if (status != SWP_OK) swp_model_error(model, text, sizeof text, NULL);
        SHOW(status == SWP_OK || strstr(text, "hinge") || strstr(text, "body"), "a gap is closed, or refused by name");
        swp_sim_free(sim);
        swp_model_free(model);
    }
}

/* Nothing to assemble is assembled. */
static void no_joints(void) {
    new_model(0.0);
    swp_sim_options options;
    MUST(swp_sim_options_init(&options));
    options.assemble = 1;
    swp_sim *sim = NULL;
    MUST(swp_sim_create(model, &options, &sim));
    swp_assembly report;
    MUST(swp_sim_assembly(sim, &report));
    SHOW(report.iterations == 0 && report.gap_before == 0.0, "nothing was done");
    MUST(swp_sim_step(sim, 1e-3));
    swp_sim_free(sim);
    swp_model_free(model);
}

/* A chain whose fourth link cannot be placed leaves none. */
static void half_a_chain(void) {
    swp_node ground = new_model(0.0);
    char *before = text_of_model();
    swp_link links[4] = {{0}};
    for (int k = 0; k < 4; k++) {
        links[k].a = 8e307;
        links[k].mass = 1.0;
        memcpy(links[k].inertia, inertia, sizeof inertia);
    }
    swp_attachment base = {ground, {0, 0, 0}, {1, 0, 0, 0}};
    swp_node nodes[4];
    swp_joint joints[4];
    swp_status status = swp_model_add_chain(model, "arm", &base, 4, links, nodes, joints);
    SHOW(status == SWP_INVALID_ARGUMENT, "a chain that ends beyond all numbers is refused");
    char *after = text_of_model();
    SHOW(strcmp(before, after) == 0, "the model is as it was");
    free(before);
    free(after);
    swp_model_free(model);
}

/* A finding whose text does not fit gives no numbers either. */
static void half_a_finding(void) {
    swp_node ground, body;
    MUST(swp_model_create(&model));
    MUST(swp_model_add_ground(model, "ground", origin, unit, &ground));
    MUST(swp_model_add_node(model, "without mass", origin, unit, &body));
    swp_diagnosis *diagnosis = NULL;
    MUST(swp_model_diagnose(model, NULL, 1e-3, &diagnosis));
    int32_t severity = -77, kind = -77;
    char small[4] = "";
    swp_status status = swp_diagnosis_finding(diagnosis, 0, &severity, &kind, small, sizeof small, NULL);
    SHOW(status == SWP_WRONG_SIZE && severity == -77 && kind == -77, "a call that fails writes nothing");
    MUST(swp_diagnosis_finding(diagnosis, 0, &severity, &kind, NULL, 0, &(size_t){0}));
    SHOW(severity >= 0 && kind >= 0, "a call that succeeds writes both");
    swp_diagnosis_free(diagnosis);
    swp_model_free(model);
}

/* Members of a later header are refused, not ignored. */
static void later_members(void) {
    new_model(0.0);
    swp_sim_options options;
    MUST(swp_sim_options_init(&options));
    options.reserved[3] = 1;
    swp_sim *sim = NULL;
    char text[1000] = "";
    SHOW(swp_sim_create(model, &options, &sim) == SWP_INVALID_ARGUMENT && !sim, "options of a later version are refused");
    swp_model_error(model, text, sizeof text, NULL);
    SHOW(strstr(text, "reserved") && strstr(text, "swp_sim_options_init"), "the text names the member and the remedy");
    MUST(swp_sim_create(model, NULL, &sim));
    swp_step_control control;
    MUST(swp_step_control_init(&control));
    control.reserved[7] = 1;
    SHOW(swp_sim_advance_controlled(sim, 0.1, &control, NULL) == SWP_INVALID_ARGUMENT, "a control of a later version is refused");
    swp_path_options path;
    MUST(swp_path_options_init(&path));
    path.reserved[0] = 1;
    SHOW(swp_sim_trace_path(sim, NULL, 1.0, &path) == SWP_INVALID_ARGUMENT, "a path of a later version is refused");
    swp_sim_free(sim);
    swp_model_free(model);
}

static int seen_rounding, seen_traps;

static int32_t swing(double t, double *values, void *user) {
    (void)user;
    seen_rounding = fegetround();
    seen_traps = fegetexcept();
    values[0] = 0.1 * t * t, values[1] = 0.2 * t, values[2] = 0.2;
    return 0;
}

/* A pendulum after 50 steps, driven by the host or falling. */
static swp_motion swung(int driven) {
    swp_function angle;
    swp_node body;
    new_model(1.0);
    swp_joint joint;
    MUST(swp_model_find_node(model, "body", &body));
    MUST(swp_model_find_joint(model, "hinge", &joint));
    if (driven) {
        MUST(swp_model_add_callback(model, swing, NULL, &angle));
        MUST(swp_model_drive_joint(model, joint, 0, angle));
    } else {
        MUST(swp_model_set_gravity(model, (double[3]){0.3, -9.81, 0}));
        MUST(swp_model_start_joint(model, joint, 0, 0.3, 1.7));
    }
    swp_sim_options options;
    MUST(swp_sim_options_init(&options));
    options.assemble = 1;
    swp_sim *sim = NULL;
    MUST(swp_sim_create(model, &options, &sim));
    for (int k = 0; k < 50; k++) MUST(swp_sim_step(sim, 1e-2));
    swp_motion motion;
    MUST(swp_sim_motion(sim, body, &motion));
    swp_sim_free(sim);
    swp_model_free(model);
    return motion;
}

/* Traps, flags and rounding of the host: the same bits, callbacks in the host's modes, and everything as it was afterwards. */
static void floating_modes(void) {
    swp_motion plain = swung(0);
    fesetround(FE_UPWARD);
    feclearexcept(FE_ALL_EXCEPT);
    feenableexcept(FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW);
    if (fegetexcept() == 0) return; /* a machine, or valgrind, that cannot trap */
    swp_motion trapped = swung(0);
    swung(1);
    int flags = fetestexcept(FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW), rounding = fegetround(), traps = fegetexcept();
    fedisableexcept(FE_ALL_EXCEPT);
    fesetround(FE_TONEAREST);
    SHOW(memcmp(&plain, &trapped, sizeof plain) == 0, "the same bits whatever the modes");
    SHOW(flags == 0, "no flag of the host is raised");
    SHOW(rounding == FE_UPWARD && traps == (FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW), "the host's modes are as they were");
    SHOW(seen_rounding == FE_UPWARD && seen_traps == traps, "callbacks have the host's modes");
}

int main(void) {
    alarm(120);
    wide_gaps();
    no_joints();
    half_a_chain();
    half_a_finding();
    later_members();
    floating_modes();
    printf("%d passed, %d failed\n", passed, failed);
    return failed != 0;
}
