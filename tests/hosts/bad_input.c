/* Bad input through the C ABI. Nothing may crash, hang, print, exit or change the handle it was given to.
 *
 * Every case asserts the exact status, a fresh text that holds the given words (the thing by name, and the remedy), out
 * memory that is as it was, and a handle that is as it was:
 *   - a model: same counts, and a simulation of it gives the same bits as one of a model that saw no bad call;
 *   - a simulation: the bytes of its state are those of a twin that saw no bad call, before and after a further step.
 * Cases that could take the process down run in a child.
 *
 * usage: bad_input [-v]    prints `N passed, M failed`, and a line per failure (with -v per text) to stderr
 */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <pthread.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <swashplate.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- counting ---------------------------------------------------------------------------------------------------- */

static FILE *report; /* the stderr that we were given */
static int printed;  /* a file: descriptors 1 and 2 lead to it */
static int passed, failed, verbose;
static const char *current;
static int current_ok;

static void begin_case(const char *name) {
    current = name;
    current_ok = 1;
}

static void end_case(void) {
    if (current_ok) {
        passed++;
    } else {
        failed++;
    }
}

static void expect(int condition, const char *format, ...) {
    if (condition) return;
    va_list list;
    va_start(list, format);
    fprintf(report, "FAIL %s: ", current);
    vfprintf(report, format, list);
    fputc('\n', report);
    va_end(list);
    current_ok = 0;
}

/* What must work, or the test itself is wrong. */
#define MUST(call)                                                                                     \
    do {                                                                                               \
        swp_status must_ = (call);                                                                     \
        expect(must_ == SWP_OK, "line %d: %s: %s", __LINE__, #call, swp_status_name(must_));            \
    } while (0)

/* The file is emptied after a look at it. */
static void expect_nothing_printed(void) {
    char text[200] = "";
    fflush(NULL);
    ssize_t count = pread(printed, text, sizeof text - 1, 0);
    text[count > 0 ? count : 0] = '\0';
    char *line = text + strspn(text, "\n");
    line[strcspn(line, "\n")] = '\0';
    expect(count == 0, "printed: %s", line);
    expect(ftruncate(printed, 0) == 0 && lseek(printed, 0, SEEK_SET) == 0, "ftruncate");
}

/* Does the text hold every word of "one|two"? */
static int says(const char *text, const char *words) {
    char word[200];
    while (*words) {
        size_t n = strcspn(words, "|");
        if (n >= sizeof word) return 0;
        memcpy(word, words, n);
        word[n] = '\0';
        if (!strstr(text, word)) return 0;
        words += n + (words[n] == '|');
    }
    return 1;
}

/* Room for any result, filled with a pattern that no failing call may touch. */
static union {
    unsigned char bytes[1024];
    double numbers[128];
    size_t size;
    swp_node node;
    swp_body body;
    swp_joint joint;
    swp_function function;
    swp_spring spring;
    swp_load load;
    swp_section section;
    swp_beam beam;
    swp_stations stations;
    swp_attachment attachment;
    swp_motion motion;
    swp_audit audit;
    swp_newton_report newton;
    swp_step_audit step_audit;
    swp_sim_counters counters;
    swp_line_spring line_spring;
    swp_line_spring_state line_spring_state;
    swp_bushing bushing;
    swp_bushing_state bushing_state;
    swp_contact contact;
    swp_contact_state contact_state;
    swp_pfaffian pfaffian;
    swp_coupling coupling;
    swp_host_element host_element;
    swp_host_condition host_condition;
    swp_host_check host_check;
    swp_diagnosis *diagnosis;
    swp_diagnosis_numbers diagnosis_numbers;
    swp_host_element_options host_options;
    int32_t flag;
    swp_model *model;
    swp_sim *sim;
    swp_snapshot *snapshot;
} out;

static void fresh_out(void) { memset(out.bytes, 0xA5, sizeof out.bytes); }

static void expect_out_untouched(void) {
    int same = 1;
    for (size_t i = 0; i < sizeof out.bytes; i++) same = same && out.bytes[i] == 0xA5;
    expect(same, "the caller's memory was written");
    fresh_out();
}

static void expect_status(swp_status got, swp_status want) {
    expect(got == want, "status %s, not %s", swp_status_name(got), swp_status_name(want));
}

static void expect_text(const char *text, const char *stale, const char *words) {
    if (verbose) fprintf(report, "text %-60s | %s\n", current, text);
    expect(text[0] != '\0', "no text");
    expect(!strstr(text, stale), "the text is that of an earlier failure");
    expect(says(text, words), "the text does not say \"%s\": %s", words, text);
}

/* ---- a sound mechanism to be abused ------------------------------------------------------------------------------- */

#define TEXT 8192
static const double zero[3] = {0, 0, 0};
static const double unit[4] = {1, 0, 0, 0};
static const double about_y[4] = {0.7071067811865476, -0.7071067811865476, 0, 0}; /* axis 3 along y */
static const double along_x[4] = {0.7071067811865476, 0, 0.7071067811865476, 0};  /* axis 3 along x */
static const double inertia[9] = {0.02, 0, 0, 0, 0.03, 0, 0, 0, 0.04};

typedef struct {
    swp_model *model;
    swp_node ground, arm, slider, shaft, weight;
    swp_body body;
    swp_joint hinge, slide, bearing, rod;
    swp_function push, pull, wave;
    swp_attachment on_arm, on_slider; /* for a joint that would fit */
} Rig;

/* An arm on a hinge, a slider on a spring along it, a weight on a rod, a driven shaft, two inputs. */
static Rig make_rig(void) {
    Rig r;
    swp_attachment a, b;
    swp_spring spring;
    swp_load load;
    memset(&r, 0, sizeof r);
    MUST(swp_model_create(&r.model));
    MUST(swp_model_set_gravity(r.model, (double[3]){0, 0, -9.81}));
    MUST(swp_model_add_ground(r.model, "ground", zero, NULL, &r.ground));
    MUST(swp_model_add_node(r.model, "arm", (double[3]){0.5, 0, 0}, unit, &r.arm));
    MUST(swp_model_add_node(r.model, "slider", (double[3]){0.7, 0, 0}, NULL, &r.slider));
    MUST(swp_model_add_node(r.model, "shaft", (double[3]){0, 1, 0}, NULL, &r.shaft));
    MUST(swp_model_add_point_node(r.model, "weight", (double[3]){0.7, 0, -0.4}, &r.weight));
    MUST(swp_model_add_rigid_body(r.model, "arm body", r.arm, 2.0, zero, inertia, &r.body));
    MUST(swp_model_add_rigid_body(r.model, "slider body", r.slider, 0.5, zero, inertia, &r.body));
    MUST(swp_model_add_rigid_body(r.model, "shaft body", r.shaft, 1.0, zero, inertia, &r.body));
    MUST(swp_model_add_point_mass(r.model, "weight mass", r.weight, 0.3, NULL, &r.body));
    MUST(swp_model_attach(r.model, r.ground, zero, about_y, &a));
    MUST(swp_model_attach(r.model, r.arm, zero, about_y, &b));
    MUST(swp_model_add_revolute(r.model, "hinge", &a, &b, &r.hinge));
    MUST(swp_model_attach(r.model, r.arm, (double[3]){0.7, 0, 0}, along_x, &r.on_arm));
    MUST(swp_model_attach(r.model, r.slider, (double[3]){0.7, 0, 0}, along_x, &r.on_slider));
    MUST(swp_model_add_prismatic(r.model, "slide", &r.on_arm, &r.on_slider, &r.slide));
    MUST(swp_model_add_joint_spring(r.model, "slide spring", r.slide, 0, 300.0, 2.0, 0.0, &spring));
    MUST(swp_model_attach(r.model, r.ground, (double[3]){0, 1, 0}, NULL, &a));
    MUST(swp_model_attach(r.model, r.shaft, (double[3]){0, 1, 0}, NULL, &b));
    MUST(swp_model_add_revolute(r.model, "bearing", &a, &b, &r.bearing));
    MUST(swp_model_add_harmonic(r.model, 0.2, 3.0, 0.0, &r.wave));
    MUST(swp_model_drive_joint(r.model, r.bearing, 0, r.wave));
    MUST(swp_model_attach(r.model, r.slider, (double[3]){0.7, 0, 0}, NULL, &a));
    MUST(swp_model_attach(r.model, r.weight, (double[3]){0.7, 0, -0.4}, NULL, &b));
    MUST(swp_model_add_distance(r.model, "rod", &a, &b, 0.4, &r.rod));
    MUST(swp_model_add_input(r.model, "push", 0.1, &r.push));
    MUST(swp_model_add_input(r.model, "pull", -0.2, &r.pull));
    MUST(swp_model_add_force(r.model, "push force", r.slider, SWP_DEAD, (double[3]){0, 0, 1}, NULL, r.push, &load));
    MUST(swp_model_add_force(r.model, "pull force", r.weight, SWP_DEAD, (double[3]){1, 0, 0}, NULL, r.pull, &load));
    return r;
}

typedef struct {
    uint8_t data[8192];
    size_t length;
} Bytes;

static Bytes state_of(const swp_sim *sim) {
    Bytes b;
    swp_snapshot *snapshot = NULL;
    memset(&b, 0, sizeof b);
    MUST(swp_sim_save(sim, &snapshot));
    MUST(swp_snapshot_to_bytes(snapshot, NULL, 0, &b.length));
    MUST(swp_snapshot_to_bytes(snapshot, b.data, sizeof b.data, &b.length));
    swp_snapshot_free(snapshot);
    return b;
}

static int same_bytes(const Bytes *a, const Bytes *b) { return a->length == b->length && !memcmp(a->data, b->data, a->length); }

static int same_state(const swp_sim *a, const swp_sim *b) {
    Bytes x = state_of(a), y = state_of(b);
    return same_bytes(&x, &y);
}

/* Bits that a simulation of this model gives. */
static Bytes bits_of(swp_model *model) {
    Bytes b;
    swp_sim *sim = NULL;
    memset(&b, 0, sizeof b);
    MUST(swp_sim_create(model, NULL, &sim));
    if (!sim) return b;
    for (int i = 0; i < 3; i++) MUST(swp_sim_step(sim, 1e-3));
    b = state_of(sim);
    swp_sim_free(sim);
    return b;
}

/* ---- refusals ------------------------------------------------------------------------------------------------------ */

static Rig rig;        /* takes the bad calls on models */
static Bytes rig_bits; /* of a rig that took none */
static size_t rig_nodes = 5, rig_joints = 4;

/* A bad call on `rig.model` gave `got`. */
static void model_refuses(const char *name, swp_status got, swp_status want, const char *words) {
    char text[TEXT] = "";
    size_t nodes = 0, joints = 0;
    begin_case(name);
    expect_status(got, want);
    MUST(swp_model_error(rig.model, text, sizeof text, NULL));
    expect_text(text, "nobody", words);
    expect_out_untouched();
    MUST(swp_model_node_count(rig.model, &nodes));
    MUST(swp_model_joint_count(rig.model, &joints));
    expect(nodes == rig_nodes && joints == rig_joints, "the model has %zu nodes and %zu joints", nodes, joints);
    Bytes bits = bits_of(rig.model);
    expect(same_bytes(&bits, &rig_bits), "a simulation of the model gives other bits");
    expect(swp_model_find_node(rig.model, "nobody", &out.node) == SWP_UNKNOWN_ID, "marker");
    end_case();
}

/* A bad call without a handle gave `got`. */
static void thread_refuses(const char *name, swp_status got, swp_status want, const char *words) {
    char text[TEXT] = "";
    begin_case(name);
    expect_status(got, want);
    MUST(swp_last_error(text, sizeof text, NULL));
    expect_text(text, "98.98", words);
    expect_out_untouched();
    expect(swp_check_version(989898) == SWP_VERSION_MISMATCH, "marker");
    end_case();
}

static Rig used;           /* the model of these two */
static swp_sim *sim, *twin; /* takes the bad calls; takes none */
static int step_open;      /* are steps of both open? */

/* A bad call on `sim` gave `got`. */
static void sim_refuses(const char *name, swp_status got, swp_status want, const char *words) {
    char text[TEXT] = "";
    double t = -1, twin_t = -2;
    begin_case(name);
    expect_status(got, want);
    MUST(swp_sim_error(sim, text, sizeof text, NULL));
    expect_text(text, "12345", words);
    expect_out_untouched();
    MUST(swp_sim_time(sim, &t));
    MUST(swp_sim_time(twin, &twin_t));
    expect(t == twin_t, "the time is %g, not %g", t, twin_t);
    expect(same_state(sim, twin), "the simulation has changed");
    if (step_open) {
        MUST(swp_sim_iterate(sim));
        MUST(swp_sim_iterate(twin));
        MUST(swp_sim_accept(sim));
        MUST(swp_sim_accept(twin));
    } else {
        MUST(swp_sim_step(sim, 1e-3));
        MUST(swp_sim_step(twin, 1e-3));
    }
    expect(same_state(sim, twin), "a following step gives other bits");
    if (step_open) {
        MUST(swp_sim_begin(sim, 1e-3));
        MUST(swp_sim_begin(twin, 1e-3));
    }
    expect(swp_sim_motion(sim, (swp_node){0x12345}, &out.motion) == SWP_UNKNOWN_ID, "marker");
    end_case();
}

/* A model of its own that cannot be simulated; it is freed. */
static void create_refuses(const char *name, swp_model *model, const swp_sim_options *options, swp_status want, const char *words) {
    char text[TEXT] = "", again[TEXT] = "";
    swp_function added;
    size_t nodes = 0, after = 1;
    begin_case(name);
    MUST(swp_model_node_count(model, &nodes));
    expect_status(swp_sim_create(model, options, &out.sim), want);
    MUST(swp_model_error(model, text, sizeof text, NULL));
    expect_text(text, "nobody", words);
    expect_out_untouched();
    MUST(swp_model_node_count(model, &after));
    expect(nodes == after, "the model has other nodes");
    expect_status(swp_sim_create(model, options, &out.sim), want);
    MUST(swp_model_error(model, again, sizeof again, NULL));
    expect(!strcmp(text, again), "the second text differs: %s", again);
    expect_out_untouched();
    MUST(swp_model_add_constant(model, 1.0, &added)); /* not left frozen */
    end_case();
    swp_model_free(model);
}

/* Options with bad numbers, on a rig that is sound. */
static void options_refuse(const char *name, const swp_sim_options *options, swp_status want, const char *words) {
    model_refuses(name, swp_sim_create(rig.model, options, &out.sim), want, words);
}

/* A case that might crash or hang, in a child: it returns 0 if all went well. */
static void survives(const char *name, int (*hostile)(void)) {
    int status = 0;
    begin_case(name);
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        alarm(20);
        int answer = hostile();
        swp_sim_free(sim); /* so that a leak check of the child finds only what the case left behind */
        swp_sim_free(twin);
        swp_model_free(used.model);
        swp_model_free(rig.model);
        _exit(answer ? answer : current_ok ? 0 : 99);
    }
    expect(child > 0 && waitpid(child, &status, 0) == child, "fork");
    expect(!WIFSIGNALED(status), "signal %d%s", WTERMSIG(status), WTERMSIG(status) == SIGALRM ? " (it hangs)" : "");
    expect(WIFSIGNALED(status) || WEXITSTATUS(status) == 0, "wrong answer, number %d", WEXITSTATUS(status));
    expect_nothing_printed();
    end_case();
}

/* ---- no handle ------------------------------------------------------------------------------------------------------ */

static void null_handles(void) {
    const double *x = zero;
    swp_attachment at = rig.on_arm;
    swp_model *no = NULL;
    swp_sim *none = NULL;
#define NO_MODEL(call) thread_refuses("NULL model: " #call, call, SWP_NULL_POINTER, "model|NULL")
#define NO_SIM(call) thread_refuses("NULL sim: " #call, call, SWP_NULL_POINTER, "sim|NULL")
    thread_refuses("swp_model_create without out", swp_model_create(NULL), SWP_NULL_POINTER, "out");
    thread_refuses("swp_sim_options_init of NULL", swp_sim_options_init(NULL), SWP_NULL_POINTER, "options");
    thread_refuses("version 0", swp_check_version(0), SWP_VERSION_MISMATCH, "version|0.0");
    thread_refuses("version of the next minor", swp_check_version(SWP_VERSION + 100), SWP_VERSION_MISMATCH, "version");
    thread_refuses("version of the next major", swp_check_version(SWP_VERSION + 10000), SWP_VERSION_MISMATCH, "version");
    thread_refuses("version 4294967295", swp_check_version(UINT32_MAX), SWP_VERSION_MISMATCH, "version");
    NO_MODEL(swp_model_error(no, (char *)out.bytes, 10, &out.size));
    NO_MODEL(swp_model_add_node(no, "n", x, NULL, &out.node));
    NO_MODEL(swp_model_add_ground(no, "n", x, NULL, &out.node));
    NO_MODEL(swp_model_add_point_node(no, "n", x, &out.node));
    NO_MODEL(swp_model_set_node_velocity(no, rig.arm, x, x));
    NO_MODEL(swp_model_find_node(no, "arm", &out.node));
    NO_MODEL(swp_model_node_count(no, &out.size));
    NO_MODEL(swp_model_joint_count(no, &out.size));
    NO_MODEL(swp_model_set_gravity(no, x));
    NO_MODEL(swp_model_add_rigid_body(no, "b", rig.arm, 1, x, inertia, &out.body));
    NO_MODEL(swp_model_add_point_mass(no, "b", rig.arm, 1, x, &out.body));
    NO_MODEL(swp_model_add_constant(no, 1, &out.function));
    NO_MODEL(swp_model_add_table(no, 2, x, x, 0, &out.function));
    NO_MODEL(swp_model_add_harmonic(no, 1, 1, 0, &out.function));
    NO_MODEL(swp_model_add_one_minus_cosine(no, 1, 0, 1, true, &out.function));
    NO_MODEL(swp_model_add_sum(no, 1, &rig.push, &out.function));
    NO_MODEL(swp_model_add_product(no, 1, &rig.push, &out.function));
    NO_MODEL(swp_model_add_callback(no, NULL, NULL, &out.function));
    NO_MODEL(swp_model_add_input(no, "i", 0, &out.function));
    NO_MODEL(swp_model_find_input(no, "push", &out.function));
    NO_MODEL(swp_model_check(no));
    NO_MODEL(swp_model_find_joint(no, "hinge", &out.joint));
    NO_MODEL(swp_model_attach(no, rig.arm, x, NULL, &out.attachment));
    NO_MODEL(swp_model_add_revolute(no, "j", &at, &at, &out.joint));
    NO_MODEL(swp_model_add_prismatic(no, "j", &at, &at, &out.joint));
    NO_MODEL(swp_model_add_cylindrical(no, "j", &at, &at, &out.joint));
    NO_MODEL(swp_model_add_planar(no, "j", &at, &at, &out.joint));
    NO_MODEL(swp_model_add_spherical(no, "j", &at, &at, &out.joint));
    NO_MODEL(swp_model_add_universal(no, "j", &at, &at, &out.joint));
    NO_MODEL(swp_model_add_rigid_connection(no, "j", &at, &at, &out.joint));
    NO_MODEL(swp_model_add_point_on_line(no, "j", &at, &at, &out.joint));
    NO_MODEL(swp_model_add_point_in_plane(no, "j", &at, &at, &out.joint));
    NO_MODEL(swp_model_add_screw(no, "j", &at, &at, 1, &out.joint));
    NO_MODEL(swp_model_add_distance(no, "j", &at, &at, 1, &out.joint));
    NO_MODEL(swp_model_drive_joint(no, rig.hinge, 0, rig.push));
    NO_MODEL(swp_model_start_joint(no, rig.hinge, 0, 0, 0));
    NO_MODEL(swp_model_add_joint_spring(no, "s", rig.hinge, 0, 1, 1, 0, &out.spring));
    NO_MODEL(swp_model_add_force(no, "f", rig.arm, 0, x, NULL, rig.push, &out.load));
    NO_MODEL(swp_model_add_moment(no, "f", rig.arm, 0, x, rig.push, &out.load));
    NO_MODEL(swp_sim_create(no, NULL, &out.sim));
    NO_SIM(swp_sim_error(none, (char *)out.bytes, 10, &out.size));
    NO_SIM(swp_sim_report(none, (char *)out.bytes, 10, &out.size));
    NO_SIM(swp_sim_time(none, out.numbers));
    NO_SIM(swp_sim_set_progress(none, NULL, NULL));
    NO_SIM(swp_sim_set_input(none, rig.push, 1));
    NO_SIM(swp_sim_set_inputs(none, 1, &rig.push, x));
    NO_SIM(swp_sim_set_input_rule(none, NULL, SWP_INPUT_HELD));
    NO_SIM(swp_sim_set_load_step_limit(none, 10));
    NO_SIM(swp_sim_set_input_rates(none, rig.push, 1, 0, 0));
    NO_SIM(swp_sim_evaluate(none));
    NO_SIM(swp_sim_step(none, 0.1));
    NO_SIM(swp_sim_advance(none, 1, 0.1));
    NO_SIM(swp_sim_begin(none, 0.1));
    NO_SIM(swp_sim_iterate(none));
    NO_SIM(swp_sim_accept(none));
    NO_SIM(swp_sim_reject(none));
    NO_SIM(swp_sim_solve_static(none));
    NO_SIM(swp_sim_motion(none, rig.arm, &out.motion));
    NO_SIM(swp_sim_rotation_matrix(none, rig.arm, out.numbers));
    NO_SIM(swp_sim_rotation_vector(none, rig.arm, out.numbers));
    NO_SIM(swp_sim_all_motions(none, &out.motion, 1));
    NO_SIM(swp_sim_positions(none, out.numbers, 3));
    NO_SIM(swp_sim_joint_coordinate(none, rig.hinge, 0, out.numbers, NULL));
    NO_SIM(swp_sim_joint_relative(none, rig.hinge, out.numbers, out.numbers + 3));
    NO_SIM(swp_sim_joint_drive(none, rig.hinge, 0, out.numbers));
    NO_SIM(swp_sim_joint_reaction(none, rig.hinge, 0, 0, out.numbers, out.numbers + 3));
    NO_SIM(swp_sim_joint_multipliers(none, rig.hinge, out.numbers, 5, NULL));
    NO_SIM(swp_sim_audit(none, NULL, &out.audit));
    NO_SIM(swp_sim_newton(none, &out.newton));
    NO_SIM(swp_sim_reaction_uncertainty(none, out.numbers));
    NO_SIM(swp_sim_set_scheme(none, NULL));
    NO_SIM(swp_sim_scheme_name(none, (char *)out.bytes, 10, &out.size));
    NO_SIM(swp_sim_step_audit(none, &out.step_audit));
    NO_SIM(swp_sim_set_event(none, NULL, NULL, 0, 1));
    NO_SIM(swp_sim_advance_controlled(none, 1, NULL, &out.flag));
    NO_SIM(swp_sim_advance_past(none, 1, NULL, &out.flag));
    NO_SIM(swp_sim_interpolate_node(none, rig.arm, 0, &out.motion));
    NO_SIM(swp_sim_get_counters(none, &out.counters));
    NO_SIM(swp_sim_reset_counters(none));
    NO_SIM(swp_sim_lock(none, rig.hinge, 0, out.numbers));
    NO_SIM(swp_sim_release(none, rig.hinge, 0));
    NO_SIM(swp_sim_locked(none, rig.hinge, 0, &out.flag));
    NO_SIM(swp_sim_line_spring(none, (swp_line_spring){0}, &out.line_spring_state));
    NO_SIM(swp_sim_bushing(none, (swp_bushing){0}, &out.bushing_state));
    NO_SIM(swp_sim_contact(none, (swp_contact){0}, &out.contact_state));
    NO_SIM(swp_sim_pfaffian(none, (swp_pfaffian){0}, out.numbers));
    NO_MODEL(swp_model_add_rolling_disc(no, "d", rig.arm, x, x, 1, x, x, &out.contact));
    NO_MODEL(swp_model_add_lock(no, rig.hinge, 0, 0));
    NO_MODEL(swp_model_add_generalised_coordinate(no, "sway", 1, 1, 0, 0, 0));
    NO_MODEL(swp_model_add_line_spring(no, "l", rig.arm, x, rig.slider, x, 1, 1, 0, 0, &out.line_spring));
    NO_MODEL(swp_model_add_bushing(no, "b", NULL, NULL, x, NULL, NULL, &out.bushing));
    NO_MODEL(swp_model_add_knife_edge(no, "k", rig.arm, x, x, &out.contact));
    NO_MODEL(swp_model_add_pfaffian(no, "p", 1, &rig.arm, NULL, NULL, 1, &out.pfaffian));
    NO_MODEL(swp_model_add_joint_spring_table(no, "s", rig.hinge, 0, 1, x, x, &out.spring));
    NO_MODEL(swp_model_add_joint_preload(no, "s", rig.hinge, 0, 1, 0, 0, &out.spring));
    NO_MODEL(swp_model_add_joint_stop(no, "s", rig.hinge, 0, 1, 1, 1, 1, &out.spring));
    NO_MODEL(swp_model_add_joint_damper_table(no, "s", rig.hinge, 0, 1, x, x, &out.spring));
    NO_MODEL(swp_model_add_joint_friction(no, "s", rig.hinge, 0, 1, 1, 1, 1, &out.spring));
    NO_MODEL(swp_model_add_joint_force(no, "s", rig.hinge, 0, 1, rig.push, &out.spring));
    NO_MODEL(swp_model_add_coupling(no, "c", 0, NULL, NULL, NULL, (swp_function){0}, &out.coupling));
    NO_SIM(swp_sim_joint_action(none, (swp_spring){0}, out.numbers));
    NO_SIM(swp_sim_generalised_coordinate(none, "sway", out.numbers, NULL, NULL));
    NO_SIM(swp_sim_beam_interpolation(none, (swp_beam){0}, &out.flag));
    NO_SIM(swp_sim_host_condition(none, (swp_host_condition){0}, 1, out.numbers));
    NO_MODEL(swp_model_add_host_element(no, "e", 1, &rig.arm, 0, NULL, NULL, NULL, NULL, NULL, &out.host_element));
    NO_MODEL(swp_model_add_host_condition(no, "e", 1, 1, &rig.arm, 0, NULL, NULL, NULL, NULL, 0, 1, &out.host_condition));
    NO_MODEL(swp_model_diagnose(no, NULL, 1e-3, &out.diagnosis));
    NO_MODEL(swp_model_check_host_element(no, (swp_host_element){0}, 0.1, &out.host_check));
    NO_MODEL(swp_model_check_host_condition(no, (swp_host_condition){0}, 0.1, &out.host_check));
    thread_refuses("swp_step_control_init of NULL", swp_step_control_init(NULL), SWP_NULL_POINTER, "control");
    NO_SIM(swp_sim_save(none, &out.snapshot));
    NO_SIM(swp_sim_restore(none, NULL));
    thread_refuses("NULL snapshot to bytes", swp_snapshot_to_bytes(NULL, out.bytes, 10, &out.size), SWP_NULL_POINTER, "snapshot");
    thread_refuses("snapshot from NULL", swp_snapshot_from_bytes(NULL, 10, &out.snapshot), SWP_NULL_POINTER, "bytes");
    thread_refuses("snapshot from bytes without out", swp_snapshot_from_bytes(out.bytes, 10, NULL), SWP_NULL_POINTER, "out");

    begin_case("free of NULL");
    swp_model_free(NULL);
    swp_sim_free(NULL);
    swp_snapshot_free(NULL);
    end_case();
    begin_case("name of an unknown status");
    expect(!strcmp(swp_status_name(-1), "unknown status") && !strcmp(swp_status_name(INT32_MAX), "unknown status"), "name");
    end_case();
}

/* ---- nodes, bodies, functions ---------------------------------------------------------------------------------------- */

static void nodes_and_bodies(void) {
    swp_model *m = rig.model;
    const double nan3[3] = {0, NAN, 0}, inf3[3] = {0, 0, -INFINITY};
    const double not_unit[4] = {1, 1, 0, 0}, zero_q[4] = {0}, nan_q[4] = {1, 0, NAN, 0}, huge_q[4] = {1e200, 0, 0, 0};
    swp_node joint_as_node = {rig.hinge.id}, past = {rig.weight.id + 1}, unset = {0}, wild = {UINT32_MAX};

    model_refuses("node without name", swp_model_add_node(m, NULL, zero, NULL, &out.node), SWP_NULL_POINTER, "name");
    model_refuses("node without position", swp_model_add_node(m, "n", NULL, NULL, &out.node), SWP_NULL_POINTER, "position");
    model_refuses("node without out", swp_model_add_node(m, "n", zero, NULL, NULL), SWP_NULL_POINTER, "out");
    model_refuses("ground without out", swp_model_add_ground(m, "n", zero, NULL, NULL), SWP_NULL_POINTER, "out");
    model_refuses("point without position", swp_model_add_point_node(m, "n", NULL, &out.node), SWP_NULL_POINTER, "position");
    model_refuses("node with an empty name", swp_model_add_node(m, "", zero, NULL, &out.node), SWP_INVALID_ARGUMENT, "node|name|empty");
    model_refuses("node with a name that is taken", swp_model_add_node(m, "arm", zero, NULL, &out.node), SWP_DUPLICATE_NAME, "arm|name");
    model_refuses("ground with a node's name", swp_model_add_ground(m, "slider", zero, NULL, &out.node), SWP_DUPLICATE_NAME, "slider");
    model_refuses("name with a stray byte", swp_model_add_node(m, "n\xff", zero, NULL, &out.node), SWP_INVALID_ARGUMENT, "name|UTF-8");
    model_refuses("name cut in a character", swp_model_add_node(m, "caf\xc3", zero, NULL, &out.node), SWP_INVALID_ARGUMENT, "name|UTF-8");
    model_refuses("name with an overlong zero", swp_model_add_node(m, "\xc0\x80", zero, NULL, &out.node), SWP_INVALID_ARGUMENT, "UTF-8");
    model_refuses("name with half a surrogate", swp_model_add_input(m, "\xed\xa0\x80", 0, &out.function), SWP_INVALID_ARGUMENT, "UTF-8");
    model_refuses("find by invalid UTF-8", swp_model_find_joint(m, "\xff", &out.joint), SWP_INVALID_ARGUMENT, "name|UTF-8");
    model_refuses("NaN position", swp_model_add_node(m, "lost", nan3, NULL, &out.node), SWP_INVALID_ARGUMENT, "lost|position|NaN|finite");
    model_refuses("infinite position", swp_model_add_point_node(m, "lost", inf3, &out.node), SWP_INVALID_ARGUMENT, "lost|position|inf");
    model_refuses("quaternion of length 1.4", swp_model_add_node(m, "n", zero, not_unit, &out.node), SWP_INVALID_ARGUMENT, "orientation|length 1");
    model_refuses("zero quaternion", swp_model_add_node(m, "n", zero, zero_q, &out.node), SWP_INVALID_ARGUMENT, "orientation|length");
    model_refuses("NaN quaternion", swp_model_add_ground(m, "n", zero, nan_q, &out.node), SWP_INVALID_ARGUMENT, "orientation|NaN");
    model_refuses("huge quaternion", swp_model_add_ground(m, "n", zero, huge_q, &out.node), SWP_INVALID_ARGUMENT, "orientation|length");
    model_refuses("velocity NULL", swp_model_set_node_velocity(m, rig.arm, NULL, zero), SWP_NULL_POINTER, "velocity");
    model_refuses("NaN velocity", swp_model_set_node_velocity(m, rig.arm, nan3, zero), SWP_INVALID_ARGUMENT, "arm|velocity|NaN");
    model_refuses("infinite angular velocity", swp_model_set_node_velocity(m, rig.arm, zero, inf3), SWP_INVALID_ARGUMENT, "arm|angular velocity|inf");
    model_refuses("ground that moves", swp_model_set_node_velocity(m, rig.ground, (double[3]){1, 0, 0}, zero), SWP_INVALID_ARGUMENT, "ground|velocity");
    model_refuses("point that spins", swp_model_set_node_velocity(m, rig.weight, zero, (double[3]){1, 0, 0}), SWP_INVALID_ARGUMENT, "weight|point");
    model_refuses("velocity of a zero id", swp_model_set_node_velocity(m, unset, zero, zero), SWP_UNKNOWN_ID, "node|never set");
    model_refuses("velocity of a joint", swp_model_set_node_velocity(m, joint_as_node, zero, zero), SWP_UNKNOWN_ID, "node");
    model_refuses("velocity of a node past the last", swp_model_set_node_velocity(m, past, zero, zero), SWP_UNKNOWN_ID, "node");
    model_refuses("velocity of a wild id", swp_model_set_node_velocity(m, wild, zero, zero), SWP_UNKNOWN_ID, "node");
    model_refuses("find a node that is not there", swp_model_find_node(m, "rotor", &out.node), SWP_UNKNOWN_ID, "node|rotor");
    model_refuses("find a node by a joint's name", swp_model_find_node(m, "hinge", &out.node), SWP_UNKNOWN_ID, "node|hinge");
    model_refuses("find a node without out", swp_model_find_node(m, "arm", NULL), SWP_NULL_POINTER, "out");
    model_refuses("find a node without name", swp_model_find_node(m, NULL, &out.node), SWP_NULL_POINTER, "name");
    model_refuses("find a joint that is not there", swp_model_find_joint(m, "rotor", &out.joint), SWP_UNKNOWN_ID, "joint|rotor");
    model_refuses("find an input that is not there", swp_model_find_input(m, "rotor", &out.function), SWP_UNKNOWN_ID, "input|rotor");
    model_refuses("node count without out", swp_model_node_count(m, NULL), SWP_NULL_POINTER, "out");
    model_refuses("joint count without out", swp_model_joint_count(m, NULL), SWP_NULL_POINTER, "out");
    model_refuses("gravity NULL", swp_model_set_gravity(m, NULL), SWP_NULL_POINTER, "gravity");
    model_refuses("NaN gravity", swp_model_set_gravity(m, nan3), SWP_INVALID_ARGUMENT, "gravity|NaN|finite");
    model_refuses("infinite gravity", swp_model_set_gravity(m, inf3), SWP_INVALID_ARGUMENT, "gravity|inf");

#define BODY(mass, center, tensor) swp_model_add_rigid_body(m, "stone", rig.arm, mass, center, tensor, &out.body)
    model_refuses("negative mass", BODY(-1.0, zero, inertia), SWP_INVALID_ARGUMENT, "stone|mass|-1|positive");
    model_refuses("zero mass", BODY(0.0, zero, inertia), SWP_INVALID_ARGUMENT, "stone|mass|positive");
    model_refuses("NaN mass", BODY(NAN, zero, inertia), SWP_INVALID_ARGUMENT, "stone|mass|NaN");
    model_refuses("infinite mass", BODY(INFINITY, zero, inertia), SWP_INVALID_ARGUMENT, "stone|mass|inf");
    model_refuses("centre of mass NULL", BODY(1.0, NULL, inertia), SWP_NULL_POINTER, "center_of_mass");
    model_refuses("NaN centre of mass", BODY(1.0, nan3, inertia), SWP_INVALID_ARGUMENT, "stone|centre of mass|NaN");
    model_refuses("inertia NULL", BODY(1.0, zero, NULL), SWP_NULL_POINTER, "inertia");
    model_refuses("NaN inertia", BODY(1.0, zero, ((double[9]){1, 0, 0, 0, 1, 0, 0, 0, NAN})), SWP_INVALID_ARGUMENT, "stone|inertia|NaN");
    model_refuses("infinite inertia", BODY(1.0, zero, ((double[9]){INFINITY, 0, 0, 0, 1, 0, 0, 0, 1})), SWP_INVALID_ARGUMENT, "stone|inertia|inf");
    model_refuses("asymmetric inertia", BODY(1.0, zero, ((double[9]){1, 0.1, 0, 0.2, 1, 0, 0, 0, 1})), SWP_INVALID_ARGUMENT, "stone|symmetric|(1,2)");
    model_refuses("negative principal moment", BODY(1.0, zero, ((double[9]){1, 0, 0, 0, 1, 0, 0, 0, -0.1})), SWP_INVALID_ARGUMENT, "stone|principal moment|negative");
    model_refuses("indefinite inertia", BODY(1.0, zero, ((double[9]){1, 2, 0, 2, 1, 0, 0, 0, 3})), SWP_INVALID_ARGUMENT, "stone|principal moment|negative");
    model_refuses("inertia against the triangle", BODY(1.0, zero, ((double[9]){1, 0, 0, 0, 1, 0, 0, 0, 2.5})), SWP_INVALID_ARGUMENT, "stone|sum of the others|centre of mass");
    model_refuses("body of a name that is taken", swp_model_add_rigid_body(m, "arm body", rig.arm, 1, zero, inertia, &out.body), SWP_DUPLICATE_NAME, "arm body|body");
    model_refuses("body with an empty name", swp_model_add_rigid_body(m, "", rig.arm, 1, zero, inertia, &out.body), SWP_INVALID_ARGUMENT, "body|name|empty");
    model_refuses("body on a point", swp_model_add_rigid_body(m, "stone", rig.weight, 1, zero, inertia, &out.body), SWP_INVALID_ARGUMENT, "stone|weight|point mass");
    model_refuses("body without out", swp_model_add_rigid_body(m, "stone", rig.arm, 1, zero, inertia, NULL), SWP_NULL_POINTER, "out");
    model_refuses("body on a zero id", swp_model_add_rigid_body(m, "stone", unset, 1, zero, inertia, &out.body), SWP_UNKNOWN_ID, "node|never set");
    model_refuses("negative point mass", swp_model_add_point_mass(m, "bead", rig.arm, -2, NULL, &out.body), SWP_INVALID_ARGUMENT, "bead|mass|positive");
    model_refuses("NaN offset of a point mass", swp_model_add_point_mass(m, "bead", rig.arm, 1, nan3, &out.body), SWP_INVALID_ARGUMENT, "bead|offset|NaN");
    model_refuses("offset on a point", swp_model_add_point_mass(m, "bead", rig.weight, 1, (double[3]){1, 0, 0}, &out.body), SWP_INVALID_ARGUMENT, "bead|weight|point");
    model_refuses("point mass on a joint", swp_model_add_point_mass(m, "bead", joint_as_node, 1, NULL, &out.body), SWP_UNKNOWN_ID, "node");
}

static int32_t steady(double t, double *values, void *user) {
    (void)t, (void)user;
    values[0] = values[1] = values[2] = 0;
    return 0;
}

static void functions(void) {
    swp_model *m = rig.model;
    const double t[3] = {0, 1, 2}, back[3] = {0, 2, 1}, twice[3] = {0, 1, 1}, nan3[3] = {0, NAN, 2}, inf3[3] = {0, 1, INFINITY};
    swp_function node_as_function = {rig.arm.id}, unset = {0}, past = {rig.pull.id + 1};
    swp_function parts[2] = {rig.push, node_as_function}, ahead[1] = {past};

    model_refuses("NaN constant", swp_model_add_constant(m, NAN, &out.function), SWP_INVALID_ARGUMENT, "constant|NaN|finite");
    model_refuses("constant without out", swp_model_add_constant(m, 1, NULL), SWP_NULL_POINTER, "out");
    model_refuses("table of one point", swp_model_add_table(m, 1, t, t, 0, &out.function), SWP_WRONG_SIZE, "table|two");
    model_refuses("table of no points", swp_model_add_table(m, 0, t, t, 0, &out.function), SWP_WRONG_SIZE, "table|two");
    model_refuses("table without times", swp_model_add_table(m, 3, NULL, t, 0, &out.function), SWP_NULL_POINTER, "times");
    model_refuses("table without values", swp_model_add_table(m, 3, t, NULL, 0, &out.function), SWP_NULL_POINTER, "values");
    model_refuses("table that goes back", swp_model_add_table(m, 3, back, t, 1, &out.function), SWP_INVALID_ARGUMENT, "table|times|increase");
    model_refuses("table with a time twice", swp_model_add_table(m, 3, twice, t, 1, &out.function), SWP_INVALID_ARGUMENT, "times|increase");
    model_refuses("table with a NaN time", swp_model_add_table(m, 3, nan3, t, 0, &out.function), SWP_INVALID_ARGUMENT, "times|NaN");
    model_refuses("table with an infinite value", swp_model_add_table(m, 3, t, inf3, 0, &out.function), SWP_INVALID_ARGUMENT, "values|inf");
    model_refuses("interpolation 2", swp_model_add_table(m, 3, t, t, 2, &out.function), SWP_INVALID_ARGUMENT, "interpolation|2");
    model_refuses("interpolation -1", swp_model_add_table(m, 3, t, t, -1, &out.function), SWP_INVALID_ARGUMENT, "interpolation|-1");
    model_refuses("NaN amplitude", swp_model_add_harmonic(m, NAN, 1, 0, &out.function), SWP_INVALID_ARGUMENT, "harmonic|amplitude|NaN");
    model_refuses("infinite frequency", swp_model_add_harmonic(m, 1, INFINITY, 0, &out.function), SWP_INVALID_ARGUMENT, "harmonic|frequency|inf");
    model_refuses("zero duration", swp_model_add_one_minus_cosine(m, 1, 0, 0, true, &out.function), SWP_INVALID_ARGUMENT, "duration|positive");
    model_refuses("negative duration", swp_model_add_one_minus_cosine(m, 1, 0, -1, false, &out.function), SWP_INVALID_ARGUMENT, "duration|-1|positive");
    model_refuses("NaN start", swp_model_add_one_minus_cosine(m, 1, NAN, 1, true, &out.function), SWP_INVALID_ARGUMENT, "start|NaN");
    model_refuses("sum of nothing", swp_model_add_sum(m, 0, parts, &out.function), SWP_WRONG_SIZE, "sum|one");
    model_refuses("sum of NULL", swp_model_add_sum(m, 1, NULL, &out.function), SWP_NULL_POINTER, "functions");
    model_refuses("sum with a node", swp_model_add_sum(m, 2, parts, &out.function), SWP_UNKNOWN_ID, "function");
    model_refuses("product with itself", swp_model_add_product(m, 1, ahead, &out.function), SWP_UNKNOWN_ID, "function");
    model_refuses("product with a zero id", swp_model_add_product(m, 1, &unset, &out.function), SWP_UNKNOWN_ID, "function|never set");
    model_refuses("callback NULL", swp_model_add_callback(m, NULL, NULL, &out.function), SWP_NULL_POINTER, "callback");
    model_refuses("callback without out", swp_model_add_callback(m, steady, NULL, NULL), SWP_NULL_POINTER, "out");
    model_refuses("input without name", swp_model_add_input(m, NULL, 0, &out.function), SWP_NULL_POINTER, "name");
    model_refuses("input with an empty name", swp_model_add_input(m, "", 0, &out.function), SWP_INVALID_ARGUMENT, "input|name|empty");
    model_refuses("input of a name that is taken", swp_model_add_input(m, "push", 0, &out.function), SWP_DUPLICATE_NAME, "push|input");
    model_refuses("NaN input", swp_model_add_input(m, "gust", NAN, &out.function), SWP_INVALID_ARGUMENT, "gust|NaN");
}

/* ---- joints and loads ------------------------------------------------------------------------------------------------ */

static void joints_and_loads(void) {
    swp_model *m = rig.model;
    const double nan3[3] = {NAN, 0, 0}, not_unit[4] = {0, 0, 0, 2};
    swp_attachment a = rig.on_arm, b = rig.on_slider, bad;
    swp_joint node_as_joint = {rig.arm.id}, unset = {0}, past = {rig.rod.id + 1};
    swp_function joint_as_function = {rig.hinge.id};

    model_refuses("attach to a zero id", swp_model_attach(m, (swp_node){0}, zero, NULL, &out.attachment), SWP_UNKNOWN_ID, "node|never set");
    model_refuses("attach without point", swp_model_attach(m, rig.arm, NULL, NULL, &out.attachment), SWP_NULL_POINTER, "point");
    model_refuses("attach at NaN", swp_model_attach(m, rig.arm, nan3, NULL, &out.attachment), SWP_INVALID_ARGUMENT, "point|NaN");
    model_refuses("attach with a bad quaternion", swp_model_attach(m, rig.arm, zero, not_unit, &out.attachment), SWP_INVALID_ARGUMENT, "orientation|length");
    model_refuses("attach without out", swp_model_attach(m, rig.arm, zero, NULL, NULL), SWP_NULL_POINTER, "out");

    swp_status (*const constructors[])(swp_model *, const char *, const swp_attachment *, const swp_attachment *, swp_joint *) = {
        swp_model_add_revolute,  swp_model_add_prismatic,        swp_model_add_cylindrical,   swp_model_add_planar, swp_model_add_spherical,
        swp_model_add_universal, swp_model_add_rigid_connection, swp_model_add_point_on_line, swp_model_add_point_in_plane};
    const char *const kinds[] = {"revolute", "prismatic", "cylindrical", "planar", "spherical", "universal", "rigid connection", "point on line", "point in plane"};
    bad = a;
    bad.offset[1] = NAN;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        char name[100];
        snprintf(name, sizeof name, "%s with a NaN offset", kinds[i]);
        model_refuses(name, constructors[i](m, "knee", &bad, &b, &out.joint), SWP_INVALID_ARGUMENT, "knee|offset|NaN");
        snprintf(name, sizeof name, "%s of a name that is taken", kinds[i]);
        model_refuses(name, constructors[i](m, "hinge", &a, &b, &out.joint), SWP_DUPLICATE_NAME, "hinge|joint");
        snprintf(name, sizeof name, "%s without A", kinds[i]);
        model_refuses(name, constructors[i](m, "knee", NULL, &b, &out.joint), SWP_NULL_POINTER, "`a`");
    }
    model_refuses("joint without B", swp_model_add_revolute(m, "knee", &a, NULL, &out.joint), SWP_NULL_POINTER, "`b`");
    model_refuses("joint without name", swp_model_add_revolute(m, NULL, &a, &b, &out.joint), SWP_NULL_POINTER, "name");
    model_refuses("joint without out", swp_model_add_revolute(m, "knee", &a, &b, NULL), SWP_NULL_POINTER, "out");
    model_refuses("joint with an empty name", swp_model_add_revolute(m, "", &a, &b, &out.joint), SWP_INVALID_ARGUMENT, "joint|name|empty");
    model_refuses("joint on one node", swp_model_add_revolute(m, "knee", &a, &a, &out.joint), SWP_INVALID_ARGUMENT, "knee|one node|two");
    bad = a;
    bad.node = rig.ground;
    MUST(swp_model_attach(m, rig.ground, zero, NULL, &bad));
    model_refuses("joint on ground alone", swp_model_add_revolute(m, "knee", &bad, &bad, &out.joint), SWP_INVALID_ARGUMENT, "knee");
    bad = a;
    memset(bad.orientation, 0, sizeof bad.orientation);
    model_refuses("attachment never oriented", swp_model_add_revolute(m, "knee", &a, &bad, &out.joint), SWP_INVALID_ARGUMENT, "orientation|knee|length");
    memset(&bad, 0, sizeof bad);
    bad.orientation[0] = 1;
    model_refuses("attachment never set", swp_model_add_revolute(m, "knee", &bad, &b, &out.joint), SWP_UNKNOWN_ID, "node|never set");
    bad.node.id = rig.hinge.id;
    model_refuses("attachment to a joint", swp_model_add_revolute(m, "knee", &a, &bad, &out.joint), SWP_UNKNOWN_ID, "node");
    model_refuses("zero pitch", swp_model_add_screw(m, "knee", &a, &b, 0, &out.joint), SWP_INVALID_ARGUMENT, "knee|pitch|zero|revolute");
    model_refuses("NaN pitch", swp_model_add_screw(m, "knee", &a, &b, NAN, &out.joint), SWP_INVALID_ARGUMENT, "knee|pitch|NaN");
    model_refuses("zero length", swp_model_add_distance(m, "knee", &a, &b, 0, &out.joint), SWP_INVALID_ARGUMENT, "knee|length|positive");
    model_refuses("negative length", swp_model_add_distance(m, "knee", &a, &b, -1, &out.joint), SWP_INVALID_ARGUMENT, "knee|length|-1|positive");
    model_refuses("infinite length", swp_model_add_distance(m, "knee", &a, &b, INFINITY, &out.joint), SWP_INVALID_ARGUMENT, "knee|length|inf");

    model_refuses("drive of a node", swp_model_drive_joint(m, node_as_joint, 0, rig.wave), SWP_UNKNOWN_ID, "joint");
    model_refuses("drive by a joint", swp_model_drive_joint(m, rig.hinge, 0, joint_as_function), SWP_UNKNOWN_ID, "function");
    model_refuses("drive of coordinate 1", swp_model_drive_joint(m, rig.hinge, 1, rig.wave), SWP_INVALID_ARGUMENT, "hinge|coordinate 1|0: angle");
    model_refuses("drive of coordinate -1", swp_model_drive_joint(m, rig.hinge, -1, rig.wave), SWP_INVALID_ARGUMENT, "coordinate -1");
    model_refuses("drive of a joint without coordinates", swp_model_drive_joint(m, rig.rod, 0, rig.wave), SWP_INVALID_ARGUMENT, "rod|coordinate");
    model_refuses("drive of a driven coordinate", swp_model_drive_joint(m, rig.bearing, 0, rig.wave), SWP_INVALID_ARGUMENT, "bearing|driven already");
    model_refuses("start without value and rate", swp_model_start_joint(m, rig.hinge, 0, NAN, NAN), SWP_INVALID_ARGUMENT, "hinge|value|rate");
    model_refuses("infinite start value", swp_model_start_joint(m, rig.hinge, 0, INFINITY, 0), SWP_INVALID_ARGUMENT, "hinge|value|inf");
    model_refuses("infinite start rate", swp_model_start_joint(m, rig.hinge, 0, 0, -INFINITY), SWP_INVALID_ARGUMENT, "hinge|rate|inf");
    model_refuses("start of coordinate 2147483647", swp_model_start_joint(m, rig.hinge, INT32_MAX, 0, 0), SWP_INVALID_ARGUMENT, "hinge|coordinate 2147483647");
    model_refuses("start of a joint past the last", swp_model_start_joint(m, past, 0, 0, 0), SWP_UNKNOWN_ID, "joint");
    model_refuses("negative damping", swp_model_add_joint_spring(m, "coil", rig.hinge, 0, 1, -1, 0, &out.spring), SWP_INVALID_ARGUMENT, "coil|damping|-1|0 or more");
    model_refuses("NaN stiffness", swp_model_add_joint_spring(m, "coil", rig.hinge, 0, NAN, 1, 0, &out.spring), SWP_INVALID_ARGUMENT, "coil|stiffness|NaN");
    model_refuses("infinite rest", swp_model_add_joint_spring(m, "coil", rig.hinge, 0, 1, 1, INFINITY, &out.spring), SWP_INVALID_ARGUMENT, "coil|rest|inf");
    model_refuses("spring on a zero id", swp_model_add_joint_spring(m, "coil", unset, 0, 1, 1, 0, &out.spring), SWP_UNKNOWN_ID, "joint|never set");
    model_refuses("spring on coordinate 7", swp_model_add_joint_spring(m, "coil", rig.slide, 7, 1, 1, 0, &out.spring), SWP_INVALID_ARGUMENT, "slide|coordinate 7");
    model_refuses("spring of a name that is taken", swp_model_add_joint_spring(m, "slide spring", rig.hinge, 0, 1, 1, 0, &out.spring), SWP_DUPLICATE_NAME, "slide spring");
    model_refuses("spring without out", swp_model_add_joint_spring(m, "coil", rig.hinge, 0, 1, 1, 0, NULL), SWP_NULL_POINTER, "out");

    model_refuses("frame 2", swp_model_add_force(m, "gust", rig.arm, 2, zero, NULL, rig.push, &out.load), SWP_INVALID_ARGUMENT, "frame|2|SWP_DEAD");
    model_refuses("frame -2147483648", swp_model_add_moment(m, "gust", rig.arm, INT32_MIN, zero, rig.push, &out.load), SWP_INVALID_ARGUMENT, "frame");
    model_refuses("force NULL", swp_model_add_force(m, "gust", rig.arm, 0, NULL, NULL, rig.push, &out.load), SWP_NULL_POINTER, "force");
    model_refuses("NaN force", swp_model_add_force(m, "gust", rig.arm, 0, nan3, NULL, rig.push, &out.load), SWP_INVALID_ARGUMENT, "gust|force|NaN");
    model_refuses("NaN offset of a force", swp_model_add_force(m, "gust", rig.arm, 0, zero, nan3, rig.push, &out.load), SWP_INVALID_ARGUMENT, "gust|offset|NaN");
    model_refuses("NaN moment", swp_model_add_moment(m, "gust", rig.arm, 0, nan3, rig.push, &out.load), SWP_INVALID_ARGUMENT, "gust|moment|NaN");
    model_refuses("moment NULL", swp_model_add_moment(m, "gust", rig.arm, 0, NULL, rig.push, &out.load), SWP_NULL_POINTER, "moment");
    model_refuses("force times a joint", swp_model_add_force(m, "gust", rig.arm, 0, zero, NULL, joint_as_function, &out.load), SWP_UNKNOWN_ID, "function");
    model_refuses("force on a wild id", swp_model_add_force(m, "gust", (swp_node){0x01ffffff}, 0, zero, NULL, rig.push, &out.load), SWP_UNKNOWN_ID, "node");
    model_refuses("moment on a point", swp_model_add_moment(m, "gust", rig.weight, 0, (double[3]){1, 0, 0}, rig.push, &out.load), SWP_INVALID_ARGUMENT, "gust|weight|point");
    model_refuses("follower force on a point", swp_model_add_force(m, "gust", rig.weight, SWP_FOLLOWER, zero, NULL, rig.push, &out.load), SWP_INVALID_ARGUMENT, "gust|weight|dead");
    model_refuses("load of a name that is taken", swp_model_add_moment(m, "push force", rig.arm, 0, zero, rig.push, &out.load), SWP_DUPLICATE_NAME, "push force|load");
    model_refuses("load without out", swp_model_add_force(m, "gust", rig.arm, 0, zero, NULL, rig.push, NULL), SWP_NULL_POINTER, "out");
}

/* ---- options ----------------------------------------------------------------------------------------------------------- */

static void bad_options(void) {
#define OPTION(name, change, want, words)            \
    do {                                             \
        swp_sim_options o;                           \
        MUST(swp_sim_options_init(&o));              \
        change;                                      \
        options_refuse("options: " name, &o, want, words); \
    } while (0)
    OPTION("size 0", o.size = 0, SWP_WRONG_SIZE, "options|size|swp_sim_options_init");
    OPTION("size too small", o.size -= 8, SWP_WRONG_SIZE, "options|size");
    OPTION("size too large", o.size += 8, SWP_WRONG_SIZE, "options|size");
    OPTION("never filled", memset(&o, 0, sizeof o), SWP_WRONG_SIZE, "options|size|swp_sim_options_init");
    OPTION("scheme 9", o.scheme = 9, SWP_INVALID_ARGUMENT, "options|scheme|9");
    OPTION("scheme 2147483647", o.scheme = INT32_MAX, SWP_INVALID_ARGUMENT, "options|scheme|2147483647");
    OPTION("stage_weighted 2", o.stage_weighted = 2, SWP_INVALID_ARGUMENT, "options|stage_weighted|2");
    OPTION("stage_weighted -1 of a scheme without it", (o.scheme = SWP_RADAU_IIA, o.stage_weighted = -1), SWP_INVALID_ARGUMENT, "stage_weighted|-1");
    OPTION("decay 1.1 of ED", (o.scheme = SWP_ENERGY_DECAYING, o.decay_alpha = 1.1), SWP_INVALID_ARGUMENT, "decay_alpha|1.1|[0, 1]");
    OPTION("decay -0.1 of MP-ED", (o.scheme = SWP_MOMENTUM_DECAYING, o.decay_alpha = -0.1), SWP_INVALID_ARGUMENT, "decay_alpha|-0.1");
    OPTION("decay NaN of ED", (o.scheme = SWP_ENERGY_DECAYING, o.decay_alpha = NAN), SWP_INVALID_ARGUMENT, "decay_alpha|NaN");
    OPTION("decay NaN of MP-ED", (o.scheme = SWP_MOMENTUM_DECAYING, o.decay_alpha = NAN), SWP_INVALID_ARGUMENT, "decay_alpha|NaN");
    OPTION("decay infinite, constrained", (o.scheme = SWP_MOMENTUM_DECAYING_CONSTRAINED, o.decay_alpha = INFINITY), SWP_INVALID_ARGUMENT, "decay_alpha|inf");
    OPTION("smallest part -1", o.smallest_part = -1, SWP_INVALID_ARGUMENT, "smallest_part|-1");
    OPTION("smallest part NaN", o.smallest_part = NAN, SWP_INVALID_ARGUMENT, "smallest_part|NaN");
    OPTION("scheme -1", o.scheme = -1, SWP_INVALID_ARGUMENT, "options|scheme|-1");
    OPTION("interpolation 3", o.interpolation = 3, SWP_INVALID_ARGUMENT, "options|interpolation|3");
    OPTION("redundancy 2", o.redundancy = 2, SWP_INVALID_ARGUMENT, "options|redundancy|2");
    OPTION("scaling 2", o.scaling = 2, SWP_INVALID_ARGUMENT, "options|scaling|2");
    OPTION("rho 1.1", o.rho_infinity = 1.1, SWP_INVALID_ARGUMENT, "rho_infinity|1.1|[0, 1]");
    OPTION("rho -0.1", o.rho_infinity = -0.1, SWP_INVALID_ARGUMENT, "rho_infinity|-0.1");
    OPTION("rho NaN", o.rho_infinity = NAN, SWP_INVALID_ARGUMENT, "rho_infinity|NaN");
    OPTION("HHT 0.5", (o.scheme = SWP_HHT_ALPHA, o.hht_alpha = 0.5), SWP_INVALID_ARGUMENT, "hht_alpha|0.5");
    OPTION("HHT NaN", (o.scheme = SWP_HHT_ALPHA, o.hht_alpha = NAN), SWP_INVALID_ARGUMENT, "hht_alpha|NaN");
    OPTION("gamma 0.4", (o.scheme = SWP_NEWMARK, o.newmark_gamma = 0.4), SWP_INVALID_ARGUMENT, "newmark_gamma|0.4");
    OPTION("beta 0.1", (o.scheme = SWP_NEWMARK, o.newmark_beta = 0.1), SWP_INVALID_ARGUMENT, "newmark_beta|0.1");
    OPTION("beta inf", (o.scheme = SWP_NEWMARK, o.newmark_beta = INFINITY), SWP_INVALID_ARGUMENT, "newmark_beta|inf");
    OPTION("start time NaN", o.start_time = NAN, SWP_INVALID_ARGUMENT, "start_time|NaN");
    OPTION("start time inf", o.start_time = -INFINITY, SWP_INVALID_ARGUMENT, "start_time|inf");
    OPTION("tolerance -1e-10", o.newton_tolerance = -1e-10, SWP_INVALID_ARGUMENT, "newton_tolerance");
    OPTION("tolerance 1", o.newton_tolerance = 1, SWP_INVALID_ARGUMENT, "newton_tolerance|1");
    OPTION("tolerance NaN", o.newton_tolerance = NAN, SWP_INVALID_ARGUMENT, "newton_tolerance|NaN");
    OPTION("0 iterations", o.newton_max_iterations = 0, SWP_INVALID_ARGUMENT, "newton_max_iterations|0|16");
    OPTION("17 iterations", o.newton_max_iterations = 17, SWP_INVALID_ARGUMENT, "newton_max_iterations|17|16");
    OPTION("-5 iterations", o.newton_max_iterations = -5, SWP_INVALID_ARGUMENT, "newton_max_iterations|-5|16");
    OPTION("penalty -1", o.penalty = -1, SWP_INVALID_ARGUMENT, "penalty|-1");
    OPTION("penalty NaN", o.penalty = NAN, SWP_INVALID_ARGUMENT, "penalty|NaN");
    OPTION("penalty inf", o.penalty = INFINITY, SWP_INVALID_ARGUMENT, "penalty|inf");
    OPTION("assembly tolerance 0", o.assembly_tolerance = 0, SWP_INVALID_ARGUMENT, "assembly_tolerance");
    OPTION("assembly tolerance NaN", o.assembly_tolerance = NAN, SWP_INVALID_ARGUMENT, "assembly_tolerance|NaN");
    model_refuses("simulation without out", swp_sim_create(rig.model, NULL, NULL), SWP_NULL_POINTER, "out");

    /* A rig that took all of this and one that took nothing must number the next things alike. */
    begin_case("refused calls leave no trace in the model");
    Rig clean = make_rig();
    swp_model *models[2] = {rig.model, clean.model};
    uint32_t ids[2][6];
    for (int i = 0; i < 2; i++) {
        swp_node n;
        swp_body b;
        swp_function f;
        swp_joint j;
        swp_load l;
        swp_spring s;
        MUST(swp_model_add_node(models[i], "lost", zero, NULL, &n));
        MUST(swp_model_add_rigid_body(models[i], "stone", n, 1, zero, inertia, &b));
        MUST(swp_model_add_constant(models[i], 1, &f));
        MUST(swp_model_add_spherical(models[i], "knee", &rig.on_arm, &rig.on_slider, &j));
        MUST(swp_model_add_force(models[i], "gust", n, 0, zero, NULL, f, &l));
        MUST(swp_model_add_joint_spring(models[i], "coil", rig.hinge, 0, 1, 1, 0, &s));
        memcpy(ids[i], (uint32_t[6]){n.id, b.id, f.id, j.id, l.id, s.id}, sizeof ids[i]);
    }
    expect(!memcmp(ids[0], ids[1], sizeof ids[0]), "the next ids differ");
    swp_model_free(clean.model);
    end_case();
}

/* ---- models that are not sound ------------------------------------------------------------------------------------------- */

/* Ground "ground" at 0 and node "bob" at (1, 0, 0) with a body. */
static swp_model *pair(swp_node *ground, swp_node *bob) {
    swp_model *m = NULL;
    swp_body body;
    MUST(swp_model_create(&m));
    MUST(swp_model_set_gravity(m, (double[3]){0, 0, -9.81}));
    MUST(swp_model_add_ground(m, "ground", zero, NULL, ground));
    MUST(swp_model_add_node(m, "bob", (double[3]){1, 0, 0}, NULL, bob));
    MUST(swp_model_add_rigid_body(m, "bob", *bob, 1.0, zero, inertia, &body));
    return m;
}

static swp_joint revolute_at(swp_model *m, const char *name, swp_node a, swp_node b, const double *point) {
    swp_attachment on_a, on_b;
    swp_joint joint = {0};
    MUST(swp_model_attach(m, a, point, about_y, &on_a));
    MUST(swp_model_attach(m, b, point, about_y, &on_b));
    MUST(swp_model_add_revolute(m, name, &on_a, &on_b, &joint));
    return joint;
}

/* Crank of 1 m, coupler of 1 m, rocker of 0.5 m in the x-z plane; the coupler is a body on revolutes, or a rod. */
static swp_model *four_bar(int spatial, swp_joint *crank_pin) {
    swp_model *m = NULL;
    swp_node ground, crank, rocker;
    swp_body body;
    const double pin[3] = {0, 0, 0}, far[3] = {1, 0, 0.5}, top[3] = {0, 0, 1}, end[3] = {1, 0, 1};
    MUST(swp_model_create(&m));
    MUST(swp_model_add_ground(m, "ground", zero, NULL, &ground));
    MUST(swp_model_add_node(m, "crank", (double[3]){0, 0, 0.5}, NULL, &crank));
    MUST(swp_model_add_node(m, "rocker", (double[3]){1, 0, 0.75}, NULL, &rocker));
    MUST(swp_model_add_rigid_body(m, "crank", crank, 1, zero, inertia, &body));
    MUST(swp_model_add_rigid_body(m, "rocker", rocker, 1, zero, inertia, &body));
    *crank_pin = revolute_at(m, "crank pin", ground, crank, pin);
    revolute_at(m, "rocker pin", ground, rocker, far);
    if (spatial) {
        swp_node coupler;
        MUST(swp_model_add_node(m, "coupler", (double[3]){0.5, 0, 1}, NULL, &coupler));
        MUST(swp_model_add_rigid_body(m, "coupler", coupler, 1, zero, inertia, &body));
        revolute_at(m, "top pin", crank, coupler, top);
        revolute_at(m, "end pin", coupler, rocker, end);
    } else {
        swp_attachment a, b;
        swp_joint rod;
        MUST(swp_model_attach(m, crank, top, NULL, &a));
        MUST(swp_model_attach(m, rocker, end, NULL, &b));
        MUST(swp_model_add_distance(m, "coupler rod", &a, &b, 1.0, &rod));
    }
    return m;
}

static void unsound_models(void) {
    swp_model *m = NULL;
    swp_node ground, bob, extra;
    swp_attachment a, b;
    swp_joint joint;
    swp_function f;
    swp_body body;
    swp_sim *made = NULL;
    swp_sim_options options;

    MUST(swp_model_create(&m));
    create_refuses("empty model", m, NULL, SWP_INVALID_MODEL, "no node|add");

    MUST(swp_model_create(&m));
    MUST(swp_model_add_ground(m, "rock", zero, NULL, &ground));
    create_refuses("ground alone", m, NULL, SWP_INVALID_MODEL, "no node|move");

    m = pair(&ground, &bob);
    MUST(swp_model_add_node(m, "stray", zero, NULL, &extra));
    begin_case("swp_model_check finds the same");
    expect_status(swp_model_check(m), SWP_INVALID_MODEL);
    end_case();
    create_refuses("unconnected node", m, NULL, SWP_INVALID_MODEL, "stray|mass|joint");

    m = pair(&ground, &bob);
    MUST(swp_model_attach(m, ground, zero, NULL, &a));
    MUST(swp_model_attach(m, bob, (double[3]){0, 0, 0.3}, NULL, &b));
    MUST(swp_model_add_spherical(m, "knuckle", &a, &b, &joint));
    create_refuses("joint that does not fit", m, NULL, SWP_INVALID_MODEL, "knuckle|fit|displacement along axis 3|attach");

    m = pair(&ground, &bob);
    MUST(swp_model_attach(m, ground, zero, NULL, &a));
    MUST(swp_model_attach(m, bob, zero, about_y, &b));
    MUST(swp_model_add_revolute(m, "askew", &a, &b, &joint));
    create_refuses("revolute with axes apart", m, NULL, SWP_INVALID_MODEL, "askew|fit|rotation|orientation");

    m = pair(&ground, &bob);
    MUST(swp_model_attach(m, ground, zero, NULL, &a));
    MUST(swp_model_attach(m, bob, (double[3]){1, 0, 0}, NULL, &b));
    MUST(swp_model_add_distance(m, "bar", &a, &b, 2.0, &joint));
    create_refuses("rod of the wrong length", m, NULL, SWP_INVALID_MODEL, "bar|fit");

    m = pair(&ground, &bob);
    MUST(swp_model_add_point_node(m, "dot", zero, &extra));
    MUST(swp_model_add_point_mass(m, "dot", extra, 1, NULL, &body));
    MUST(swp_model_attach(m, bob, zero, NULL, &a));
    MUST(swp_model_attach(m, extra, zero, NULL, &b));
    MUST(swp_model_add_revolute(m, "dot hinge", &a, &b, &joint));
    create_refuses("revolute on a point", m, NULL, SWP_INVALID_MODEL, "dot hinge|\"dot\"|orientation|point");

    m = pair(&ground, &bob);
    MUST(swp_model_add_point_node(m, "dot", zero, &extra));
    MUST(swp_model_add_point_mass(m, "dot", extra, 1, NULL, &body));
    MUST(swp_model_attach(m, bob, (double[3]){0, 0, 1}, NULL, &a));
    MUST(swp_model_attach(m, extra, (double[3]){0, 0, 1}, NULL, &b));
    MUST(swp_model_add_spherical(m, "dot ball", &a, &b, &joint));
    create_refuses("spherical joint beside a point", m, NULL, SWP_INVALID_MODEL, "dot ball|\"dot\"|point");

    m = pair(&ground, &bob);
    revolute_at(m, "left bearing", ground, bob, zero);
    revolute_at(m, "right bearing", ground, bob, (double[3]){0, 1, 0});
    create_refuses("two revolutes in line", m, NULL, SWP_REDUNDANT_CONSTRAINTS, "left bearing|right bearing|5 of 10|least squares");

    m = four_bar(1, &joint);
    create_refuses("planar four-bar of spatial revolutes", m, NULL, SWP_REDUNDANT_CONSTRAINTS, "3 of 20|end pin|least squares");

    begin_case("the same goes on when asked to");
    m = four_bar(1, &joint);
    expect_status(swp_sim_create(m, NULL, &made), SWP_REDUNDANT_CONSTRAINTS);
    MUST(swp_sim_options_init(&options));
    options.redundancy = SWP_REDUNDANCY_LEAST_SQUARES;
    MUST(swp_sim_create(m, &options, &made));
    if (made) MUST(swp_sim_step(made, 1e-3));
    swp_sim_free(made);
    made = NULL;
    swp_model_free(m);
    end_case();

    m = pair(&ground, &bob);
    MUST(swp_model_add_node(m, "feather", (double[3]){2, 0, 0}, NULL, &extra));
    MUST(swp_model_attach(m, bob, (double[3]){2, 0, 0}, NULL, &a));
    MUST(swp_model_attach(m, extra, (double[3]){2, 0, 0}, NULL, &b));
    MUST(swp_model_add_spherical(m, "socket", &a, &b, &joint));
    create_refuses("massless node on a spherical joint", m, NULL, SWP_SINGULAR_MECHANISM, "feather|rotation|inertia");

    m = pair(&ground, &bob);
    MUST(swp_model_add_node(m, "grain", (double[3]){2, 0, 0}, NULL, &extra));
    MUST(swp_model_add_point_mass(m, "grain", extra, 1, NULL, &body));
    create_refuses("point mass on a node that turns", m, NULL, SWP_SINGULAR_MECHANISM, "grain|rotation|point node");

    m = pair(&ground, &bob);
    joint = revolute_at(m, "hinge", ground, bob, zero);
    MUST(swp_model_add_constant(m, 0.2, &f));
    MUST(swp_model_drive_joint(m, joint, 0, f));
    MUST(swp_model_start_joint(m, joint, 0, 0.5, NAN));
    create_refuses("driven to 0.2 and started at 0.5", m, NULL, SWP_INCONSISTENT_START, "hinge|start");

    m = pair(&ground, &bob);
    joint = revolute_at(m, "hinge", ground, bob, zero);
    MUST(swp_model_add_constant(m, 0, &f));
    MUST(swp_model_drive_joint(m, joint, 0, f));
    MUST(swp_model_start_joint(m, joint, 0, NAN, 3.0));
    create_refuses("driven to stand still and started at a rate", m, NULL, SWP_INCONSISTENT_START, "hinge|rate");

    m = four_bar(0, &joint);
    MUST(swp_model_add_constant(m, -2.5, &f));
    MUST(swp_model_drive_joint(m, joint, 0, f));
    create_refuses("crank driven out of reach at the start", m, NULL, SWP_INCONSISTENT_START, "no positions");

    char text[TEXT] = "";
    begin_case("start given twice");
    m = pair(&ground, &bob);
    joint = revolute_at(m, "hinge", ground, bob, zero);
    MUST(swp_model_start_joint(m, joint, 0, 0.1, NAN));
    expect_status(swp_model_start_joint(m, joint, 0, 0.2, NAN), SWP_INVALID_ARGUMENT);
    MUST(swp_model_error(m, text, sizeof text, NULL));
    expect_text(text, "nobody", "hinge|already");
    double value = 0;
    MUST(swp_sim_create(m, NULL, &made));
    MUST(swp_sim_joint_coordinate(made, joint, 0, &value, NULL));
    expect(fabs(value - 0.1) < 1e-9, "the first start does not hold: %g", value);
    swp_sim_free(made);
    swp_model_free(m);
    end_case();
}

/* ---- callbacks that fail ---------------------------------------------------------------------------------------------------- */

static int host_mode; /* 0: well; 1: reports failure; 2: NaN; 3: infinite second derivative */

static int32_t host(double t, double *values, void *user) {
    (void)user;
    values[0] = sin(t);
    values[1] = cos(t);
    values[2] = -sin(t);
    if (host_mode == 2) values[0] = NAN;
    if (host_mode == 3) values[2] = -INFINITY;
    return host_mode == 1 ? 7 : 0;
}

static swp_model *hosted(void) {
    swp_node ground, bob;
    swp_function f;
    swp_load load;
    swp_model *m = pair(&ground, &bob);
    revolute_at(m, "hinge", ground, bob, zero);
    MUST(swp_model_add_callback(m, host, NULL, &f));
    MUST(swp_model_add_force(m, "host force", bob, SWP_DEAD, (double[3]){0, 0, 1}, NULL, f, &load));
    return m;
}

static void callbacks(void) {
    const swp_status wanted[4] = {SWP_OK, SWP_CALLBACK_FAILED, SWP_NOT_FINITE, SWP_NOT_FINITE};
    const char *const words[4] = {"", "host function|t = ", "host function|NaN|t = ", "host function|inf|t = "};
    for (int mode = 1; mode < 4; mode++) {
        swp_model *m = hosted();
        host_mode = mode;
        create_refuses("host callback fails at the start", m, NULL, wanted[mode], words[mode]);
        host_mode = 0;
    }
    swp_model *m = hosted();
    Rig kept = used;
    swp_sim *kept_sim = sim, *kept_twin = twin;
    MUST(swp_sim_create(m, NULL, &sim));
    MUST(swp_sim_create(m, NULL, &twin));
    for (int mode = 1; mode < 4; mode++) {
        host_mode = mode;
        swp_status got = swp_sim_step(sim, 1e-3);
        host_mode = 0;
        sim_refuses("host callback fails in a step", got, wanted[mode], words[mode]);

        host_mode = mode;
        got = swp_sim_advance(sim, 10.0, 1e-3);
        host_mode = 0;
        sim_refuses("host callback fails in the first step of an advance", got, wanted[mode], words[mode]);

        MUST(swp_sim_begin(sim, 1e-3));
        MUST(swp_sim_begin(twin, 1e-3));
        MUST(swp_sim_iterate(sim)); /* solved once: the failure must take that back */
        step_open = 1;
        host_mode = mode;
        got = swp_sim_iterate(sim);
        host_mode = 0;
        sim_refuses("host callback fails in an iteration", got, wanted[mode], words[mode]);
        host_mode = mode;
        (void)swp_sim_iterate(sim);
        got = swp_sim_accept(sim);
        host_mode = 0;
        sim_refuses("accept after a failed iteration", got, SWP_WRONG_STATE, "step|solved|iterate");
        MUST(swp_sim_reject(sim));
        MUST(swp_sim_reject(twin));
        step_open = 0;

        host_mode = mode;
        got = swp_sim_solve_static(sim);
        host_mode = 0;
        sim_refuses("host callback fails in statics", got, wanted[mode], words[mode]);
    }
    swp_sim_free(sim);
    swp_sim_free(twin);
    swp_model_free(m);
    sim = kept_sim, twin = kept_twin, used = kept;
}

/* ---- steps ---------------------------------------------------------------------------------------------------------------------- */

static int cancel_after;

static int32_t cancel(double t, void *user) {
    *(double *)user = t;
    return --cancel_after == 0;
}

static void stepping(void) {
    double now = 0, at = 0, value = 0;
    char text[TEXT];
    sim_refuses("step of 0", swp_sim_step(sim, 0.0), SWP_INVALID_ARGUMENT, "step|0 s|positive");
    sim_refuses("step back", swp_sim_step(sim, -1e-3), SWP_INVALID_ARGUMENT, "step|-0.001|positive");
    sim_refuses("step of NaN", swp_sim_step(sim, NAN), SWP_INVALID_ARGUMENT, "step|NaN|finite");
    sim_refuses("step of infinity", swp_sim_step(sim, INFINITY), SWP_INVALID_ARGUMENT, "step|inf|finite");
    sim_refuses("step that vanishes beside the time", swp_sim_step(sim, 1e-300), SWP_INVALID_ARGUMENT, "step|time|larger step");
    sim_refuses("begin with 0", swp_sim_begin(sim, 0.0), SWP_INVALID_ARGUMENT, "step|positive");
    sim_refuses("begin with NaN", swp_sim_begin(sim, NAN), SWP_INVALID_ARGUMENT, "step|NaN");
    sim_refuses("iterate without begin", swp_sim_iterate(sim), SWP_WRONG_STATE, "no step is open|begin");
    sim_refuses("accept without begin", swp_sim_accept(sim), SWP_WRONG_STATE, "no step is open");
    sim_refuses("reject without begin", swp_sim_reject(sim), SWP_WRONG_STATE, "no step is open");
    MUST(swp_sim_time(sim, &now));
    sim_refuses("advance backwards", swp_sim_advance(sim, now - 1.0, 1e-3), SWP_INVALID_ARGUMENT, "advance|t = ");
    sim_refuses("advance to NaN", swp_sim_advance(sim, NAN, 1e-3), SWP_INVALID_ARGUMENT, "advance|NaN");
    sim_refuses("advance to infinity", swp_sim_advance(sim, INFINITY, 1e-3), SWP_INVALID_ARGUMENT, "advance|inf");
    sim_refuses("advance in steps of 0", swp_sim_advance(sim, 100, 0), SWP_INVALID_ARGUMENT, "step|positive");
    sim_refuses("advance in steps back", swp_sim_advance(sim, 100, -1), SWP_INVALID_ARGUMENT, "step|-1|positive");
    sim_refuses("advance in steps of NaN", swp_sim_advance(sim, 100, NAN), SWP_INVALID_ARGUMENT, "step|NaN");
    MUST(swp_sim_time(sim, &now));
    sim_refuses("advance to now in steps of NaN", swp_sim_advance(sim, now, NAN), SWP_INVALID_ARGUMENT, "step|NaN");
    MUST(swp_sim_time(sim, &now));
    sim_refuses("advance to now in steps back", swp_sim_advance(sim, now, -1), SWP_INVALID_ARGUMENT, "step|-1");

    MUST(swp_sim_begin(sim, 1e-3));
    MUST(swp_sim_begin(twin, 1e-3));
    step_open = 1;
    sim_refuses("begin twice", swp_sim_begin(sim, 1e-3), SWP_WRONG_STATE, "open|accept or reject");
    sim_refuses("step with a step open", swp_sim_step(sim, 1e-3), SWP_WRONG_STATE, "open|accept or reject");
    sim_refuses("advance with a step open", swp_sim_advance(sim, 100, 1e-3), SWP_WRONG_STATE, "open|accept or reject");
    sim_refuses("statics with a step open", swp_sim_solve_static(sim), SWP_WRONG_STATE, "open|accept or reject");
    sim_refuses("accept before a solution", swp_sim_accept(sim), SWP_WRONG_STATE, "not been solved|iterate");
    sim_refuses("NaN input with a step open", swp_sim_set_input(sim, used.push, NAN), SWP_INVALID_ARGUMENT, "push|NaN");
    sim_refuses("rule with a step open", swp_sim_set_input_rule(sim, &used.push, SWP_INPUT_HELD), SWP_WRONG_STATE, "open|accept or reject");
    sim_refuses("evaluate with a step open", swp_sim_evaluate(sim), SWP_WRONG_STATE, "open|accept or reject");
    MUST(swp_sim_reject(sim));
    MUST(swp_sim_reject(twin));
    step_open = 0;

    /* what inputs mean */
    swp_function nothing = {0};
    sim_refuses("rule 3", swp_sim_set_input_rule(sim, NULL, 3), SWP_INVALID_ARGUMENT, "rule 3|SWP_INPUT_LINEAR");
    sim_refuses("rule -1", swp_sim_set_input_rule(sim, &used.push, -1), SWP_INVALID_ARGUMENT, "rule -1");
    sim_refuses("rule of what is no input", swp_sim_set_input_rule(sim, &used.wave, SWP_INPUT_HELD), SWP_INVALID_ARGUMENT, "harmonic|input");
    sim_refuses("rule of a zero id", swp_sim_set_input_rule(sim, &nothing, SWP_INPUT_HELD), SWP_UNKNOWN_ID, "function|never set");
    sim_refuses("NaN input with rates", swp_sim_set_input_rates(sim, used.push, NAN, 0, 0), SWP_INVALID_ARGUMENT, "push|NaN");
    sim_refuses("input with NaN rate", swp_sim_set_input_rates(sim, used.push, 1, NAN, 0), SWP_INVALID_ARGUMENT, "push|rate|NaN");
    sim_refuses("input with infinite second rate", swp_sim_set_input_rates(sim, used.push, 1, 0, INFINITY), SWP_INVALID_ARGUMENT, "push|rate|inf");
    sim_refuses("rates of what is no input", swp_sim_set_input_rates(sim, used.wave, 1, 0, 0), SWP_INVALID_ARGUMENT, "harmonic|input");
    sim_refuses("rates of a zero id", swp_sim_set_input_rates(sim, nothing, 1, 0, 0), SWP_UNKNOWN_ID, "function|never set");

    /* inputs: all or none */
    swp_function mixed[3] = {used.push, used.pull, used.wave}, unset[2] = {used.push, {0}};
    const double five[3] = {5, 5, 5}, nan3[3] = {5, NAN, 5};
    sim_refuses("NaN input", swp_sim_set_input(sim, used.push, NAN), SWP_INVALID_ARGUMENT, "push|NaN|finite");
    sim_refuses("infinite input", swp_sim_set_input(sim, used.pull, -INFINITY), SWP_INVALID_ARGUMENT, "pull|inf");
    sim_refuses("set what is no input", swp_sim_set_input(sim, used.wave, 1), SWP_INVALID_ARGUMENT, "harmonic|input");
    sim_refuses("set a zero id", swp_sim_set_input(sim, (swp_function){0}, 1), SWP_UNKNOWN_ID, "function|never set");
    sim_refuses("set a node", swp_sim_set_input(sim, (swp_function){used.arm.id}, 1), SWP_UNKNOWN_ID, "function");
    sim_refuses("set inputs, the last no input", swp_sim_set_inputs(sim, 3, mixed, five), SWP_INVALID_ARGUMENT, "input");
    sim_refuses("set inputs, the second NaN", swp_sim_set_inputs(sim, 2, mixed, nan3), SWP_INVALID_ARGUMENT, "pull|NaN");
    sim_refuses("set inputs, the second unset", swp_sim_set_inputs(sim, 2, unset, five), SWP_UNKNOWN_ID, "function|never set");
    sim_refuses("set inputs NULL", swp_sim_set_inputs(sim, 2, NULL, five), SWP_NULL_POINTER, "inputs");
    sim_refuses("set inputs to NULL", swp_sim_set_inputs(sim, 2, mixed, NULL), SWP_NULL_POINTER, "values");

    /* the progress callback stops */
    begin_case("cancelled by the progress callback");
    MUST(swp_sim_time(sim, &now));
    cancel_after = 3;
    MUST(swp_sim_set_progress(sim, cancel, &at));
    expect_status(swp_sim_advance(sim, now + 0.01, 1e-3), SWP_CANCELLED);
    MUST(swp_sim_error(sim, text, sizeof text, NULL));
    expect_text(text, "12345", "progress|t = ");
    MUST(swp_sim_time(sim, &value));
    expect(value == at && value < now + 0.004, "the state is not that of the last accepted step");
    MUST(swp_sim_set_progress(sim, NULL, NULL));
    MUST(swp_sim_advance(sim, now + 0.01, 1e-3));
    MUST(swp_sim_time(sim, &value));
    expect(value == now + 0.01, "the rest of the way does not end at t_end");
    swp_snapshot *snapshot = NULL;
    MUST(swp_sim_save(sim, &snapshot));
    MUST(swp_sim_restore(twin, snapshot));
    swp_snapshot_free(snapshot);
    end_case();
}

static swp_model *make_wing(swp_beam *beam, swp_stations *stations);

/* A scheme chosen between steps. */
static void schemes(void) {
    swp_sim_options o;
    MUST(swp_sim_options_init(&o));
#define SCHEME(name, change, want, words)                                       \
    do {                                                                        \
        MUST(swp_sim_options_init(&o));                                         \
        change;                                                                 \
        sim_refuses("set scheme: " name, swp_sim_set_scheme(sim, &o), want, words); \
    } while (0)
    sim_refuses("set scheme: NULL", swp_sim_set_scheme(sim, NULL), SWP_NULL_POINTER, "options");
    SCHEME("size 0", o.size = 0, SWP_WRONG_SIZE, "options|size");
    SCHEME("9", o.scheme = 9, SWP_INVALID_ARGUMENT, "scheme|9");
    SCHEME("-1", o.scheme = -1, SWP_INVALID_ARGUMENT, "scheme|-1");
    SCHEME("rho 2", o.rho_infinity = 2, SWP_INVALID_ARGUMENT, "rho_infinity|2");
    SCHEME("HHT NaN", (o.scheme = SWP_HHT_ALPHA, o.hht_alpha = NAN), SWP_INVALID_ARGUMENT, "hht_alpha|NaN");
    SCHEME("stage_weighted 7", o.stage_weighted = 7, SWP_INVALID_ARGUMENT, "stage_weighted|7");
    SCHEME("decay 2", (o.scheme = SWP_MOMENTUM_DECAYING, o.decay_alpha = 2), SWP_INVALID_ARGUMENT, "decay_alpha|2");
    SCHEME("decay NaN", (o.scheme = SWP_ENERGY_DECAYING, o.decay_alpha = NAN), SWP_INVALID_ARGUMENT, "decay_alpha|NaN");
    sim_refuses("scheme name to nowhere", swp_sim_scheme_name(sim, NULL, 0, NULL), SWP_NULL_POINTER, "buffer");
    sim_refuses("step audit without out", swp_sim_step_audit(sim, NULL), SWP_NULL_POINTER, "out");
    MUST(swp_sim_begin(sim, 1e-3));
    MUST(swp_sim_begin(twin, 1e-3));
    step_open = 1;
    SCHEME("with a step open", o.scheme = SWP_RADAU_IIA, SWP_WRONG_STATE, "open|accept or reject");
    MUST(swp_sim_reject(sim));
    MUST(swp_sim_reject(twin));
    step_open = 0;

    begin_case("options that are not of the scheme are ignored");
    MUST(swp_sim_options_init(&o));
    o.scheme = SWP_ENERGY_DECAYING, o.rho_infinity = NAN, o.start_time = NAN, o.redundancy = 99, o.penalty = -1;
    MUST(swp_sim_set_scheme(sim, &o));
    MUST(swp_sim_set_scheme(twin, &o));
    char text[TEXT] = "";
    MUST(swp_sim_scheme_name(sim, text, sizeof text, NULL));
    expect(says(text, "energy decaying|ED"), "the name is %s", text);
    end_case();
    MUST(swp_sim_step(sim, 1e-3));
    MUST(swp_sim_step(twin, 1e-3));
    sim_refuses("step control without an estimate", swp_sim_advance_controlled(sim, 100, NULL, &out.flag), SWP_INVALID_ARGUMENT, "energy decaying|error");
    MUST(swp_sim_options_init(&o));
    MUST(swp_sim_set_scheme(sim, &o));
    MUST(swp_sim_set_scheme(twin, &o));

    /* beams that are to interpolate rotations have no form over a step */
    for (int scheme = SWP_ENERGY_PRESERVING; scheme <= SWP_MOMENTUM_DECAYING_CONSTRAINED; scheme++) {
        swp_beam beam;
        swp_stations stations;
        MUST(swp_sim_options_init(&o));
        o.scheme = scheme, o.interpolation = SWP_BEAMS_ROTATIONS;
        create_refuses("beam with rotations under a scheme over a step", make_wing(&beam, &stations), &o, SWP_INVALID_ARGUMENT, "wing|SWP_BEAMS_BY_SCHEME|Radau");
        begin_case("and chosen later");
        swp_model *m = make_wing(&beam, &stations);
        swp_sim *flying = NULL;
        MUST(swp_sim_create(m, NULL, &flying));
        MUST(swp_sim_step(flying, 1e-3));
        Bytes before = state_of(flying);
        expect_status(swp_sim_set_scheme(flying, &o), SWP_INVALID_ARGUMENT);
        MUST(swp_sim_error(flying, text, sizeof text, NULL));
        expect_text(text, "12345", "wing|SWP_BEAMS_BY_SCHEME");
        Bytes after = state_of(flying);
        expect(same_bytes(&before, &after), "the state has changed");
        MUST(swp_sim_scheme_name(flying, text, sizeof text, NULL));
        expect(says(text, "generalised"), "the scheme has changed to %s", text);
        MUST(swp_sim_step(flying, 1e-3));
        swp_sim_free(flying);
        swp_model_free(m);
        end_case();
    }
}

static int32_t no_number(double t, double *value, void *user) {
    (void)t, (void)user;
    *value = NAN;
    return 0;
}

static int32_t refuses(double t, double *value, void *user) {
    (void)t, (void)value, (void)user;
    return 1;
}

/* Steps by their error. */
static void threads(void) {
    NO_SIM(swp_sim_set_threads(NULL, 2));
    sim_refuses("no threads", swp_sim_set_threads(sim, 0), SWP_INVALID_ARGUMENT, "0|threads|256");
    sim_refuses("minus one thread", swp_sim_set_threads(sim, -1), SWP_INVALID_ARGUMENT, "-1|threads|256");
    sim_refuses("257 threads", swp_sim_set_threads(sim, 257), SWP_INVALID_ARGUMENT, "257|256");
    sim_refuses("2147483647 threads", swp_sim_set_threads(sim, 2147483647), SWP_INVALID_ARGUMENT, "256");
    begin_case("one thread and two are taken");
    expect_status(swp_sim_set_threads(sim, 2), SWP_OK);
    expect_status(swp_sim_set_threads(sim, 1), SWP_OK);
    end_case();
}

static void step_control(void) {
    swp_step_control c;
    double now = 0;
#define CONTROL(name, change, want, words)                                                                    \
    do {                                                                                                      \
        MUST(swp_step_control_init(&c));                                                                      \
        change;                                                                                               \
        sim_refuses("control: " name, swp_sim_advance_controlled(sim, 100, &c, &out.flag), want, words);      \
        sim_refuses("control, past: " name, swp_sim_advance_past(sim, 100, &c, &out.flag), want, words);      \
    } while (0)
    CONTROL("size 0", c.size = 0, SWP_WRONG_SIZE, "control|size|swp_step_control_init");
    CONTROL("tolerance 0", c.translation_tolerance = 0, SWP_INVALID_ARGUMENT, "translation_tolerance|0");
    CONTROL("tolerance NaN", c.rotation_tolerance = NAN, SWP_INVALID_ARGUMENT, "rotation_tolerance|NaN");
    CONTROL("smallest -1", c.smallest = -1, SWP_INVALID_ARGUMENT, "smallest|-1");
    CONTROL("smallest inf", c.smallest = INFINITY, SWP_INVALID_ARGUMENT, "smallest|inf");
    CONTROL("largest NaN", c.largest = NAN, SWP_INVALID_ARGUMENT, "largest|NaN");
    CONTROL("largest below smallest", c.largest = 1e-12, SWP_INVALID_ARGUMENT, "largest|smallest");
    CONTROL("first NaN", c.first = NAN, SWP_INVALID_ARGUMENT, "first|NaN");
    CONTROL("size of half a member", c.size -= 4, SWP_WRONG_SIZE, "control|size|swp_step_control_init");
    CONTROL("rate tolerance -1", c.translation_rate_tolerance = -1, SWP_INVALID_ARGUMENT, "translation_rate_tolerance|-1");
    CONTROL("rate tolerance NaN", c.rotation_rate_tolerance = NAN, SWP_INVALID_ARGUMENT, "rotation_rate_tolerance|NaN");
    CONTROL("safety 2", c.safety = 2, SWP_INVALID_ARGUMENT, "safety|2");
    MUST(swp_step_control_init(&c));
    MUST(swp_sim_time(sim, &now));
    sim_refuses("controlled to NaN", swp_sim_advance_controlled(sim, NAN, &c, &out.flag), SWP_INVALID_ARGUMENT, "advance|NaN");
    sim_refuses("controlled backwards", swp_sim_advance_controlled(sim, now - 1, &c, NULL), SWP_INVALID_ARGUMENT, "advance|snapshot");
    sim_refuses("past infinity", swp_sim_advance_past(sim, INFINITY, &c, NULL), SWP_INVALID_ARGUMENT, "advance|inf");
    sim_refuses("event in direction 2", swp_sim_set_event(sim, no_number, NULL, 2, 1e-6), SWP_INVALID_ARGUMENT, "direction|2");
    sim_refuses("event tolerance 0", swp_sim_set_event(sim, no_number, NULL, 0, 0), SWP_INVALID_ARGUMENT, "tolerance|0");
    sim_refuses("event tolerance NaN", swp_sim_set_event(sim, no_number, NULL, 0, NAN), SWP_INVALID_ARGUMENT, "tolerance|NaN");
    MUST(swp_sim_set_event(sim, no_number, NULL, SWP_DIRECTION_BOTH, 1e-6));
    sim_refuses("event of NaN", swp_sim_advance_controlled(sim, 100, &c, &out.flag), SWP_CALLBACK_FAILED, "event|NaN");
    MUST(swp_sim_set_event(sim, refuses, NULL, SWP_DIRECTION_RISING, 1e-6));
    sim_refuses("event that fails", swp_sim_advance_past(sim, 100, &c, &out.flag), SWP_CALLBACK_FAILED, "event");
    MUST(swp_sim_set_event(sim, NULL, NULL, 77, NAN)); /* no event: the others are not looked at */
    sim_refuses("interpolate before the last step", swp_sim_interpolate_node(sim, used.arm, -50, &out.motion), SWP_INVALID_ARGUMENT, "t = -50|last accepted step");
    sim_refuses("interpolate at NaN", swp_sim_interpolate_node(sim, used.arm, NAN, &out.motion), SWP_INVALID_ARGUMENT, "NaN");
    sim_refuses("interpolate a zero id", swp_sim_interpolate_node(sim, (swp_node){0}, now, &out.motion), SWP_UNKNOWN_ID, "node|never set");
    MUST(swp_sim_time(sim, &now));
    sim_refuses("interpolate without out", swp_sim_interpolate_node(sim, used.arm, now, NULL), SWP_NULL_POINTER, "out");
    sim_refuses("counters without out", swp_sim_get_counters(sim, NULL), SWP_NULL_POINTER, "out");
    sim_refuses("contact of a zero id", swp_sim_contact(sim, (swp_contact){0}, &out.contact_state), SWP_UNKNOWN_ID, "contact|never set");
    sim_refuses("contact that is a node", swp_sim_contact(sim, (swp_contact){used.arm.id}, &out.contact_state), SWP_UNKNOWN_ID, "contact");
    sim_refuses("row of a zero id", swp_sim_pfaffian(sim, (swp_pfaffian){0}, out.numbers), SWP_UNKNOWN_ID, "never set");
    MUST(swp_sim_begin(sim, 1e-3));
    MUST(swp_sim_begin(twin, 1e-3));
    step_open = 1;
    sim_refuses("controlled with a step open", swp_sim_advance_controlled(sim, 100, &c, &out.flag), SWP_WRONG_STATE, "open|accept or reject");
    MUST(swp_sim_reject(sim));
    MUST(swp_sim_reject(twin));
    step_open = 0;
}

static int32_t bad_row(double t, size_t nodes, const double *places, double *row, double *b, void *user) {
    (void)t, (void)nodes, (void)places, (void)b;
    row[0] = user ? NAN : 1.0;
    return user == NULL;
}

static int32_t empty_row(double t, size_t nodes, const double *places, double *row, double *b, void *user) {
    (void)t, (void)nodes, (void)places, (void)row, (void)b, (void)user;
    return 0;
}

/* Springs between nodes. */
static void between(void) {
    const double x[3] = {1, 0, 0}, nan3[3] = {0, NAN, 0};
    double soft[36] = {0}, skew[36] = {0}, negative[36] = {0}, hole[36] = {0};
    for (int k = 0; k < 6; ++k) {
        soft[7 * k] = skew[7 * k] = negative[7 * k] = hole[7 * k] = 1e3;
    }
    skew[1] = 5;
    negative[7] = -1;
    hole[14] = NAN;
    swp_model *m = rig.model;
    swp_attachment a, b;
    a = (swp_attachment){rig.arm, {0}, {1, 0, 0, 0}};
    b = (swp_attachment){rig.slider, {0}, {1, 0, 0, 0}};
    model_refuses("coordinate without a name", swp_model_add_generalised_coordinate(m, NULL, 1, 1, 0, 0, 0), SWP_NULL_POINTER, "name");
    model_refuses("coordinate of negative mass", swp_model_add_generalised_coordinate(m, "sway", -1, 1, 0, 0, 0), SWP_INVALID_ARGUMENT, "sway|mass|-1|negative");
    model_refuses("coordinate of NaN stiffness", swp_model_add_generalised_coordinate(m, "sway", 1, NAN, 0, 0, 0), SWP_INVALID_ARGUMENT, "sway|stiffness|finite");
    model_refuses("coordinate of infinite rate", swp_model_add_generalised_coordinate(m, "sway", 1, 1, 0, 0, INFINITY), SWP_INVALID_ARGUMENT, "sway|rate|finite");
    model_refuses("lock neither on nor off", swp_model_add_lock(m, rig.hinge, 0, 2), SWP_INVALID_ARGUMENT, "locked|2");
    model_refuses("lock of no coordinate", swp_model_add_lock(m, rig.hinge, 7, 0), SWP_INVALID_ARGUMENT, "coordinate 7");
    model_refuses("lock of a joint never made", swp_model_add_lock(m, (swp_joint){0}, 0, 0), SWP_UNKNOWN_ID, "joint|never set");
    sim_refuses("lock without a lock", swp_sim_lock(sim, rig.hinge, 0, NULL), SWP_INVALID_ARGUMENT, "no lock|add one");
    sim_refuses("release without a lock", swp_sim_release(sim, rig.hinge, 0), SWP_INVALID_ARGUMENT, "no lock");
    sim_refuses("locked without out", swp_sim_locked(sim, rig.hinge, 0, NULL), SWP_INVALID_ARGUMENT, "no lock");
#define LINE(what, name, from, p, to, q, k, l, c, want, words) \
    model_refuses("line spring: " what, swp_model_add_line_spring(m, name, from, p, to, q, k, l, c, 0, &out.line_spring), want, words)
    LINE("stiffness NaN", "strut", rig.arm, x, rig.slider, x, NAN, 1, 0, SWP_INVALID_ARGUMENT, "strut|stiffness|NaN");
    LINE("stiffness -1", "strut", rig.arm, x, rig.slider, x, -1, 1, 0, SWP_INVALID_ARGUMENT, "strut|stiffness|-1");
    LINE("length -1", "strut", rig.arm, x, rig.slider, x, 1, -1, 0, SWP_INVALID_ARGUMENT, "strut|length|-1");
    LINE("damping -1", "strut", rig.arm, x, rig.slider, x, 1, 1, -1, SWP_INVALID_ARGUMENT, "strut|damping|-1");
    LINE("point NaN", "strut", rig.arm, nan3, rig.slider, x, 1, 1, 0, SWP_INVALID_ARGUMENT, "strut|NaN");
    LINE("one node", "strut", rig.arm, x, rig.arm, zero, 1, 1, 0, SWP_INVALID_ARGUMENT, "strut");
    LINE("zero id", "strut", (swp_node){0}, x, rig.arm, zero, 1, 1, 0, SWP_UNKNOWN_ID, "node|never set");
    LINE("without a name", NULL, rig.arm, x, rig.slider, x, 1, 1, 0, SWP_NULL_POINTER, "name");
    model_refuses("line spring without out", swp_model_add_line_spring(m, "strut", rig.arm, x, rig.slider, x, 1, 1, 0, 0, NULL), SWP_NULL_POINTER, "out");
#define BUSHING(what, from, to, k, d, want, words) \
    model_refuses("bushing: " what, swp_model_add_bushing(m, "mount", from, to, k, d, NULL, &out.bushing), want, words)
    BUSHING("not symmetric", &a, &b, skew, NULL, SWP_INVALID_ARGUMENT, "mount|symmetric");
    BUSHING("negative stiffness", &a, &b, negative, NULL, SWP_INVALID_ARGUMENT, "mount|stiffness");
    BUSHING("negative damping", &a, &b, soft, negative, SWP_INVALID_ARGUMENT, "mount|damping");
    BUSHING("stiffness NaN", &a, &b, hole, NULL, SWP_INVALID_ARGUMENT, "mount|stiffness|NaN");
    BUSHING("one node", &a, &a, soft, NULL, SWP_INVALID_ARGUMENT, "mount");
    BUSHING("without side a", NULL, &b, soft, NULL, SWP_NULL_POINTER, "a");
    BUSHING("without stiffness", &a, &b, NULL, NULL, SWP_NULL_POINTER, "stiffness");
    sim_refuses("line spring of another kind", swp_sim_line_spring(sim, (swp_line_spring){0}, &out.line_spring_state), SWP_UNKNOWN_ID, "never set");
    sim_refuses("bushing never made", swp_sim_bushing(sim, (swp_bushing){0}, &out.bushing_state), SWP_UNKNOWN_ID, "never set");
}

/* Conditions on velocities. */
static void rolling(void) {
    const double x[3] = {1, 0, 0}, z[3] = {0, 0, 1}, long_axis[3] = {0, 0, 2}, nan3[3] = {0, NAN, 0};
    swp_model *m = rig.model;
    swp_contact *o = &out.contact;
    swp_node twice[2] = {rig.arm, rig.arm}, five[5] = {rig.arm, rig.slider, rig.shaft, rig.ground, rig.weight};
#define DISC(name, disc, node, center, axis, radius, point, normal, want, words) \
    model_refuses("rolling disc: " name, swp_model_add_rolling_disc(m, disc, node, center, axis, radius, point, normal, o), want, words)
    DISC("radius 0", "coin", rig.arm, zero, x, 0, zero, z, SWP_INVALID_ARGUMENT, "coin|radius|0");
    DISC("radius NaN", "coin", rig.arm, zero, x, NAN, zero, z, SWP_INVALID_ARGUMENT, "coin|radius|NaN");
    DISC("axis of length 2", "coin", rig.arm, zero, long_axis, 1, zero, z, SWP_INVALID_ARGUMENT, "coin|axis");
    DISC("axis 0", "coin", rig.arm, zero, zero, 1, zero, z, SWP_INVALID_ARGUMENT, "coin|axis");
    DISC("normal NaN", "coin", rig.arm, zero, x, 1, zero, nan3, SWP_INVALID_ARGUMENT, "coin|normal");
    DISC("centre NaN", "coin", rig.arm, nan3, x, 1, zero, z, SWP_INVALID_ARGUMENT, "coin|centre|NaN");
    DISC("on ground", "coin", rig.ground, zero, x, 1, zero, z, SWP_INVALID_ARGUMENT, "coin|ground");
    DISC("on a point", "coin", rig.weight, zero, x, 1, zero, z, SWP_INVALID_ARGUMENT, "coin|weight");
    DISC("on a zero id", "coin", (swp_node){0}, zero, x, 1, zero, z, SWP_UNKNOWN_ID, "node|never set");
    DISC("without a name", NULL, rig.arm, zero, x, 1, zero, z, SWP_NULL_POINTER, "name");
    DISC("without a plane", "coin", rig.arm, zero, x, 1, zero, NULL, SWP_NULL_POINTER, "normal");
    model_refuses("rolling disc without out", swp_model_add_rolling_disc(m, "coin", rig.arm, zero, x, 1, zero, z, NULL), SWP_NULL_POINTER, "out");
    model_refuses("knife edge of length 2", swp_model_add_knife_edge(m, "skate", rig.arm, zero, long_axis, o), SWP_INVALID_ARGUMENT, "skate|direction");
    model_refuses("knife edge at NaN", swp_model_add_knife_edge(m, "skate", rig.arm, nan3, x, o), SWP_INVALID_ARGUMENT, "skate|offset|NaN");
    model_refuses("knife edge on ground", swp_model_add_knife_edge(m, "skate", rig.ground, zero, x, o), SWP_INVALID_ARGUMENT, "skate|ground");
    model_refuses("knife edge without direction", swp_model_add_knife_edge(m, "skate", rig.arm, zero, NULL, o), SWP_NULL_POINTER, "across");
#define ROW(name, count, nodes, call, user, length, want, words) \
    model_refuses("row: " name, swp_model_add_pfaffian(m, "row", count, nodes, call, user, length, &out.pfaffian), want, words)
    ROW("no node", 0, &rig.arm, empty_row, NULL, 1, SWP_WRONG_SIZE, "row|one to");
    ROW("five nodes", 5, five, empty_row, NULL, 1, SWP_WRONG_SIZE, "row|5 nodes");
    ROW("a node twice", 2, twice, empty_row, NULL, 1, SWP_INVALID_ARGUMENT, "row|arm|twice");
    ROW("without a callback", 1, &rig.arm, NULL, NULL, 1, SWP_NULL_POINTER, "callback");
    ROW("length 0", 1, &rig.arm, empty_row, NULL, 0, SWP_INVALID_ARGUMENT, "row|length|0");
    ROW("length NaN", 1, &rig.arm, empty_row, NULL, NAN, SWP_INVALID_ARGUMENT, "row|length|NaN");
    ROW("that fails", 1, &rig.arm, bad_row, NULL, 1, SWP_CALLBACK_FAILED, "row");
    ROW("of NaN", 1, &rig.arm, bad_row, &rig, 1, SWP_INVALID_ARGUMENT, "row|NaN");
    ROW("without nodes", 1, NULL, empty_row, NULL, 1, SWP_NULL_POINTER, "nodes");
}

/* Elements and conditions of the host. `user` NULL: nothing is wrong; otherwise it says what is. */
static int32_t host_force(const swp_host_view *view, const swp_host_forces *to, void *user) {
    (void)view;
    if (!user) return 0;
    to->force[0] = *(const double *)user;
    to->force[4] = 1; /* a moment */
    return to->force[0] == -1;
}

static int32_t host_hold(const swp_host_view *view, const swp_host_values *to, void *user) {
    to->value[0] = view->coordinates ? view->coordinate_motions[0] : view->poses[0];
    to->gradient[0] = user ? *(const double *)user : 1;
    return to->gradient[0] == -1;
}

/* A diagnosis names what is wrong; here nothing is. */
static void diagnosis(void) {
    swp_model *m = rig.model;
    swp_sim_options options;
    swp_diagnosis *d = NULL;
    swp_diagnosis_numbers numbers;
    int32_t severity, kind;
    char text[4096];
    size_t needed;
    MUST(swp_sim_options_init(&options));
    options.penalty = -1;
    model_refuses("diagnosis of a step of 0", swp_model_diagnose(m, NULL, 0, &out.diagnosis), SWP_INVALID_ARGUMENT, "step|0 s");
    model_refuses("diagnosis of a step of NaN", swp_model_diagnose(m, NULL, NAN, &out.diagnosis), SWP_INVALID_ARGUMENT, "step|NaN");
    model_refuses("diagnosis with bad options", swp_model_diagnose(m, &options, 1e-3, &out.diagnosis), SWP_INVALID_ARGUMENT, "penalty|-1");
    model_refuses("diagnosis without out", swp_model_diagnose(m, NULL, 1e-3, NULL), SWP_NULL_POINTER, "out");
    begin_case("diagnosis");
    expect(swp_diagnosis_get_numbers(NULL, &numbers) == SWP_NULL_POINTER, "numbers of NULL");
    expect(swp_diagnosis_text(NULL, text, sizeof text, NULL) == SWP_NULL_POINTER, "text of NULL");
    expect(swp_diagnosis_finding(NULL, 0, NULL, NULL, text, sizeof text, NULL) == SWP_NULL_POINTER, "finding of NULL");
    swp_diagnosis_free(NULL);
    MUST(swp_model_diagnose(m, NULL, 1e-3, &d));
    MUST(swp_diagnosis_get_numbers(d, &numbers));
    expect(numbers.errors == 0 && numbers.unknowns > 0 && numbers.freedom > 0, "%zu errors", numbers.errors);
    expect(swp_diagnosis_get_numbers(d, NULL) == SWP_NULL_POINTER, "numbers without out");
    MUST(swp_diagnosis_text(d, text, sizeof text, &needed));
    expect(strstr(text, "degrees of freedom") && needed == strlen(text) + 1, "text %s", text);
    expect(swp_diagnosis_text(d, text, 5, NULL) == SWP_WRONG_SIZE, "text in five bytes");
    for (size_t k = 0; k < numbers.findings; k++) {
        MUST(swp_diagnosis_finding(d, k, &severity, &kind, text, sizeof text, &needed));
        expect(severity >= SWP_SEVERITY_NOTE && severity < SWP_SEVERITY_ERROR, "finding %s", text);
    }
    expect(swp_diagnosis_finding(d, numbers.findings, &severity, &kind, text, sizeof text, NULL) == SWP_INVALID_ARGUMENT, "a finding too many");
    swp_diagnosis_free(d);
    end_case();
}

static void host_terms(void) {
    swp_model *m = rig.model;
    swp_host_element_options o, wrong;
    double fails = -1, nan = NAN, nothing = 0, fine = 1;
    swp_node twice[2] = {rig.arm, rig.arm}, nine[9];
    swp_joint pair[2] = {rig.hinge, rig.hinge};
    const int32_t first[2] = {0, 0}, fifth[1] = {5};
    for (int k = 0; k < 9; k++) nine[k] = rig.arm;
    MUST(swp_host_element_options_init(&o));
#define ELEMENT(name, count, nodes, on, joints, coordinates, call, user, options, want, words) \
    model_refuses("element: " name, swp_model_add_host_element(m, "shaker", count, nodes, on, joints, coordinates, call, user, options, &out.host_element), want, words)
    ELEMENT("of nothing", 0, NULL, 0, NULL, NULL, host_force, NULL, &o, SWP_WRONG_SIZE, "shaker|at least");
    ELEMENT("nine nodes", 9, nine, 0, NULL, NULL, host_force, NULL, &o, SWP_WRONG_SIZE, "shaker|9 nodes");
    ELEMENT("a node twice", 2, twice, 0, NULL, NULL, host_force, NULL, &o, SWP_INVALID_ARGUMENT, "shaker|arm|twice");
    ELEMENT("on ground alone", 1, &rig.ground, 0, NULL, NULL, host_force, NULL, &o, SWP_INVALID_ARGUMENT, "shaker|ground");
    ELEMENT("a coordinate twice", 0, NULL, 2, pair, first, host_force, NULL, &o, SWP_INVALID_ARGUMENT, "shaker|hinge|twice");
    ELEMENT("coordinate 5 of a hinge", 0, NULL, 1, pair, fifth, host_force, NULL, &o, SWP_INVALID_ARGUMENT, "hinge|coordinate 5");
    ELEMENT("without joints", 0, NULL, 1, NULL, first, host_force, NULL, &o, SWP_NULL_POINTER, "joints");
    ELEMENT("without coordinates", 0, NULL, 1, pair, NULL, host_force, NULL, &o, SWP_NULL_POINTER, "coordinates");
    ELEMENT("without nodes", 1, NULL, 0, NULL, NULL, host_force, NULL, &o, SWP_NULL_POINTER, "nodes");
    ELEMENT("without a callback", 1, &rig.arm, 0, NULL, NULL, NULL, NULL, &o, SWP_NULL_POINTER, "callback");
    ELEMENT("that fails", 1, &rig.arm, 0, NULL, NULL, host_force, &fails, &o, SWP_CALLBACK_FAILED, "shaker");
    ELEMENT("of NaN", 1, &rig.arm, 0, NULL, NULL, host_force, &nan, &o, SWP_INVALID_ARGUMENT, "shaker|NaN");
    ELEMENT("a moment on a point", 1, &rig.weight, 0, NULL, NULL, host_force, &fine, &o, SWP_INVALID_ARGUMENT, "shaker|weight|point");
    wrong = o, wrong.size = 3;
    ELEMENT("options of another size", 1, &rig.arm, 0, NULL, NULL, host_force, NULL, &wrong, SWP_WRONG_SIZE, "options|size|init");
    wrong = o, wrong.gives_tangents = 7;
    ELEMENT("gives_tangents 7", 1, &rig.arm, 0, NULL, NULL, host_force, NULL, &wrong, SWP_INVALID_ARGUMENT, "gives_tangents|7");
    wrong = o, wrong.length = -2;
    ELEMENT("length -2", 1, &rig.arm, 0, NULL, NULL, host_force, NULL, &wrong, SWP_INVALID_ARGUMENT, "shaker|length|-2");
    model_refuses("element without a name", swp_model_add_host_element(m, NULL, 1, &rig.arm, 0, NULL, NULL, host_force, NULL, &o, &out.host_element), SWP_NULL_POINTER, "name");
    model_refuses("element without out", swp_model_add_host_element(m, "shaker", 1, &rig.arm, 0, NULL, NULL, host_force, NULL, &o, NULL), SWP_NULL_POINTER, "out");
#define HOLD(name, number, count, nodes, call, user, curvature, length, want, words) \
    model_refuses("host condition: " name, swp_model_add_host_condition(m, "hold", number, count, nodes, 0, NULL, NULL, call, user, curvature, length, &out.host_condition), want, words)
    HOLD("none", 0, 1, &rig.arm, host_hold, NULL, 0, 1, SWP_WRONG_SIZE, "hold|0 conditions");
    HOLD("seven", 7, 1, &rig.arm, host_hold, NULL, 0, 1, SWP_WRONG_SIZE, "hold|7 conditions");
    HOLD("without a gradient", 1, 1, &rig.arm, host_hold, &nothing, 0, 1, SWP_INVALID_ARGUMENT, "hold|gradient|zero");
    HOLD("of NaN", 1, 1, &rig.arm, host_hold, &nan, 0, 1, SWP_INVALID_ARGUMENT, "hold|gradient|NaN");
    HOLD("that fails", 1, 1, &rig.arm, host_hold, &fails, 0, 1, SWP_CALLBACK_FAILED, "hold");
    HOLD("curvature 2", 1, 1, &rig.arm, host_hold, NULL, 2, 1, SWP_INVALID_ARGUMENT, "gives_curvature|2");
    HOLD("length 0", 1, 1, &rig.arm, host_hold, NULL, 0, 0, SWP_INVALID_ARGUMENT, "hold|length|0");
    HOLD("without a callback", 1, 1, &rig.arm, NULL, NULL, 0, 1, SWP_NULL_POINTER, "callback");
    model_refuses("check of a zero id", swp_model_check_host_element(m, (swp_host_element){0}, 0.1, &out.host_check), SWP_UNKNOWN_ID, "never set");
    model_refuses("check of an element that is a node", swp_model_check_host_condition(m, (swp_host_condition){rig.arm.id}, 0.1, &out.host_check), SWP_UNKNOWN_ID, "node");
    sim_refuses("conditions of a zero id", swp_sim_host_condition(sim, (swp_host_condition){0}, 1, out.numbers), SWP_UNKNOWN_ID, "never set");
    begin_case("host element options without a place");
    expect(swp_host_element_options_init(NULL) == SWP_NULL_POINTER, "accepted");
    end_case();
}

/* Springs, stops, dampers and friction on joint coordinates; couplings. */
static void actions(void) {
    swp_model *m = rig.model;
    swp_spring *o = &out.spring;
    swp_function none = {0};
    const double up[3] = {-1, 0, 1}, back[3] = {0, 0, 1}, nan3[3] = {-1, NAN, 1}, drives[3] = {1, 0, -1}, offset[3] = {-1, 1, 2};
    const double one_zero[2] = {1, 0}, ones[2] = {1, 1};
    const int32_t first[2] = {0, 0}, second[2] = {0, 1};
    swp_joint pair[2] = {rig.hinge, rig.slide}, twice[2] = {rig.hinge, rig.hinge}, unset[2] = {rig.hinge, {0}};
    model_refuses("spring table of one point", swp_model_add_joint_spring_table(m, "coil", rig.hinge, 0, 1, up, up, o), SWP_WRONG_SIZE, "coil");
    model_refuses("spring table that does not increase", swp_model_add_joint_spring_table(m, "coil", rig.hinge, 0, 3, back, up, o), SWP_INVALID_ARGUMENT, "coil|increase");
    model_refuses("spring table of NaN", swp_model_add_joint_spring_table(m, "coil", rig.hinge, 0, 3, up, nan3, o), SWP_INVALID_ARGUMENT, "coil|forces|NaN");
    model_refuses("spring table without values", swp_model_add_joint_spring_table(m, "coil", rig.hinge, 0, 3, NULL, up, o), SWP_NULL_POINTER, "values");
    model_refuses("spring table on coordinate 1", swp_model_add_joint_spring_table(m, "coil", rig.hinge, 1, 3, up, up, o), SWP_INVALID_ARGUMENT, "hinge|coordinate 1");
    model_refuses("preload NaN", swp_model_add_joint_preload(m, "coil", rig.hinge, 0, 1, 0, NAN, o), SWP_INVALID_ARGUMENT, "coil|preload|NaN");
    model_refuses("preload of a name that is taken", swp_model_add_joint_preload(m, "slide spring", rig.hinge, 0, 1, 0, 1, o), SWP_DUPLICATE_NAME, "slide spring");
    model_refuses("stop upward 2", swp_model_add_joint_stop(m, "droop", rig.hinge, 0, 0.1, 2, 1, 1, o), SWP_INVALID_ARGUMENT, "droop|upward|2");
    model_refuses("stop of stiffness 0", swp_model_add_joint_stop(m, "droop", rig.hinge, 0, 0.1, 1, 0, 1, o), SWP_INVALID_ARGUMENT, "droop|stiffness");
    model_refuses("stop of softness -1", swp_model_add_joint_stop(m, "droop", rig.hinge, 0, 0.1, 1, 1, -1, o), SWP_INVALID_ARGUMENT, "droop|-1");
    model_refuses("stop at NaN", swp_model_add_joint_stop(m, "droop", rig.hinge, 0, NAN, 1, 1, 1, o), SWP_INVALID_ARGUMENT, "droop|limit|NaN");
    model_refuses("damper that drives", swp_model_add_joint_damper_table(m, "lag", rig.hinge, 0, 3, up, drives, o), SWP_INVALID_ARGUMENT, "lag|drives");
    model_refuses("damper with a force at rest", swp_model_add_joint_damper_table(m, "lag", rig.hinge, 0, 3, up, offset, o), SWP_INVALID_ARGUMENT, "lag|rest");
    model_refuses("friction, sliding above breakaway", swp_model_add_joint_friction(m, "rub", rig.hinge, 0, 2, 1, 1, 1, o), SWP_INVALID_ARGUMENT, "rub|breakaway");
    model_refuses("friction, creep 0", swp_model_add_joint_friction(m, "rub", rig.hinge, 0, 1, 1, 1, 0, o), SWP_INVALID_ARGUMENT, "rub|creep");
    model_refuses("friction NaN", swp_model_add_joint_friction(m, "rub", rig.hinge, 0, 1, 1, NAN, 1, o), SWP_INVALID_ARGUMENT, "rub|NaN");
    model_refuses("joint force of NaN", swp_model_add_joint_force(m, "jack", rig.hinge, 0, NAN, rig.push, o), SWP_INVALID_ARGUMENT, "jack|factor|NaN");
    model_refuses("joint force without a function", swp_model_add_joint_force(m, "jack", rig.hinge, 0, 1, none, o), SWP_UNKNOWN_ID, "function|never set");
    model_refuses("joint force without out", swp_model_add_joint_force(m, "jack", rig.hinge, 0, 1, rig.push, NULL), SWP_NULL_POINTER, "out");
#define COUPLE(name, count, joints, coordinates, factors, function, want, words) \
    model_refuses("coupling: " name, swp_model_add_coupling(m, "gear", count, joints, coordinates, factors, function, &out.coupling), want, words)
    COUPLE("of nothing", 0, pair, first, ones, none, SWP_INVALID_ARGUMENT, "gear|at least one");
    COUPLE("factor 0", 2, pair, first, one_zero, none, SWP_INVALID_ARGUMENT, "gear|factor 1|0");
    COUPLE("factor NaN", 2, pair, first, nan3, none, SWP_INVALID_ARGUMENT, "gear|factor 1|NaN");
    COUPLE("a coordinate twice", 2, twice, first, ones, none, SWP_INVALID_ARGUMENT, "gear|hinge|twice");
    COUPLE("coordinate 1 of a slide", 2, pair, second, ones, none, SWP_INVALID_ARGUMENT, "slide|coordinate 1");
    COUPLE("a joint that was never set", 2, unset, first, ones, none, SWP_UNKNOWN_ID, "joint|never set");
    COUPLE("a node for a function", 2, pair, first, ones, (swp_function){rig.arm.id}, SWP_UNKNOWN_ID, "function");
    COUPLE("without factors", 2, pair, first, NULL, none, SWP_NULL_POINTER, "factors");
    sim_refuses("coordinate that is not there", swp_sim_generalised_coordinate(sim, "sway", out.numbers, NULL, NULL), SWP_UNKNOWN_ID, "sway|generalised coordinate");
    sim_refuses("coordinate to nowhere", swp_sim_generalised_coordinate(sim, "sway", NULL, NULL, NULL), SWP_NULL_POINTER, "value");
    sim_refuses("action of a zero id", swp_sim_joint_action(sim, (swp_spring){0}, out.numbers), SWP_UNKNOWN_ID, "spring|never set");
    sim_refuses("action of a node", swp_sim_joint_action(sim, (swp_spring){used.arm.id}, out.numbers), SWP_UNKNOWN_ID, "spring");
}

/* Steps that cannot converge, and what the state is then. */
static void hard_steps(void) {
    swp_sim_options options;
    swp_joint crank;
    swp_function f;
    char text[TEXT];
    begin_case("crank driven beyond its reach");
    swp_model *m = four_bar(0, &crank);
    MUST(swp_model_add_table(m, 3, (double[3]){0, 5, 10}, (double[3]){0, -5, -10}, SWP_INTERPOLATE_CUBIC, &f));
    MUST(swp_model_drive_joint(m, crank, 0, f));
    swp_sim *s = NULL;
    MUST(swp_sim_create(m, NULL, &s));
    swp_status got = SWP_OK;
    Bytes before, after;
    for (int i = 0; s && i < 1000 && got == SWP_OK; i++) {
        before = state_of(s);
        got = swp_sim_step(s, 1e-2);
    }
    if (s) {
        after = state_of(s);
        MUST(swp_sim_error(s, text, sizeof text, NULL));
        expect_status(got, SWP_NEWTON_FAILED);
        expect_text(text, "12345", "step from t = |did not converge|Worst equation|smaller step");
        expect(same_bytes(&before, &after), "the simulation has changed");
        (void)swp_sim_advance(s, 100.0, 1e-2);
        after = state_of(s);
        expect(same_bytes(&before, &after), "an advance that cannot begin changed the simulation");
        MUST(swp_sim_step(s, 1e-6)); /* a smaller step is still possible */
    }
    swp_sim_free(s);
    swp_model_free(m);
    end_case();

    Rig kept = used;
    swp_sim *kept_sim = sim, *kept_twin = twin;
    MUST(swp_sim_options_init(&options));
    options.newton_max_iterations = 1;
    options.newton_tolerance = 1e-6;
    used = make_rig();
    MUST(swp_sim_create(used.model, &options, &sim));
    options.newton_max_iterations = 10; /* the twin and the steps that follow need more than one */
    MUST(swp_sim_create(used.model, &options, &twin));
    begin_case("one iteration for a step of a second");
    before = state_of(sim);
    expect_status(swp_sim_step(sim, 1.0), SWP_NEWTON_FAILED);
    MUST(swp_sim_error(sim, text, sizeof text, NULL));
    expect_text(text, "12345", "h = 1 s|1 iterations|Worst equation|smaller step");
    after = state_of(sim);
    expect(same_bytes(&before, &after), "the simulation has changed");
    MUST(swp_sim_begin(sim, 1.0));
    expect_status(swp_sim_iterate(sim), SWP_NEWTON_FAILED);
    expect_status(swp_sim_accept(sim), SWP_WRONG_STATE);
    MUST(swp_sim_reject(sim));
    after = state_of(sim);
    expect(same_bytes(&before, &after), "the simulation has changed by an iteration");
    expect(same_state(sim, twin), "the simulation differs from its twin");
    end_case();
    swp_sim_free(sim);
    swp_sim_free(twin);
    swp_model_free(used.model);
    sim = kept_sim, twin = kept_twin, used = kept;

    begin_case("statics of a body that nothing holds");
    swp_node ground, bob;
    m = pair(&ground, &bob);
    MUST(swp_sim_create(m, NULL, &s));
    before = state_of(s);
    expect_status(swp_sim_solve_static(s), SWP_SINGULAR_MATRIX);
    MUST(swp_sim_error(s, text, sizeof text, NULL));
    expect_text(text, "12345", "statics|bob|singular");
    after = state_of(s);
    expect(same_bytes(&before, &after), "the simulation has changed");
    MUST(swp_sim_step(s, 1e-3));
    swp_sim_free(s);
    swp_model_free(m);
    end_case();
}

/* ---- queries ----------------------------------------------------------------------------------------------------------------------- */

static void queries(void) {
    double *x = out.numbers;
    swp_node no_node = {0}, joint_as_node = {used.hinge.id}, past = {used.weight.id + 1};
    swp_joint node_as_joint = {used.arm.id};
    sim_refuses("time without out", swp_sim_time(sim, NULL), SWP_NULL_POINTER, "out");
    sim_refuses("motion without out", swp_sim_motion(sim, used.arm, NULL), SWP_NULL_POINTER, "out");
    sim_refuses("motion of a zero id", swp_sim_motion(sim, no_node, &out.motion), SWP_UNKNOWN_ID, "node|never set");
    sim_refuses("motion of a joint", swp_sim_motion(sim, joint_as_node, &out.motion), SWP_UNKNOWN_ID, "node");
    sim_refuses("motion of a node past the last", swp_sim_motion(sim, past, &out.motion), SWP_UNKNOWN_ID, "node");
    sim_refuses("rotation matrix without out", swp_sim_rotation_matrix(sim, used.arm, NULL), SWP_NULL_POINTER, "out");
    sim_refuses("rotation matrix of a wild id", swp_sim_rotation_matrix(sim, (swp_node){UINT32_MAX}, x), SWP_UNKNOWN_ID, "node");
    sim_refuses("rotation vector without out", swp_sim_rotation_vector(sim, used.arm, NULL), SWP_NULL_POINTER, "out");
    sim_refuses("all motions, one too few", swp_sim_all_motions(sim, &out.motion, 4), SWP_WRONG_SIZE, "count|4|5");
    sim_refuses("all motions, one too many", swp_sim_all_motions(sim, &out.motion, 6), SWP_WRONG_SIZE, "count|6|5");
    sim_refuses("all motions, SIZE_MAX", swp_sim_all_motions(sim, &out.motion, SIZE_MAX), SWP_WRONG_SIZE, "count|5");
    sim_refuses("all motions without out", swp_sim_all_motions(sim, NULL, 5), SWP_NULL_POINTER, "out");
    sim_refuses("positions by node count", swp_sim_positions(sim, x, 5), SWP_WRONG_SIZE, "count|15");
    sim_refuses("positions, none", swp_sim_positions(sim, x, 0), SWP_WRONG_SIZE, "count|15");
    sim_refuses("positions without out", swp_sim_positions(sim, NULL, 15), SWP_NULL_POINTER, "out");
    sim_refuses("coordinate 1 of a hinge", swp_sim_joint_coordinate(sim, used.hinge, 1, x, x + 1), SWP_INVALID_ARGUMENT, "hinge|coordinate 1|0: angle");
    sim_refuses("coordinate -1", swp_sim_joint_coordinate(sim, used.hinge, -1, x, x + 1), SWP_INVALID_ARGUMENT, "coordinate -1");
    sim_refuses("coordinate -2147483648", swp_sim_joint_coordinate(sim, used.hinge, INT32_MIN, x, NULL), SWP_INVALID_ARGUMENT, "coordinate");
    sim_refuses("coordinate of a rod", swp_sim_joint_coordinate(sim, used.rod, 0, x, NULL), SWP_INVALID_ARGUMENT, "rod|coordinate");
    sim_refuses("coordinate without value", swp_sim_joint_coordinate(sim, used.hinge, 0, NULL, x), SWP_NULL_POINTER, "value");
    sim_refuses("coordinate of a node", swp_sim_joint_coordinate(sim, node_as_joint, 0, x, NULL), SWP_UNKNOWN_ID, "joint");
    sim_refuses("relative without displacement", swp_sim_joint_relative(sim, used.hinge, NULL, x), SWP_NULL_POINTER, "displacement");
    sim_refuses("relative without rotation", swp_sim_joint_relative(sim, used.hinge, x, NULL), SWP_NULL_POINTER, "rotation");
    sim_refuses("relative of a zero id", swp_sim_joint_relative(sim, (swp_joint){0}, x, x + 3), SWP_UNKNOWN_ID, "joint|never set");
    sim_refuses("drive of what is not driven", swp_sim_joint_drive(sim, used.hinge, 0, x), SWP_INVALID_ARGUMENT, "hinge|not driven");
    sim_refuses("drive of coordinate 1", swp_sim_joint_drive(sim, used.bearing, 1, x), SWP_INVALID_ARGUMENT, "bearing|coordinate 1");
    sim_refuses("drive without effort", swp_sim_joint_drive(sim, used.bearing, 0, NULL), SWP_NULL_POINTER, "effort");
    sim_refuses("reaction on side 2", swp_sim_joint_reaction(sim, used.hinge, 2, 0, x, x + 3), SWP_INVALID_ARGUMENT, "side|2");
    sim_refuses("reaction on side -1", swp_sim_joint_reaction(sim, used.hinge, -1, 0, x, x + 3), SWP_INVALID_ARGUMENT, "side|-1");
    sim_refuses("reaction in axes 2", swp_sim_joint_reaction(sim, used.hinge, 0, 2, x, x + 3), SWP_INVALID_ARGUMENT, "axes|2");
    sim_refuses("reaction without force", swp_sim_joint_reaction(sim, used.hinge, 0, 0, NULL, x), SWP_NULL_POINTER, "force");
    sim_refuses("reaction without moment", swp_sim_joint_reaction(sim, used.hinge, 0, 0, x, NULL), SWP_NULL_POINTER, "moment");
    sim_refuses("multipliers, too few", swp_sim_joint_multipliers(sim, used.hinge, x, 4, NULL), SWP_WRONG_SIZE, "count|4|5");
    sim_refuses("multipliers without out", swp_sim_joint_multipliers(sim, used.hinge, NULL, 5, NULL), SWP_NULL_POINTER, "out");
    sim_refuses("multipliers of a node", swp_sim_joint_multipliers(sim, node_as_joint, x, 5, NULL), SWP_UNKNOWN_ID, "joint");
    sim_refuses("audit without out", swp_sim_audit(sim, NULL, NULL), SWP_NULL_POINTER, "out");
    sim_refuses("audit about NaN", swp_sim_audit(sim, (double[3]){0, NAN, 0}, &out.audit), SWP_INVALID_ARGUMENT, "about|NaN");
    sim_refuses("newton report without out", swp_sim_newton(sim, NULL), SWP_NULL_POINTER, "out");
    sim_refuses("uncertainty without out", swp_sim_reaction_uncertainty(sim, NULL), SWP_NULL_POINTER, "out");
    sim_refuses("save without out", swp_sim_save(sim, NULL), SWP_NULL_POINTER, "out");
    sim_refuses("restore NULL", swp_sim_restore(sim, NULL), SWP_NULL_POINTER, "snapshot");
    sim_refuses("report to nowhere", swp_sim_report(sim, NULL, 0, NULL), SWP_NULL_POINTER, "buffer");
}

static void frozen_model(void) {
    swp_model *m = used.model;
    swp_attachment a = used.on_arm, b = used.on_slider;
#define FROZEN(call)                                                                           \
    do {                                                                                       \
        char text[TEXT] = "";                                                                  \
        size_t nodes = 0, joints = 0;                                                          \
        begin_case("model in use: " #call);                                                    \
        expect_status(call, SWP_FROZEN_MODEL);                                                 \
        MUST(swp_model_error(m, text, sizeof text, NULL));                                     \
        expect_text(text, "nobody", "model|simulation");                                       \
        expect_out_untouched();                                                                \
        MUST(swp_model_node_count(m, &nodes));                                                 \
        MUST(swp_model_joint_count(m, &joints));                                               \
        expect(nodes == 5 && joints == 4, "the model has changed");                            \
        expect(same_state(sim, twin), "the simulation has changed");                           \
        expect(swp_model_find_node(m, "nobody", &out.node) == SWP_UNKNOWN_ID, "marker");        \
        end_case();                                                                            \
    } while (0)
    FROZEN(swp_model_add_node(m, "n", zero, NULL, &out.node));
    FROZEN(swp_model_add_ground(m, "n", zero, NULL, &out.node));
    FROZEN(swp_model_add_point_node(m, "n", zero, &out.node));
    FROZEN(swp_model_set_node_velocity(m, used.arm, zero, zero));
    FROZEN(swp_model_set_gravity(m, zero));
    FROZEN(swp_model_add_rigid_body(m, "b", used.arm, 1, zero, inertia, &out.body));
    FROZEN(swp_model_add_point_mass(m, "b", used.arm, 1, NULL, &out.body));
    FROZEN(swp_model_add_constant(m, 1, &out.function));
    FROZEN(swp_model_add_callback(m, steady, NULL, &out.function));
    FROZEN(swp_model_add_input(m, "i", 0, &out.function));
    FROZEN(swp_model_add_spherical(m, "j", &a, &b, &out.joint));
    FROZEN(swp_model_add_screw(m, "j", &a, &b, 1, &out.joint));
    FROZEN(swp_model_add_distance(m, "j", &a, &b, 1, &out.joint));
    FROZEN(swp_model_drive_joint(m, used.hinge, 0, used.wave));
    FROZEN(swp_model_start_joint(m, used.hinge, 0, 0, 0));
    FROZEN(swp_model_add_joint_spring(m, "s", used.hinge, 0, 1, 1, 0, &out.spring));
    FROZEN(swp_model_add_force(m, "f", used.arm, 0, zero, NULL, used.push, &out.load));
    FROZEN(swp_model_add_moment(m, "f", used.arm, 0, zero, used.push, &out.load));
}

/* ---- text and bytes -------------------------------------------------------------------------------------------------------------------- */

static void text_buffers(void) {
    char text[TEXT], small[12];
    size_t needed = 0, again = 0;
    begin_case("text cut to a small buffer");
    (void)swp_sim_step(sim, -1.0);
    MUST(swp_sim_error(sim, text, sizeof text, &needed));
    expect(needed == strlen(text) + 1, "needed is %zu, not %zu", needed, strlen(text) + 1);
    memset(small, 'x', sizeof small);
    expect_status(swp_sim_error(sim, small, 8, &again), SWP_WRONG_SIZE);
    expect(again == needed && small[7] == '\0' && small[8] == 'x' && !strncmp(small, text, 7), "the cut text is wrong");
    small[0] = 'x';
    expect_status(swp_sim_error(sim, small, 1, NULL), SWP_WRONG_SIZE);
    expect(small[0] == '\0', "a buffer of one byte holds the end");
    MUST(swp_sim_error(sim, small, 0, &again));
    MUST(swp_sim_error(sim, NULL, 0, &again));
    expect(again == needed, "needed without buffer");
    expect_status(swp_sim_error(sim, NULL, 0, NULL), SWP_NULL_POINTER);
    MUST(swp_sim_error(sim, small + 0, 0, &again));
    (void)swp_sim_error(sim, text, sizeof text, NULL);
    expect(says(text, "-1"), "the text was lost by reading it");
    end_case();

    begin_case("text cut between the bytes of a character");
    swp_model *m = NULL;
    swp_node n;
    MUST(swp_model_create(&m));
    (void)swp_model_add_node(m, "\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9", (double[3]){NAN, 0, 0}, NULL, &n);
    MUST(swp_model_error(m, text, sizeof text, &needed));
    for (size_t length = 1; length < needed; length++) {
        char cut[TEXT];
        expect_status(swp_model_error(m, cut, length, NULL), SWP_WRONG_SIZE);
        size_t kept = strlen(cut);
        expect(!strncmp(cut, text, kept) && (text[kept] & 0xC0) != 0x80, "cut inside a character at %zu", length);
    }
    swp_model_free(m);
    end_case();

    begin_case("swp_last_error keeps its text when it was cut");
    (void)swp_model_create(NULL);
    MUST(swp_last_error(text, sizeof text, &needed));
    expect_status(swp_last_error(small, 5, &again), SWP_WRONG_SIZE);
    char retry[TEXT] = "";
    MUST(swp_last_error(retry, sizeof retry, NULL));
    expect(!strcmp(text, retry), "it is now: %s", retry);
    end_case();

    begin_case("report cut to a small buffer");
    MUST(swp_sim_report(sim, NULL, 0, &needed));
    expect_status(swp_sim_report(sim, small, sizeof small, &again), SWP_WRONG_SIZE);
    expect(again == needed && small[sizeof small - 1] == '\0', "the cut report is wrong");
    end_case();
}

static uint64_t checksum(const uint8_t *bytes, size_t count) {
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < count; i++) hash = (hash ^ bytes[i]) * UINT64_C(0x100000001b3);
    return hash;
}

static void seal(Bytes *b) {
    uint64_t sum = checksum(b->data, b->length - 8);
    for (int i = 0; i < 8; i++) b->data[b->length - 8 + i] = (uint8_t)(sum >> (8 * i));
}

/* The same names and counts, another joint. */
static swp_model *lookalike(int prismatic, swp_joint *joint) {
    swp_node ground, bob;
    swp_attachment a, b;
    swp_model *m = pair(&ground, &bob);
    MUST(swp_model_attach(m, ground, zero, about_y, &a));
    MUST(swp_model_attach(m, bob, zero, about_y, &b));
    MUST((prismatic ? swp_model_add_prismatic : swp_model_add_revolute)(m, "joint", &a, &b, joint));
    return m;
}

static void snapshots(void) {
    Bytes whole = state_of(sim), bad;
    swp_snapshot *snapshot = NULL;
    swp_joint joint;
    size_t needed = 0;
    begin_case("the checksum of this test is that of the library");
    bad = whole;
    seal(&bad);
    expect(same_bytes(&bad, &whole), "format changed: correct the test");
    end_case();
    thread_refuses("no bytes", swp_snapshot_from_bytes(whole.data, 0, &out.snapshot), SWP_BAD_SNAPSHOT, "snapshot");
    thread_refuses("bytes of something else", swp_snapshot_from_bytes((const uint8_t *)"\x7f" "ELF............................................", 48, &out.snapshot), SWP_BAD_SNAPSHOT, "not a snapshot");
    thread_refuses("cut in half", swp_snapshot_from_bytes(whole.data, whole.length / 2, &out.snapshot), SWP_BAD_SNAPSHOT, "cut");
    thread_refuses("one byte short", swp_snapshot_from_bytes(whole.data, whole.length - 1, &out.snapshot), SWP_BAD_SNAPSHOT, "cut");
    bad = whole;
    bad.length++;
    thread_refuses("one byte long", swp_snapshot_from_bytes(bad.data, bad.length, &out.snapshot), SWP_BAD_SNAPSHOT, "snapshot");
    bad = whole;
    bad.data[bad.length / 2] ^= 1;
    thread_refuses("one bit wrong", swp_snapshot_from_bytes(bad.data, bad.length, &out.snapshot), SWP_BAD_SNAPSHOT, "checksum|damaged");
    bad = whole;
    bad.data[8] = 99;
    seal(&bad);
    thread_refuses("of another version", swp_snapshot_from_bytes(bad.data, bad.length, &out.snapshot), SWP_BAD_SNAPSHOT, "version 99|reads version");
    begin_case("cut anywhere, or with any byte wrong");
    for (size_t i = 0; i < whole.length; i++) {
        expect_status(swp_snapshot_from_bytes(whole.data, i, &out.snapshot), SWP_BAD_SNAPSHOT);
        bad = whole;
        bad.data[i] ^= 0x40;
        expect_status(swp_snapshot_from_bytes(bad.data, bad.length, &out.snapshot), SWP_BAD_SNAPSHOT);
        if (!current_ok) break;
    }
    expect_out_untouched();
    end_case();
    begin_case("bytes to a buffer that is too small");
    MUST(swp_sim_save(sim, &snapshot));
    expect_status(swp_snapshot_to_bytes(snapshot, out.bytes, whole.length - 1, &needed), SWP_WRONG_SIZE);
    expect(needed == whole.length, "needed is %zu, not %zu", needed, whole.length);
    expect_out_untouched();
    expect_status(swp_snapshot_to_bytes(snapshot, NULL, 0, NULL), SWP_NULL_POINTER);
    expect_status(swp_snapshot_to_bytes(snapshot, NULL, whole.length, NULL), SWP_NULL_POINTER);
    swp_snapshot_free(snapshot);
    end_case();

    /* restored in the wrong place */
    swp_model *other = lookalike(0, &joint), *alike = lookalike(1, &joint);
    swp_sim *other_sim = NULL, *alike_sim = NULL;
    MUST(swp_sim_create(other, NULL, &other_sim));
    MUST(swp_sim_create(alike, NULL, &alike_sim));
    MUST(swp_sim_save(other_sim, &snapshot));
    sim_refuses("snapshot of another model", swp_sim_restore(sim, snapshot), SWP_BAD_SNAPSHOT, "another model");
    begin_case("snapshot of a model with another kind of joint");
    expect_status(swp_sim_restore(alike_sim, snapshot), SWP_BAD_SNAPSHOT);
    end_case();
    swp_snapshot_free(snapshot);
    swp_sim_free(alike_sim);
    swp_sim_free(other_sim);
    swp_model_free(alike);
    swp_model_free(other);

    bad = whole;
    const double nan = NAN;
    memcpy(bad.data + 28, &nan, sizeof nan); /* the first number: the time */
    seal(&bad);
    begin_case("snapshot that holds a NaN, with the right checksum");
    swp_sim *third = NULL;
    snapshot = NULL;
    MUST(swp_sim_create(used.model, NULL, &third));
    swp_status got = swp_snapshot_from_bytes(bad.data, bad.length, &snapshot);
    if (got == SWP_OK) got = swp_sim_restore(third, snapshot);
    expect_status(got, SWP_BAD_SNAPSHOT);
    swp_snapshot_free(snapshot);
    swp_sim_free(third);
    end_case();
}

/* ---- what might take the process down ------------------------------------------------------------------------------------------------------ */

static int table_of_size_max(void) {
    const double t[2] = {0, 1};
    swp_function f;
    return swp_model_add_table(used.model, SIZE_MAX, t, t, 0, &f) == SWP_OK ||
           swp_model_add_table(rig.model, SIZE_MAX, t, t, 0, &f) != SWP_WRONG_SIZE;
}

static int sum_of_size_max(void) {
    swp_function f;
    return swp_model_add_sum(rig.model, SIZE_MAX, &rig.push, &f) != SWP_WRONG_SIZE;
}

static int inputs_of_size_max(void) {
    const double value = 1;
    return swp_sim_set_inputs(sim, SIZE_MAX, &used.push, &value) != SWP_WRONG_SIZE;
}

static int snapshot_of_size_max(void) {
    Bytes b = state_of(sim);
    swp_snapshot *s = NULL;
    swp_status got = swp_snapshot_from_bytes(b.data, SIZE_MAX, &s);
    return got != SWP_BAD_SNAPSHOT && got != SWP_WRONG_SIZE;
}

/* Numbers that are finite each, but not their sums and products: refused now or later, or harmless. */
static int huge_numbers(void) {
    const double h = 1.7e308;
    int answer = 0;
    for (int i = 0; i < 3; i++) {
        swp_node ground, bob;
        swp_body body;
        swp_sim *s = NULL;
        swp_model *m = pair(&ground, &bob);
        swp_status got = SWP_OK;
        if (i == 0) got = swp_model_add_rigid_body(m, "giant", bob, h, zero, (double[9]){h, 0, 0, 0, h, 0, 0, 0, h}, &body);
        if (i == 1) got = swp_model_set_node_velocity(m, bob, (double[3]){h, h, h}, (double[3]){h, h, h});
        if (i == 2) got = swp_model_add_point_mass(m, "far", bob, 1, (double[3]){h, -h, h}, &body);
        if (got == SWP_OK) got = swp_sim_create(m, NULL, &s);
        if (got == SWP_OK) got = swp_sim_step(s, 0.1);
        if (got == SWP_OK || got == SWP_INTERNAL) answer = 1 + i;
        swp_sim_free(s);
        swp_model_free(m);
    }
    return answer;
}

static swp_sim *stepped; /* by the callback below */

static int32_t step_inside(double t, void *user) {
    (void)t;
    *(swp_status *)user = swp_sim_step(stepped, 1e-3);
    return 0;
}

static int step_in_progress(void) {
    swp_status inside = SWP_OK;
    double t = 0, end = 0;
    stepped = sim;
    MUST(swp_sim_time(sim, &t));
    end = t + 0.003;
    MUST(swp_sim_set_progress(sim, step_inside, &inside));
    if (swp_sim_advance(sim, end, 1e-3) != SWP_OK) return 1;
    MUST(swp_sim_time(sim, &t));
    return inside != SWP_WRONG_STATE ? 2 : t != end;
}

static int32_t read_inside(double t, void *user) {
    double seen = 0;
    int *wrong = user;
    swp_status got = swp_sim_time(stepped, &seen);
    *wrong = *wrong || !(got == SWP_WRONG_STATE || (got == SWP_OK && seen == t));
    return 0;
}

static int read_in_progress(void) {
    int wrong = 0;
    double t = 0;
    stepped = sim;
    MUST(swp_sim_time(sim, &t));
    MUST(swp_sim_set_progress(sim, read_inside, &wrong));
    return swp_sim_advance(sim, t + 0.003, 1e-3) != SWP_OK || wrong;
}

/* A step that is tiny beside those before and after it, as the remainder of a host's own sums: refused, or harmless. */
static int sliver(void) {
    const double slivers[] = {2.220446049250313e-16, 1e-13, 1e-11, 1e-9, 1e-7};
    swp_model *m = hosted();
    swp_joint hinge;
    MUST(swp_model_find_joint(m, "hinge", &hinge));
    for (int i = 0; i < 5; i++) {
        swp_sim *one = NULL, *two = NULL;
        double a = 0, b = 1, rate = 0;
        MUST(swp_sim_create(m, NULL, &one));
        MUST(swp_sim_create(m, NULL, &two));
        MUST(swp_sim_advance(one, 1.0, 1e-2));
        MUST(swp_sim_advance(two, 1.0, 1e-2));
        swp_status got = swp_sim_advance(one, 1.0 + slivers[i], 1e-2);
        if (got != SWP_OK && got != SWP_INVALID_ARGUMENT) return 10 + i;
        if (swp_sim_advance(one, 1.1, 1e-2) != SWP_OK) return 20 + i;
        MUST(swp_sim_advance(two, 1.1, 1e-2));
        MUST(swp_sim_joint_coordinate(one, hinge, 0, &a, &rate));
        MUST(swp_sim_joint_coordinate(two, hinge, 0, &b, NULL));
        if (!(fabs(a - b) < 1e-3 && fabs(rate) < 100)) return 30 + i;
        swp_sim_free(one);
        swp_sim_free(two);
    }
    swp_model_free(m);
    return 0;
}

static int steps_without_number(void) {
    double t = 0;
    MUST(swp_sim_time(sim, &t));
    /* 1e15 steps without a callback that could stop them */
    return swp_sim_advance(sim, t + 100, 1e-13) != SWP_INVALID_ARGUMENT;
}

static void *at_thread_end(void *unused) {
    pthread_key_t *key = unused;
    pthread_setspecific(*key, key);
    (void)swp_model_create(NULL); /* the thread has its text now, and loses it before the destructor runs */
    return NULL;
}

static void fail_late(void *key) {
    (void)key;
    char text[100];
    (void)swp_model_create(NULL);
    (void)swp_last_error(text, sizeof text, NULL);
}

static int failure_at_thread_end(void) {
    pthread_t thread;
    static pthread_key_t key;
    if (pthread_key_create(&key, fail_late) || pthread_create(&thread, NULL, at_thread_end, &key)) return 1;
    return pthread_join(thread, NULL) != 0;
}

static void *fail_often(void *model) {
    char text[TEXT];
    swp_node node;
    for (int i = 0; i < 300; i++) {
        swp_sim *s = NULL;
        if (swp_model_find_node(model, "nobody", &node) != SWP_UNKNOWN_ID) return model;
        if (swp_model_error(model, text, sizeof text, NULL) != SWP_OK || !says(text, "no")) return model;
        if (i % 30 == 0 && (swp_sim_create(model, NULL, &s) != SWP_OK || swp_sim_step(s, 1e-3) != SWP_OK)) return model;
        swp_sim_free(s);
    }
    return NULL;
}

static int two_threads(void) {
    pthread_t thread;
    void *other = NULL, *own;
    if (pthread_create(&thread, NULL, fail_often, used.model)) return 1;
    own = fail_often(used.model);
    pthread_join(thread, &other);
    return (own || other) * 2;
}

static void hostile(void) {
    survives("table of SIZE_MAX points", table_of_size_max);
    survives("sum of SIZE_MAX functions", sum_of_size_max);
    survives("SIZE_MAX inputs", inputs_of_size_max);
    survives("snapshot of SIZE_MAX bytes", snapshot_of_size_max);
    survives("numbers whose sums are not finite", huge_numbers);
    survives("step inside the progress callback", step_in_progress);
    survives("query inside the progress callback", read_in_progress);
    survives("step that is tiny beside those around it", sliver);
    survives("advance by 1e15 steps", steps_without_number);
    survives("failure in a thread that ends", failure_at_thread_end);
    survives("one model, two threads, many failures", two_threads);
}

/* An input set after the last solution of an open step "holds from the next solution on". */
static void late_input(void) {
    begin_case("input set between iterate and accept");
    MUST(swp_sim_begin(sim, 1e-3));
    MUST(swp_sim_iterate(sim));
    MUST(swp_sim_set_input(sim, used.push, 3.0));
    MUST(swp_sim_accept(sim));
    MUST(swp_sim_step(twin, 1e-3));
    MUST(swp_sim_set_input(twin, used.push, 3.0));
    expect(same_state(sim, twin), "accept took the input back");
    end_case();
}

/* ---- beams --------------------------------------------------------------------------------------------------------- */

/* Stiffness and mass of a section with its mass centre off the axis: Epple's order. */
static void spar(double k[36], double m[36]) {
    const double diagonal[6] = {1e7, 2e6, 2e6, 1e4, 2e4, 5e4};
    memset(k, 0, 36 * sizeof *k);
    memset(m, 0, 36 * sizeof *m);
    for (int i = 0; i < 6; i++) k[7 * i] = diagonal[i];
    m[0] = m[7] = m[14] = 4.0;        /* mass per length; centre at y = 0.05 m */
    m[5] = m[30] = -0.2;              /* -m y: axial with bending 3 */
    m[15] = m[20] = 0.2;              /* m y: shear 3 with twist */
    m[21] = 0.06, m[28] = 0.02, m[35] = 0.04;
}

/* The outer order of BeamDyn from Epple's. */
static void to_beamdyn(double a[36]) {
    static const int place[6] = {2, 0, 1, 5, 3, 4};
    double old[36];
    memcpy(old, a, sizeof old);
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < 6; j++) a[6 * place[i] + place[j]] = old[6 * i + j];
}

static void sections(void) {
    swp_model *m = rig.model;
    double k[36], mass[36], other[36], other_mass[36];
    swp_section section;
    swp_engineering e;
    spar(k, mass);
    begin_case("a sound section, by two conventions");
    MUST(swp_model_add_section(m, "spar", SWP_CONVENTION_EPPLE, k, mass, 0.0, &section));
    memcpy(other, k, sizeof k);
    memcpy(other_mass, mass, sizeof mass);
    to_beamdyn(other);
    to_beamdyn(other_mass);
    MUST(swp_model_add_section(m, "spar again", SWP_CONVENTION_BEAMDYN, other, other_mass, 0.0, &section));
    end_case();
    swp_section *o = &out.section;
    model_refuses("BeamDyn's matrices as Epple's", swp_model_add_section(m, "bad", SWP_CONVENTION_EPPLE, other, other_mass, 0.0, o), SWP_INVALID_ARGUMENT, "bad|mass matrix|convention");
    model_refuses("convention 3", swp_model_add_section(m, "bad", 3, k, mass, 0.0, o), SWP_INVALID_ARGUMENT, "bad|convention 3");
    model_refuses("section without stiffness", swp_model_add_section(m, "bad", 0, NULL, mass, 0.0, o), SWP_NULL_POINTER, "stiffness");
    model_refuses("section without mass", swp_model_add_section(m, "bad", 0, k, NULL, 0.0, o), SWP_NULL_POINTER, "mass");
    model_refuses("section without name", swp_model_add_section(m, NULL, 0, k, mass, 0.0, o), SWP_NULL_POINTER, "name");
    model_refuses("section without out", swp_model_add_section(m, "bad", 0, k, mass, 0.0, NULL), SWP_NULL_POINTER, "out");
    model_refuses("section of a name that is taken", swp_model_add_section(m, "spar", 0, k, mass, 0.0, o), SWP_DUPLICATE_NAME, "spar|section");
    model_refuses("section with an empty name", swp_model_add_section(m, "", 0, k, mass, 0.0, o), SWP_INVALID_ARGUMENT, "section|name|empty");
    model_refuses("negative damping", swp_model_add_section(m, "bad", 0, k, mass, -1.0, o), SWP_INVALID_ARGUMENT, "bad|damping");
    model_refuses("NaN damping", swp_model_add_section(m, "bad", 0, k, mass, NAN, o), SWP_INVALID_ARGUMENT, "bad|damping");
    k[1] = 1e5;
    model_refuses("asymmetric stiffness", swp_model_add_section(m, "bad", 0, k, mass, 0.0, o), SWP_INVALID_ARGUMENT, "bad|stiffness|symmetric");
    k[1] = k[6] = 9e6;
    model_refuses("indefinite stiffness", swp_model_add_section(m, "bad", 0, k, mass, 0.0, o), SWP_INVALID_ARGUMENT, "bad|positive definite");
    k[1] = k[6] = NAN;
    model_refuses("NaN in the stiffness", swp_model_add_section(m, "bad", 0, k, mass, 0.0, o), SWP_INVALID_ARGUMENT, "bad|stiffness|finite");
    spar(k, mass);
    k[35] = 0;
    model_refuses("no bending stiffness", swp_model_add_section(m, "bad", 0, k, mass, 0.0, o), SWP_INVALID_ARGUMENT, "bad|stiffness|positive");
    spar(k, mass);
    mass[0] = -4.0;
    model_refuses("negative mass", swp_model_add_section(m, "bad", 0, k, mass, 0.0, o), SWP_INVALID_ARGUMENT, "bad|mass");
    spar(k, mass);
    mass[35] = 0.001;
    model_refuses("inertia about the wrong point", swp_model_add_section(m, "bad", 0, k, mass, 0.0, o), SWP_INVALID_ARGUMENT, "bad|inertia|reference axis");
    spar(k, mass);
    mass[5] = mass[30] = mass[15] = mass[20] = 0, mass[21] = 0.6;
    model_refuses("polar inertia ten times I2 + I3", swp_model_add_section(m, "bad", 0, k, mass, 0.0, o), SWP_INVALID_ARGUMENT, "bad|I1 = I2 + I3|10.0000 times");
    mass[21] = 0.006;
    model_refuses("polar inertia a tenth of I2 + I3", swp_model_add_section(m, "bad", 0, k, mass, 0.0, o), SWP_INVALID_ARGUMENT, "bad|I1 = I2 + I3|0.1000 times");
    mass[21] = 0.06, mass[22] = mass[27] = 0.01;
    model_refuses("product of inertia with the axis", swp_model_add_section(m, "bad", 0, k, mass, 0.0, o), SWP_INVALID_ARGUMENT, "bad|twist|axis of the beam");
    mass[22] = mass[27] = 0;
    model_refuses("matrices of VABS as BeamDyn's", swp_model_add_section(m, "bad", SWP_CONVENTION_BEAMDYN, k, mass, 0.0, o), SWP_INVALID_ARGUMENT, "bad|mass matrix|SWP_CONVENTION_VABS");
    to_beamdyn(k);
    to_beamdyn(mass);
    model_refuses("BeamDyn's diagonal matrices as those of VABS", swp_model_add_section(m, "bad", SWP_CONVENTION_VABS, k, mass, 0.0, o), SWP_INVALID_ARGUMENT, "bad|mass matrix|SWP_CONVENTION_BEAMDYN");
    MUST(swp_engineering_init(&e));
    model_refuses("constants all zero", swp_model_add_engineering_section(m, "bad", &e, o), SWP_INVALID_ARGUMENT, "bad|axial|positive");
    e.size = 0;
    model_refuses("constants never initialised", swp_model_add_engineering_section(m, "bad", &e, o), SWP_WRONG_SIZE, "constants|size|init");
    model_refuses("no constants", swp_model_add_engineering_section(m, "bad", NULL, o), SWP_NULL_POINTER, "constants");
    thread_refuses("constants to nowhere", swp_engineering_init(NULL), SWP_NULL_POINTER, "constants");
    thread_refuses("beam options to nowhere", swp_beam_options_init(NULL), SWP_NULL_POINTER, "options");
}

/* One bad change of a sound beam. */
static const double straight[6] = {0, 0, 0, 2, 0, 0}, whole[2] = {0, 2};
static swp_status add_beam(swp_model *m, const char *name, const swp_beam_options *o, size_t n, const double *points, const double *twist, size_t count,
                           const double *places, const swp_section *sections) {
    return swp_model_add_beam(m, name, o, n, points, twist, count, places, sections, NULL, &out.beam);
}

static void beams(void) {
    swp_model *m = rig.model;
    swp_beam_options o, good;
    swp_engineering e;
    swp_section s[3];
    MUST(swp_engineering_init(&e));
    e.axial = 1e7, e.shear[0] = e.shear[1] = 2e6, e.torsion = 1e4, e.bending[0] = 2e4, e.bending[1] = 5e4, e.mass = 4;
    e.inertia[0] = 0.06, e.inertia[1] = 0.02, e.inertia[2] = 0.04;
    MUST(swp_model_add_engineering_section(m, "plain", &e, &s[0]));
    s[1] = s[2] = s[0];
    MUST(swp_beam_options_init(&good));
    good.elements = 2;
    o = good;
    const swp_section unset[2] = {{0}, {0}}, node[2] = {{rig.arm.id}, {rig.arm.id}}, past[2] = {{s[0].id}, {s[0].id + 1}};
    model_refuses("beam of unset sections", add_beam(m, "blade", &o, 2, straight, NULL, 2, whole, unset), SWP_UNKNOWN_ID, "section|never set");
    model_refuses("beam of nodes as sections", add_beam(m, "blade", &o, 2, straight, NULL, 2, whole, node), SWP_UNKNOWN_ID, "section|node");
    model_refuses("beam of a section past the last", add_beam(m, "blade", &o, 2, straight, NULL, 2, whole, past), SWP_UNKNOWN_ID, "section");
    model_refuses("beam without sections", add_beam(m, "blade", &o, 2, straight, NULL, 2, whole, NULL), SWP_NULL_POINTER, "station_sections");
    model_refuses("beam of no section", add_beam(m, "blade", &o, 2, straight, NULL, 0, whole, s), SWP_INVALID_ARGUMENT, "blade|0 stations");
    model_refuses("beam without places", add_beam(m, "blade", &o, 2, straight, NULL, 2, NULL, s), SWP_NULL_POINTER, "station_places");
    model_refuses("beam without points", add_beam(m, "blade", &o, 2, NULL, NULL, 2, whole, s), SWP_NULL_POINTER, "points");
    model_refuses("beam of one point", add_beam(m, "blade", &o, 1, straight, NULL, 2, whole, s), SWP_WRONG_SIZE, "blade|two points");
    model_refuses("beam of SIZE_MAX points", add_beam(m, "blade", &o, SIZE_MAX, straight, NULL, 2, whole, s), SWP_WRONG_SIZE, "points");
    model_refuses("beam of SIZE_MAX sections", add_beam(m, "blade", &o, 2, straight, NULL, SIZE_MAX, whole, s), SWP_WRONG_SIZE, "station_places");
    model_refuses("beam without name", add_beam(m, NULL, &o, 2, straight, NULL, 2, whole, s), SWP_NULL_POINTER, "name");
    model_refuses("beam with an empty name", add_beam(m, "", &o, 2, straight, NULL, 2, whole, s), SWP_INVALID_ARGUMENT, "beam|name|empty");
    model_refuses("beam without out", swp_model_add_beam(m, "blade", &o, 2, straight, NULL, 2, whole, s, NULL, NULL), SWP_NULL_POINTER, "out");
    model_refuses("NaN twist", add_beam(m, "blade", &o, 2, straight, (double[2]){0, NAN}, 2, whole, s), SWP_INVALID_ARGUMENT, "blade|twist|NaN");
    model_refuses("NaN point", add_beam(m, "blade", &o, 2, (double[6]){0, 0, 0, NAN, 0, 0}, NULL, 2, whole, s), SWP_INVALID_ARGUMENT, "blade|point 2|NaN");
    model_refuses("points that coincide", add_beam(m, "blade", &o, 2, (double[6]){1, 0, 0, 1, 0, 0}, NULL, 2, whole, s), SWP_INVALID_ARGUMENT, "blade|coincide");
    const double bent[12] = {0, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 1};
    model_refuses("corner at an end", add_beam(m, "blade", &o, 3, bent + 3, NULL, 2, whole, s), SWP_INVALID_ARGUMENT, "blade|coincide|corner");
    model_refuses("corner with two twists", add_beam(m, "blade", &o, 4, bent, (double[4]){0, 0, 0.1, 0.1}, 2, whole, s), SWP_INVALID_ARGUMENT, "blade|corner|twist");
    model_refuses("corner inside an element", swp_model_add_beam(m, "blade", &o, 4, bent, NULL, 2, whole, s, (double[3]){0, 0.7, 2}, &out.beam), SWP_INVALID_ARGUMENT, "blade|corner at 1 m|mesh");
    o.elements = 1;
    model_refuses("one element around a corner", add_beam(m, "blade", &o, 4, bent, NULL, 2, whole, s), SWP_INVALID_ARGUMENT, "blade|corner|2");
    o = good;
    model_refuses("points out of all measure", add_beam(m, "blade", &o, 2, (double[6]){-1e308, 0, 0, 1e308, 0, 0}, NULL, 2, whole, s), SWP_INVALID_ARGUMENT, "blade");
    model_refuses("sections that end early", add_beam(m, "blade", &o, 2, straight, NULL, 2, (double[2]){0, 1.9}, s), SWP_INVALID_ARGUMENT, "blade|1.9 m|2 m");
    model_refuses("sections out of order", add_beam(m, "blade", &o, 2, straight, NULL, 3, (double[3]){0, 3, 2}, s), SWP_INVALID_ARGUMENT, "blade|sort");
    model_refuses("a NaN place", add_beam(m, "blade", &o, 2, straight, NULL, 2, (double[2]){0, NAN}, s), SWP_INVALID_ARGUMENT, "blade|NaN");
    o.direction[0] = 1, o.direction[1] = 0;
    model_refuses("axis 2 along the beam", add_beam(m, "blade", &o, 2, straight, NULL, 2, whole, s), SWP_INVALID_ARGUMENT, "blade|direction|across");
    o.direction[0] = NAN;
    model_refuses("axis 2 is NaN", add_beam(m, "blade", &o, 2, straight, NULL, 2, whole, s), SWP_INVALID_ARGUMENT, "blade|direction|NaN");
    o = good;
    o.size = 8;
    model_refuses("beam options never initialised", add_beam(m, "blade", &o, 2, straight, NULL, 2, whole, s), SWP_WRONG_SIZE, "options|size|init");
    const struct { const char *name; size_t field; int32_t value; const char *words; } choices[] = {
        {"no elements", offsetof(swp_beam_options, elements), 0, "blade|0 elements"},
        {"-1 elements", offsetof(swp_beam_options, elements), -1, "blade|-1 elements"},
        {"elements without end", offsetof(swp_beam_options, elements), INT32_MAX, "blade|1000"},
        {"five nodes an element", offsetof(swp_beam_options, nodes_per_element), 5, "blade|5 nodes"},
        {"-1 nodes an element", offsetof(swp_beam_options, nodes_per_element), -1, "blade|nodes"},
        {"interpolation 2", offsetof(swp_beam_options, interpolation), 2, "blade|interpolation 2"},
        {"properties 2", offsetof(swp_beam_options, properties), 2, "blade|properties 2"},
        {"fallback 3", offsetof(swp_beam_options, fallback), 3, "blade|fallback 3"},
        {"meshing -1", offsetof(swp_beam_options, meshing), -1, "blade|meshing -1"},
        {"staircase 2", offsetof(swp_beam_options, staircase), 2, "blade|staircase"},
    };
    for (size_t i = 0; i < sizeof choices / sizeof choices[0]; i++) {
        o = good;
        memcpy((char *)&o + choices[i].field, &choices[i].value, sizeof choices[i].value);
        model_refuses(choices[i].name, add_beam(m, "blade", &o, 2, straight, NULL, 2, whole, s), SWP_INVALID_ARGUMENT, choices[i].words);
    }
    o = good;
    o.staircase = 1;
    model_refuses("a staircase of one edge", add_beam(m, "blade", &o, 2, straight, NULL, 1, whole, s), SWP_WRONG_SIZE, "blade|edge");
    o = good;
    o.meshing = SWP_MESH_SPRING;
    const double ratios[] = {0.5, NAN, -1.0};
    for (int i = 0; i < 3; i++) {
        o.element_ratio = ratios[i];
        model_refuses("a bad ratio of elements", add_beam(m, "blade", &o, 2, straight, NULL, 2, whole, s), SWP_INVALID_ARGUMENT, "ratio");
    }
    o = good;
    const double meshes[][3] = {{0, 1.5, 1.2}, {0, 1, 1.9}, {0.1, 1, 2}, {0, NAN, 2}, {0, 0, 2}};
    for (int i = 0; i < 5; i++) {
        swp_status got = swp_model_add_beam(m, "blade", &o, 2, straight, NULL, 2, whole, s, meshes[i], &out.beam);
        model_refuses("a bad mesh", got, SWP_INVALID_ARGUMENT, "blade|mesh|increase");
    }
    model_refuses("a beam that is not there", swp_model_find_beam(m, "blade", &out.beam), SWP_UNKNOWN_ID, "beam|blade");
    model_refuses("node count of a zero id", swp_model_beam_node_count(m, (swp_beam){0}, &out.size), SWP_UNKNOWN_ID, "beam|never set");
    model_refuses("length of a section", swp_model_beam_length(m, (swp_beam){s[0].id}, out.numbers), SWP_UNKNOWN_ID, "section|beam");
}

/* A beam clamped to ground at its root, with stations. */
static swp_model *make_wing(swp_beam *beam, swp_stations *stations) {
    swp_model *m = NULL;
    swp_engineering e;
    swp_section section;
    swp_beam_options o;
    swp_node ground, root;
    swp_attachment a, b;
    swp_joint joint;
    MUST(swp_model_create(&m));
    MUST(swp_engineering_init(&e));
    e.axial = 1e7, e.shear[0] = e.shear[1] = 2e6, e.torsion = 1e4, e.bending[0] = 2e4, e.bending[1] = 5e4, e.mass = 4;
    e.inertia[0] = 0.06, e.inertia[1] = 0.02, e.inertia[2] = 0.04;
    MUST(swp_model_add_engineering_section(m, "plain", &e, &section));
    MUST(swp_beam_options_init(&o));
    o.elements = 2;
    MUST(swp_model_add_beam(m, "wing", &o, 2, straight, NULL, 1, NULL, &section, NULL, beam));
    MUST(swp_model_beam_node(m, *beam, 0, &root));
    MUST(swp_model_add_ground(m, "ground", zero, NULL, &ground));
    MUST(swp_model_attach(m, ground, zero, NULL, &a));
    MUST(swp_model_attach(m, root, zero, NULL, &b));
    MUST(swp_model_add_rigid_connection(m, "clamp", &a, &b, &joint));
    MUST(swp_model_add_stations(m, "aero", *beam, SWP_DEAD, 2, (double[2]){0.5, 1.5}, NULL, stations));
    return m;
}

static void along_beams(void) {
    /* model_refuses looks at the rig: this is the rig for a while */
    swp_model *rigs = rig.model, *m;
    Bytes bits = rig_bits;
    swp_beam beam, no_beam = {0};
    swp_stations stations;
    swp_function one;
    begin_case("the sound wing");
    rig.model = m = make_wing(&beam, &stations);
    MUST(swp_model_add_constant(m, 1.0, &one));
    MUST(swp_model_node_count(m, &rig_nodes));
    rig_joints = 1;
    rig_bits = bits_of(m);
    end_case();
    swp_stations *o = &out.stations;
    const double two[2] = {0.5, 1.0}, forces[6] = {0, 0, 1, 0, 0, 1}, bad[6] = {0, 0, 1, 0, NAN, 1};
    model_refuses("beam of a name that is taken", swp_model_add_beam(m, "wing", NULL, 2, straight, NULL, 1, NULL, &(swp_section){7u << 24 | 1}, NULL, &out.beam), SWP_DUPLICATE_NAME, "wing");
    model_refuses("station off the beam", swp_model_add_stations(m, "far", beam, SWP_DEAD, 2, (double[2]){0.5, 2.5}, NULL, o), SWP_INVALID_ARGUMENT, "wing|2.5 m");
    model_refuses("station at NaN", swp_model_add_stations(m, "far", beam, SWP_DEAD, 2, (double[2]){0.5, NAN}, NULL, o), SWP_INVALID_ARGUMENT, "wing|NaN");
    model_refuses("station with a NaN offset", swp_model_add_stations(m, "far", beam, SWP_DEAD, 2, two, bad, o), SWP_INVALID_ARGUMENT, "far|offset 2|NaN");
    model_refuses("no stations", swp_model_add_stations(m, "far", beam, SWP_DEAD, 0, two, NULL, o), SWP_WRONG_SIZE, "far|at least one");
    model_refuses("stations without places", swp_model_add_stations(m, "far", beam, SWP_DEAD, 2, NULL, NULL, o), SWP_NULL_POINTER, "places");
    model_refuses("stations in frame 2", swp_model_add_stations(m, "far", beam, 2, 2, two, NULL, o), SWP_INVALID_ARGUMENT, "frame 2");
    model_refuses("stations of a zero id", swp_model_add_stations(m, "far", no_beam, SWP_DEAD, 2, two, NULL, o), SWP_UNKNOWN_ID, "beam|never set");
    model_refuses("stations of a name that is taken", swp_model_add_stations(m, "aero", beam, SWP_DEAD, 2, two, NULL, o), SWP_DUPLICATE_NAME, "aero");
    model_refuses("stations without out", swp_model_add_stations(m, "far", beam, SWP_DEAD, 2, two, NULL, NULL), SWP_NULL_POINTER, "out");
    model_refuses("distribution at one place", swp_model_add_distributed_load(m, "lift", beam, SWP_DEAD, 1, two, forces, NULL, one), SWP_WRONG_SIZE, "lift|two places");
    model_refuses("distribution backwards", swp_model_add_distributed_load(m, "lift", beam, SWP_DEAD, 2, (double[2]){1, 0.5}, forces, NULL, one), SWP_INVALID_ARGUMENT, "lift|decrease");
    model_refuses("distribution off the beam", swp_model_add_distributed_load(m, "lift", beam, SWP_DEAD, 2, (double[2]){-1, 0.5}, forces, NULL, one), SWP_INVALID_ARGUMENT, "wing|-1 m");
    model_refuses("distribution of NaN", swp_model_add_distributed_load(m, "lift", beam, SWP_DEAD, 2, two, bad, NULL, one), SWP_INVALID_ARGUMENT, "lift|force|2|NaN");
    model_refuses("distribution of NaN moments", swp_model_add_distributed_load(m, "lift", beam, SWP_DEAD, 2, two, forces, bad, one), SWP_INVALID_ARGUMENT, "lift|moment|2|NaN");
    model_refuses("distribution without forces", swp_model_add_distributed_load(m, "lift", beam, SWP_DEAD, 2, two, NULL, NULL, one), SWP_NULL_POINTER, "forces");
    model_refuses("distribution by a beam as function", swp_model_add_distributed_load(m, "lift", beam, SWP_DEAD, 2, two, forces, NULL, (swp_function){beam.id}), SWP_UNKNOWN_ID, "beam|function");
    model_refuses("node 5 of 5", swp_model_beam_node(m, beam, 5, &out.node), SWP_INVALID_ARGUMENT, "wing|no node 5");
    model_refuses("node SIZE_MAX", swp_model_beam_node(m, beam, SIZE_MAX, &out.node), SWP_INVALID_ARGUMENT, "wing|no node");
    model_refuses("mesh of two places", swp_model_beam_mesh(m, beam, out.numbers, 2, NULL), SWP_WRONG_SIZE, "wing|3 places|2");
    model_refuses("mesh to nowhere", swp_model_beam_mesh(m, beam, NULL, 3, NULL), SWP_NULL_POINTER, "out");
    model_refuses("beam report to nowhere", swp_model_beam_report(m, beam, NULL, 0, NULL), SWP_NULL_POINTER, "buffer");

    double first[18] = {0};
    model_refuses("loads of three stations at the start", swp_model_set_station_loads(m, stations, first, 3), SWP_WRONG_SIZE, "aero|3|2");
    model_refuses("loads from nowhere at the start", swp_model_set_station_loads(m, stations, NULL, 2), SWP_NULL_POINTER, "loads");
    model_refuses("loads of a beam as stations at the start", swp_model_set_station_loads(m, (swp_stations){beam.id}, first, 2), SWP_UNKNOWN_ID, "beam|stations");
    first[7] = NAN;
    model_refuses("a NaN load at the start", swp_model_set_station_loads(m, stations, first, 2), SWP_INVALID_ARGUMENT, "aero|station 1|finite");

    /* and sim_refuses looks at these two */
    swp_sim *own = sim, *own_twin = twin;
    begin_case("the sound wing moves");
    sim = twin = NULL;
    MUST(swp_sim_create(m, NULL, &sim));
    MUST(swp_sim_create(m, NULL, &twin));
    end_case();
    double *x = out.numbers;
    double loads[12] = {0};
    const double z[3] = {0, 0, 1}, nan3[3] = {0, 0, NAN}, speeds[2] = {0, 1};
    sim_refuses("station rule 7", swp_sim_set_station_rule(sim, stations, 7), SWP_INVALID_ARGUMENT, "rule 7");
    sim_refuses("rule of a beam as stations", swp_sim_set_station_rule(sim, (swp_stations){beam.id}, 0), SWP_UNKNOWN_ID, "beam|stations");
    sim_refuses("loads of three stations", swp_sim_set_station_loads(sim, stations, loads, 3), SWP_WRONG_SIZE, "aero|3|2");
    sim_refuses("loads of SIZE_MAX stations", swp_sim_set_station_loads(sim, stations, loads, SIZE_MAX), SWP_WRONG_SIZE, "aero|2");
    sim_refuses("loads from nowhere", swp_sim_set_station_loads(sim, stations, NULL, 2), SWP_NULL_POINTER, "loads");
    sim_refuses("loads of a beam as stations", swp_sim_set_station_loads(sim, (swp_stations){beam.id}, loads, 2), SWP_UNKNOWN_ID, "beam|stations");
    sim_refuses("loads of stations past the last", swp_sim_set_station_loads(sim, (swp_stations){stations.id + 1}, loads, 2), SWP_UNKNOWN_ID, "stations");
    loads[7] = NAN;
    sim_refuses("a NaN load", swp_sim_set_station_loads(sim, stations, loads, 2), SWP_INVALID_ARGUMENT, "aero|station 1|finite");
    sim_refuses("motions of one station", swp_sim_station_motions(sim, stations, &out.motion, 1), SWP_WRONG_SIZE, "aero|1|2");
    sim_refuses("motions to nowhere", swp_sim_station_motions(sim, stations, NULL, 2), SWP_NULL_POINTER, "out");
    sim_refuses("section force off the beam", swp_sim_section_force(sim, beam, 2.1, 0, x, x + 6), SWP_INVALID_ARGUMENT, "wing|2.1 m");
    sim_refuses("section force at NaN", swp_sim_section_force(sim, beam, NAN, 0, x, x + 6), SWP_INVALID_ARGUMENT, "wing|NaN");
    sim_refuses("section force in axes 2", swp_sim_section_force(sim, beam, 1, 2, x, x + 6), SWP_INVALID_ARGUMENT, "axes 2");
    sim_refuses("section force to nowhere", swp_sim_section_force(sim, beam, 1, 0, x, NULL), SWP_NULL_POINTER, "force");
    sim_refuses("interpolation of a zero id", swp_sim_beam_interpolation(sim, no_beam, &out.flag), SWP_UNKNOWN_ID, "beam|never set");
    sim_refuses("interpolation to nowhere", swp_sim_beam_interpolation(sim, beam, NULL), SWP_NULL_POINTER, "out");
    sim_refuses("section force of a zero id", swp_sim_section_force(sim, no_beam, 1, 0, x, x + 6), SWP_UNKNOWN_ID, "beam|never set");
#define MESH(beam, method, elements, ratio, out, count) swp_sim_curvature_mesh(sim, beam, method, elements, ratio, out, count)
    sim_refuses("new mesh to nowhere", MESH(beam, SWP_MESH_SPRING, 4, 4, NULL, 5), SWP_NULL_POINTER, "out");
    sim_refuses("new mesh of a zero id", MESH(no_beam, SWP_MESH_SPRING, 4, 4, x, 5), SWP_UNKNOWN_ID, "beam|never set");
    sim_refuses("new mesh of stations", MESH((swp_beam){stations.id}, SWP_MESH_COST, 4, 4, x, 5), SWP_UNKNOWN_ID, "stations|beam");
    sim_refuses("new mesh of a beam past the last", MESH((swp_beam){beam.id + 1}, SWP_MESH_COST, 4, 4, x, 5), SWP_UNKNOWN_ID, "beam");
    sim_refuses("new mesh of equal elements", MESH(beam, SWP_MESH_EQUAL, 4, 4, x, 5), SWP_INVALID_ARGUMENT, "wing|curvature|SWP_MESH_SPRING");
    sim_refuses("new mesh of meshing -1", MESH(beam, -1, 4, 4, x, 5), SWP_INVALID_ARGUMENT, "wing|meshing -1");
    const int32_t numbers[4] = {0, -1, 1001, INT32_MAX};
    for (int i = 0; i < 4; i++) {
        sim_refuses("new mesh of a bad number of elements", MESH(beam, SWP_MESH_SPRING, numbers[i], 4, x, 5), SWP_INVALID_ARGUMENT, "wing|elements|1 to 1000");
    }
    const double ratios[4] = {NAN, INFINITY, 0.5, -4};
    for (int i = 0; i < 8; i++) {
        sim_refuses("new mesh with a bad ratio", MESH(beam, 1 + i / 4, 4, ratios[i % 4], x, 5), SWP_INVALID_ARGUMENT, "ratio|at least 1");
    }
    const size_t counts[4] = {0, 4, 6, SIZE_MAX / 16};
    for (int i = 0; i < 4; i++) {
        sim_refuses("new mesh of another size", MESH(beam, SWP_MESH_SPRING, 4, 4, x, counts[i]), SWP_WRONG_SIZE, "wing|4 elements|5 places");
    }
    sim_refuses("new mesh beyond all memory", MESH(beam, SWP_MESH_SPRING, 4, 4, x, SIZE_MAX), SWP_WRONG_SIZE, "out");
#undef MESH
    sim_refuses("rotating with NaN", swp_sim_solve_rotating(sim, nan3, NULL), SWP_INVALID_ARGUMENT, "spin|NaN");
    sim_refuses("rotating about NaN", swp_sim_solve_rotating(sim, z, nan3), SWP_INVALID_ARGUMENT, "axis|NaN");
    sim_refuses("rotating what ground holds", swp_sim_solve_rotating(sim, z, NULL), SWP_INVALID_ARGUMENT, "azimuth|joint|integrated in time");
    sim_refuses("fan of what ground holds", swp_sim_campbell(sim, z, NULL, 2, speeds, 2, x), SWP_INVALID_ARGUMENT, "azimuth|joint");
    sim_refuses("rotating without speed", swp_sim_solve_rotating(sim, NULL, NULL), SWP_NULL_POINTER, "omega");
    swp_path_options path, wrong;
    MUST(swp_path_options_init(&path));
    sim_refuses("path to NaN", swp_sim_trace_path(sim, NULL, NAN, &path), SWP_INVALID_ARGUMENT, "load factor|NaN");
    sim_refuses("load of NaN", swp_sim_go_to_load(sim, NULL, NAN, NULL), SWP_INVALID_ARGUMENT, "load factor|NaN");
    sim_refuses("path of an unknown input", swp_sim_trace_path(sim, &(swp_function){UINT32_MAX}, 2, &path), SWP_UNKNOWN_ID, "");
    wrong = path, wrong.size = 8;
    sim_refuses("path with options of another size", swp_sim_trace_path(sim, NULL, 2, &wrong), SWP_WRONG_SIZE, "path options|init");
    wrong = path, wrong.output = 7;
    sim_refuses("path of output 7", swp_sim_trace_path(sim, NULL, 2, &wrong), SWP_INVALID_ARGUMENT, "output 7");
    wrong = path, wrong.output = 1;
    sim_refuses("path of no node", swp_sim_trace_path(sim, NULL, 2, &wrong), SWP_UNKNOWN_ID, "");
    wrong = path, wrong.stop_at_value = 1;
    sim_refuses("path to a value of nothing", swp_sim_trace_path(sim, NULL, 2, &wrong), SWP_INVALID_ARGUMENT, "output");
    wrong = path, wrong.stop_at_critical = 2;
    sim_refuses("path with stop_at_critical 2", swp_sim_trace_path(sim, NULL, 2, &wrong), SWP_INVALID_ARGUMENT, "stop_at_critical");
    wrong = path, wrong.largest_turn = NAN;
    sim_refuses("path with a turn of NaN", swp_sim_trace_path(sim, NULL, 2, &wrong), SWP_INVALID_ARGUMENT, "NaN");
    wrong = path, wrong.max_points = 1;
    sim_refuses("path of one point", swp_sim_trace_path(sim, NULL, 2, &wrong), SWP_INVALID_ARGUMENT, "max_points");
    wrong = path, wrong.omega[2] = NAN;
    sim_refuses("path that spins with NaN", swp_sim_trace_path(sim, NULL, 2, &wrong), SWP_INVALID_ARGUMENT, "spin|NaN");
    sim_refuses("count of points to nowhere", swp_sim_path_count(sim, NULL), SWP_NULL_POINTER, "out");
    sim_refuses("a point that is not there", swp_sim_path_point(sim, 3, (swp_path_point *)o), SWP_UNKNOWN_ID, "no point 3");
    sim_refuses("a visit to a point that is not there", swp_sim_visit_path(sim, 3), SWP_UNKNOWN_ID, "no point 3");
    sim_refuses("no load steps", swp_sim_set_load_step_limit(sim, 0), SWP_INVALID_ARGUMENT, "load steps|at least 1");
    sim_refuses("report of statics to nowhere", swp_sim_statics_report(sim, NULL), SWP_NULL_POINTER, "out");
    sim_refuses("no modes", swp_sim_modes(sim, NULL, 0, x, NULL, NULL), SWP_INVALID_ARGUMENT, "0 modes|degrees of freedom");
    sim_refuses("more modes than there are", swp_sim_modes(sim, NULL, 100, x, NULL, NULL), SWP_INVALID_ARGUMENT, "100 modes|24");
    sim_refuses("modes beyond all memory", swp_sim_modes(sim, NULL, SIZE_MAX, x, NULL, NULL), SWP_WRONG_SIZE, "no array");
    sim_refuses("modes to nowhere", swp_sim_modes(sim, NULL, 2, NULL, NULL, NULL), SWP_NULL_POINTER, "frequency");
    sim_refuses("modes with NaN", swp_sim_modes(sim, nan3, 2, x, NULL, NULL), SWP_INVALID_ARGUMENT, "spin|NaN");
    sim_refuses("modes with a spin that is not there", swp_sim_modes(sim, (double[3]){0, 0, 50}, 2, x, NULL, NULL), SWP_INVALID_ARGUMENT, "spin|wing/");
    sim_refuses("fan about a long axis", swp_sim_campbell(sim, (double[3]){0, 0, 2}, NULL, 2, speeds, 2, x), SWP_INVALID_ARGUMENT, "axis|length 2|unit");
    sim_refuses("fan about NaN", swp_sim_campbell(sim, nan3, NULL, 2, speeds, 2, x), SWP_INVALID_ARGUMENT, "axis|NaN");
    sim_refuses("fan with a NaN speed", swp_sim_campbell(sim, z, NULL, 2, (double[2]){1, NAN}, 2, x), SWP_INVALID_ARGUMENT, "speeds|NaN");
    sim_refuses("fan without speeds", swp_sim_campbell(sim, z, NULL, 2, NULL, 2, x), SWP_NULL_POINTER, "speeds");
    sim_refuses("fan to nowhere", swp_sim_campbell(sim, z, NULL, 2, speeds, 2, NULL), SWP_NULL_POINTER, "frequencies");
    sim_refuses("fan of no modes", swp_sim_campbell(sim, z, NULL, 2, speeds, 0, x), SWP_INVALID_ARGUMENT, "0 modes");
    sim_refuses("fan of too many modes", swp_sim_campbell(sim, z, NULL, 2, speeds, 60, x), SWP_INVALID_ARGUMENT, "60 modes");
    sim_refuses("fan of SIZE_MAX modes", swp_sim_campbell(sim, z, NULL, 2, speeds, SIZE_MAX, x), SWP_WRONG_SIZE, "no array");
    model_refuses("stations on a model in use", swp_model_add_stations(m, "far", beam, SWP_DEAD, 2, two, NULL, o), SWP_FROZEN_MODEL, "");
    MUST(swp_sim_begin(sim, 1e-3));
    MUST(swp_sim_begin(twin, 1e-3));
    step_open = 1;
    sim_refuses("rotating in an open step", swp_sim_solve_rotating(sim, z, NULL), SWP_WRONG_STATE, "open");
    sim_refuses("path in an open step", swp_sim_trace_path(sim, NULL, 2, NULL), SWP_WRONG_STATE, "open");
    sim_refuses("visit in an open step", swp_sim_visit_path(sim, 0), SWP_WRONG_STATE, "open");
    sim_refuses("modes in an open step", swp_sim_modes(sim, NULL, 2, x, NULL, NULL), SWP_WRONG_STATE, "open");
    sim_refuses("fan in an open step", swp_sim_campbell(sim, z, NULL, 2, speeds, 2, x), SWP_WRONG_STATE, "open");
    step_open = 0;
    MUST(swp_sim_reject(sim));
    MUST(swp_sim_reject(twin));
    swp_sim_free(sim);
    swp_sim_free(twin);
    swp_model_free(m);
    sim = own;
    twin = own_twin;
    rig.model = rigs;
    rig_bits = bits;
    rig_nodes = 5;
    rig_joints = 4;
    thread_refuses("station rule without simulation", swp_sim_set_station_rule(NULL, stations, 0), SWP_NULL_POINTER, "sim");
    thread_refuses("station loads without model", swp_model_set_station_loads(NULL, stations, loads, 2), SWP_NULL_POINTER, "model");
    thread_refuses("station loads without simulation", swp_sim_set_station_loads(NULL, stations, loads, 2), SWP_NULL_POINTER, "sim");
    thread_refuses("new mesh without simulation", swp_sim_curvature_mesh(NULL, beam, SWP_MESH_SPRING, 4, 4, x, 5), SWP_NULL_POINTER, "sim");
    thread_refuses("beam without model", add_beam(NULL, "blade", NULL, 2, straight, NULL, 1, NULL, NULL), SWP_NULL_POINTER, "model");
}

int main(int count, char **arguments) {
    verbose = count > 1 && !strcmp(arguments[1], "-v");
    fflush(NULL);
    int own_out = dup(1), own_err = dup(2);
    FILE *file = tmpfile();
    printed = file ? fileno(file) : -1;
    report = own_err < 0 ? NULL : fdopen(own_err, "w");
    if (own_out < 0 || !report || printed < 0 || dup2(printed, 1) < 0 || dup2(printed, 2) < 0) return 3;
    setvbuf(report, NULL, _IOLBF, 0);

    begin_case("the sound mechanism");
    fresh_out();
    rig = make_rig();
    used = make_rig();
    rig_bits = bits_of(rig.model);
    MUST(swp_sim_create(used.model, NULL, &sim));
    MUST(swp_sim_create(used.model, NULL, &twin));
    end_case();
    if (!sim || !twin) return 4;

    null_handles();
    nodes_and_bodies();
    functions();
    joints_and_loads();
    sections();
    beams();
    along_beams();
    stepping();
    schemes();
    threads();
    step_control();
    between();
    rolling();
    host_terms();
    diagnosis();
    actions();
    queries();
    frozen_model();
    text_buffers();
    snapshots();
    hard_steps();
    callbacks();
    hostile();
    late_input();
    unsound_models();
    swp_model_free(rig.model);
    rig = make_rig();
    bad_options();

    swp_sim_free(sim);
    begin_case("a model without simulations can change again");
    expect_status(swp_model_add_constant(used.model, 1, &out.function), SWP_FROZEN_MODEL);
    swp_sim_free(twin);
    MUST(swp_model_add_constant(used.model, 1, &out.function));
    end_case();
    swp_model_free(used.model);
    swp_model_free(rig.model);

    begin_case("the library prints nothing");
    expect_nothing_printed();
    end_case();
    dup2(own_out, 1);
    dup2(fileno(report), 2);
    fclose(file);
    close(own_out);
    printf("%d passed, %d failed\n", passed, failed);
    fclose(report);
    return failed != 0;
}
