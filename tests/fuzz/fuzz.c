/* Calls of every function of the header with good, borderline and bad arguments, and damaged model, case and snapshot files.
 *
 * usage: fuzz SECONDS [FIRST [--counts | --first]]
 *            episodes with seeds FIRST, FIRST + 1, ..., each in a process of its own; --counts prints how often each function succeeded
 *            and failed, --first stops at the first finding
 *        fuzz --seed N [-v]
 *            one episode in this process; -v prints the calls, and these counts
 *
 * An episode builds a model, changes it by random calls, simulates it by random calls, or damages files. It is a finding if a call
 *   - ends the process, or does not come back within LIMIT seconds of the processor's time, or prints;
 *   - returns SWP_INTERNAL, a status without a name, or a failure without a text;
 *   - replaces what is not a file, or leaves files behind;
 *   - fails and has changed the model's text, the snapshot of the simulation, or memory that it was given for results.
 * The calls are made from the header by generate.py: arguments by their type and name, in every other episode of calls such that most
 * calls succeed. Needs Linux. README.md beside this file says which defects it was seen to find.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <swashplate.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MOST = 12, LONG = 256, LIMIT = 30, ROOMS = 10, LOOKED_AT = 2048, PATTERN = 0xA5, MEMORY_GB = 3 };
static const size_t ROOM = 1 << 18;

struct entry {
    const char *name;
    swp_status (*call)(void);
    const char *makes; /* the kind of id that it gives */
    int of_sim, moves;
};

/* What the parent sees of an episode. */
struct shared {
    long good[400], bad[400];
    long calls, mutants[3], accepted[3], findings;
    char last[100], slowest[100];
    double slowest_time;
    char said[60][80]; /* the first words of what was found, so that it is printed once */
};
static struct shared *shared;
static uint64_t seed, state;
static int verbose;
static FILE *report;

static void finding(const char *format, const char *a, const char *b) {
    char key[80] = "", words[400];
    snprintf(words, sizeof words, format, a, b);
    for (int k = 0, n = 0; words[k] && n < 79; k++)
        if (words[k] < '0' || words[k] > '9') key[n++] = words[k];
    for (int k = 0; k < shared->findings && k < 60; k++)
        if (!strcmp(shared->said[k], key)) return;
    if (shared->findings < 60) strcpy(shared->said[shared->findings], key);
    shared->findings++;
    fprintf(report, "seed %llu: ", (unsigned long long)seed);
    fprintf(report, "%s\n", words);
    fflush(report);
}

/* ---- chance ------------------------------------------------------------------------------------------------------- */

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* End the process when a call takes more than this time of the processor [s], or waits for twenty times as long, which a machine
 * with much other work may make of it; 0: it has come back. */
static void watch(int seconds) {
    setitimer(ITIMER_PROF, &(struct itimerval){{0, 0}, {seconds, 0}}, NULL);
    alarm(20 * (unsigned)seconds);
}

static uint64_t bits(void) {
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    return state;
}
static int below(int n) { return (int)((bits() >> 11) % (uint64_t)n); }
static int rare(int n) { return below(n) == 0; }
static double unit(void) { return (double)(bits() >> 11) / 9007199254740992.0; }

/* ---- arguments ---------------------------------------------------------------------------------------------------- */

static struct swp_model *model;
static struct swp_sim *sim;
static struct swp_snapshot *a_swp_snapshot;
static struct swp_diagnosis *a_swp_diagnosis;
static int strange; /* one in this many numbers is none that a careful host would give */
static int careful; /* are arguments to be such that calls succeed? */
static int forced;  /* the size to be given next; -1: any */

/* Does one of these words stand in the name of an argument? Both are literals: a long list of numbers asks once. */
static int is_about(const char *name, const char *words) {
    static const char *last[2];
    static int found;
    if (last[0] == name && last[1] == words) return found;
    last[0] = name, last[1] = words, found = 0;
    char word[40];
    for (int used = 0; !found && sscanf(words, "%39s%n", word, &used) == 1; words += used) found = strstr(name, word) != NULL;
    return found;
}
#define POSITIVE "mass stiff radius teeth length toler ratio freq constant time rate axial torsion bending shear speed spread width large small gain"
#define DIRECTION "axis across normal direction omega"

static double number(const char *name) {
    static const double wild[] = {0,     1,    -1,   1e300, -1e300, 1e-300, NAN,  INFINITY, -INFINITY, 1e10,  1e-12, 5, 0.3, -0.3, 1e6,
                                  -1e-6, 100, 3e-3, 1e100, 1e-150, 5e-324, 1e16, -0.0,     0.5,       1e-20, 1.7976931348623157e308};
    int longer = !strncmp(name, "t_end", 5) || !strcmp(name, "t");
    if (rare(4 * strange)) {
        double w = wild[below((int)(sizeof wild / sizeof *wild))];
        /* a million steps are not a hang */
        return longer && w > 1e-3 && w < 1e100 ? 1e-3 : w;
    }
    double now = 0.0;
    if (!strcmp(name, "h") || !strncmp(name, "h_", 2) || !strcmp(name, "dt")) return 1e-3 * (0.2 + 2 * unit());
    if (longer && sim) {
        swp_sim_time(sim, &now);
        return now + (rare(6) ? -1e-3 : 3e-3 * unit());
    }
    if (strstr(name, "mass")) return 0.1 + unit();
    if (careful) {
        static const double usual[] = {1, 1, 0.5, 2, 0.1, 0.25, 0, 0, -1, -0.5};
        return usual[below(is_about(name, POSITIVE) ? 6 : 10)];
    }
    switch (below(6)) {
    case 0: return 0.0;
    case 1: return 1.0;
    case 2: return unit();
    case 3: return 100.0 * unit();
    default: return 4.0 * unit() - 2.0;
    }
}

static int32_t integer(const char *name) {
    if (rare(strange)) {
        static const int32_t wild[] = {-1, 1000, INT32_MIN, 9, 17, 255};
        return strstr(name, "max") ? -1 : wild[below(6)];
    }
    if (careful && !rare(3)) return below(2) * below(2);
    int32_t choice[] = {0, 0, 0, 1, 1, 2, 3, 4, 5, 8};
    return choice[below(10)];
}

static size_t size(const char *name) {
    if (!strcmp(name, "length")) return rare(3) ? (size_t)below(40) : ROOM;
    if (!strcmp(name, "size")) return bits() % 1000;
    if (forced >= 0) return (size_t)forced;
    size_t count = 0;
    if (model && rare(4) && swp_model_node_count(model, &count) == SWP_OK && count <= MOST) return count;
    return (size_t)(rare(4) ? below(MOST + 1) : 1 + below(3));
}

static char memory[1 << 20];
static size_t used;

/* Memory for the arguments of one call. */
static void *scratch(size_t bytes) {
    if (used + bytes > sizeof memory) used = 0;
    void *at = memory + used;
    used += (bytes + 15) / 16 * 16;
    return at;
}

static void turn(double *q) {
    double a = 6 * unit();
    if (careful && rare(2)) a = 0; /* the axes of what is there already */
    q[0] = cos(a / 2), q[1] = q[2] = q[3] = 0;
    q[1 + below(3)] = sin(a / 2);
}

/* A matrix that is positive definite, of a stiffness or of a mass: one mass, and moments of inertia of a flat or a long thing. */
static void diagonal(double *matrix, int n, int of_mass) {
    double size = careful ? 1.0 : 1.0 + unit();
    for (int k = 0; k < n * n; k++) matrix[k] = k % (n + 1) ? 0.0 : of_mass ? size : 1.0 + unit();
    if (of_mass && n == 6) matrix[21] = 2.0 * size;
}

static const double *numbers(const char *name) {
    enum { COUNT = 2048 };
    if (rare(careful ? 6 : 2 * strange)) return NULL;
    double *list = scratch(COUNT * sizeof *list);
    int way = below(4);
    if (careful && is_about(name, "place points mesh speeds times abscissae")) way = 0;
    for (int k = 0; k < COUNT; k++) list[k] = way == 0 ? k * 0.1 : way == 1 ? unit() : number(name);
    if (careful && is_about(name, DIRECTION)) list[0] = list[1] = list[2] = 0, list[below(3)] = 1;
    int square = strstr(name, "stiffness") || strstr(name, "mass") ? 6 : strstr(name, "inertia") ? 3 : 0;
    if (strstr(name, "orientation") || strstr(name, "rotation") || strstr(name, "quaternion")) {
        if (!rare(8)) turn(list);
    } else if (square && !rare(8)) {
        for (int k = 0; k < MOST; k++) diagonal(list + k * square * square, square, !strstr(name, "stiffness"));
    }
    return list;
}

static const int32_t *integers(void) {
    int32_t *list = scratch(LONG * sizeof *list);
    for (int k = 0; k < LONG; k++) list[k] = integer("");
    return rare(2 * strange) ? NULL : list;
}

static const char *NAMES[] = {"ground", "n1", "n2", "n3", "b1", "j1", "j2", "j3", "f", "dr", "s", "act", "jf", "sc", "bm", "st", "ff", "bob", "w1", "w2", "w3"};
static const char *KINDS[] = {"node", "body", "joint", "function", "input", "load", "spring", "section", "beam", "coupling", "stations"};
static const char *PATHS[] = {"a.json", "b.json", "c.json", "folder", "pipe", "link", "missing/x.json", "", "device", ".", "folder/"};
static char *model_text, *case_text;

static const char *text(const char *name) {
    static int count;
    if (rare(10 * strange)) return NULL;
    if (rare(10 * strange)) return "";
    if (rare(10 * strange)) return "\xff\xfe\x80";
    if (!strcmp(name, "path")) return PATHS[below(11)];
    if (!strcmp(name, "kind")) return KINDS[below(11)];
    if (!strcmp(name, "text")) return rare(2) && case_text ? case_text : model_text ? model_text : "{";
    if (rare(careful ? 20 : 3) || strstr(shared->last, "_find_")) return NAMES[below((int)(sizeof NAMES / sizeof *NAMES))];
    char *fresh = scratch(40);
    sprintf(fresh, "x%d", count++);
    return fresh;
}

static struct { const char *kind; uint32_t id; } IDS[2000];
static int ids;

static void remember(const char *kind, uint32_t id) {
    if (ids < 2000) IDS[ids].kind = kind, IDS[ids++].id = id;
}

static uint32_t id(const char *kind) {
    if (rare(strange)) return rare(2) ? 0 : rare(2) ? (uint32_t)bits() : ids ? IDS[below(ids)].id : 0;
    int first = ids ? below(ids) : 0;
    for (int k = 0; k < ids; k++)
        if (!strcmp(IDS[(first + k) % ids].kind, kind)) return IDS[(first + k) % ids].id;
    return (uint32_t)(bits() % 40) << 24 | (uint32_t)below(4);
}

static unsigned char *rooms;
static int rooms_used, partly[ROOMS];
static unsigned char *last_out;

/* Room for a result. */
static void *out(const char *name) {
    if (rare(10 * strange)) return NULL;
    int place = rooms_used++ % ROOMS;
    unsigned char *room = rooms + (size_t)place * ROOM;
    /* a text that does not fit is cut, and says how much room it needs */
    partly[place] = !strcmp(name, "needed") || !strcmp(name, "buffer");
    if (!strcmp(name, "out")) last_out = room;
    return room;
}

static int steps_left;

static void write_values(const char *kind, double *values) {
    if (!strcmp(kind, "swp_function_callback")) values[0] = rare(300) ? NAN : 0.01, values[1] = values[2] = 0;
    if (!strcmp(kind, "swp_event_callback")) values[0] = rare(100) ? NAN : unit() - 0.4;
}
static int32_t outcome(const char *kind) {
    if (!strcmp(kind, "swp_progress_callback")) return steps_left-- < 0;
    return rare(300);
}

/* Has an option no value yet: zero, or not a number? */
__attribute__((unused)) static int is_none(const void *at, size_t size) {
    double value = 0;
    if (size >= sizeof value) memcpy(&value, at, sizeof value);
    return size >= sizeof value && (value == 0.0 || isnan(value));
}

#include "calls.inc"

enum { FUNCTIONS = sizeof TABLE / sizeof *TABLE };

/* ---- what must not change -------------------------------------------------------------------------------------------- */

struct bytes {
    unsigned char *at;
    size_t count;
};
static struct bytes model_before, sim_before;

/* As it is now: the snapshot of the simulation, or the text of the model. Once into a large room, and again if it was too small. */
static void look(struct bytes *b, int of_sim) {
    static unsigned char *room;
    static size_t most = 1 << 16;
    if (!room) room = malloc(most);
    swp_snapshot *snapshot = NULL;
    size_t count = 0, made[2] = {0, 0};
    swp_status status = of_sim ? sim ? swp_sim_save(sim, &snapshot) : SWP_NULL_POINTER : model ? SWP_OK : SWP_NULL_POINTER;
    for (int again = 0; status == SWP_OK && again < 2; again++) {
        swp_status got = of_sim ? swp_snapshot_to_bytes(snapshot, room, most, &count) : swp_model_to_text(model, (char *)room, most, &count);
        if (count <= most) {
            status = got;
            break;
        }
        room = realloc(room, most = 2 * count);
    }
    swp_snapshot_free(snapshot);
    if (status != SWP_OK) count = 0;
    /* the calls that built it, and what they have made */
    size_t more = !of_sim && count ? sizeof made : 0;
    if (more) swp_model_node_count(model, made), swp_model_joint_count(model, made + 1);
    b->at = realloc(b->at, count + more + 1);
    b->count = count + more;
    memcpy(b->at, room, count);
    memcpy(b->at + count, made, more);
}

static int same(const struct bytes *a, const struct bytes *b) { return a->count == b->count && (!a->count || !memcmp(a->at, b->at, a->count)); }

/* What every status must be. */
static void judge(const char *name, swp_status status) {
    if (status == SWP_OK) return;
    char words[3][600] = {"", "", ""};
    if (model) swp_model_error(model, words[0], sizeof words[0], NULL);
    if (sim) swp_sim_error(sim, words[1], sizeof words[1], NULL);
    swp_last_error(words[2], sizeof words[2], NULL);
    const char *said = words[1][0] ? words[1] : words[0][0] ? words[0] : words[2];
    if (status == SWP_INTERNAL) {
        for (int k = 0; k < 3; k++)
            if (strstr(words[k], "internal error")) said = words[k];
        finding("%s: SWP_INTERNAL, %s", name, said);
    } else if (!strcmp(swp_status_name(status), "unknown status")) {
        finding("%s: a status without a name%s", name, "");
    } else if (!said[0]) {
        finding("%s fails with %s and leaves no text", name, swp_status_name(status));
    }
}

static swp_status one_call(int k) {
    struct entry *e = TABLE + k;
    for (int r = 0; r < ROOMS; r++) memset(rooms + (size_t)r * ROOM, PATTERN, LOOKED_AT);
    rooms_used = 0, last_out = NULL, steps_left = 100, used = 0;
    strcpy(shared->last, e->name);
    watch(LIMIT);
    if (verbose) fprintf(stderr, "%s", e->name);
    double began = now();
    swp_status status = e->call();
    double took = now() - began;
    watch(0);
    shared->calls++;
    if (took > shared->slowest_time) shared->slowest_time = took, strcpy(shared->slowest, e->name);
    if (verbose) fprintf(stderr, " -> %s, %.1f ms\n", swp_status_name(status), 1e3 * took);
    judge(e->name, status);
    struct bytes model_after = {0}, sim_after = {0};
    /* a simulation's model is frozen: its text is looked at after failures, of calls on the simulation after one in eight */
    static int unseen;
    int seen = !sim || (status != SWP_OK && (!e->of_sim || ++unseen % 8 == 0));
    if (seen) look(&model_after, 0);
    look(&sim_after, 1);
    if (status != SWP_OK) {
        shared->bad[k]++;
        if (seen && !same(&model_before, &model_after)) finding("%s fails with %s and has changed the model", e->name, swp_status_name(status));
        if (verbose && !same(&sim_before, &sim_after))
            for (size_t b = 0; b < sim_before.count && b < sim_after.count; b += 4)
                if (memcmp(sim_before.at + b, sim_after.at + b, 4)) fprintf(stderr, "byte %zu of %zu differs\n", b, sim_before.count);
        if (!e->moves && !same(&sim_before, &sim_after)) finding("%s fails with %s and has changed the simulation", e->name, swp_status_name(status));
        for (int r = 0; r < rooms_used && r < ROOMS && !e->moves; r++)
            for (int b = 0; b < LOOKED_AT && !partly[r]; b++)
                if (rooms[(size_t)r * ROOM + b] != PATTERN) {
                    finding("%s fails with %s and has written results", e->name, swp_status_name(status));
                    r = ROOMS;
                    break;
                }
    } else {
        shared->good[k]++;
        if (!strcmp(e->name, "swp_sim_save")) swp_snapshot_free(a_swp_snapshot), a_swp_snapshot = *(swp_snapshot **)last_out;
        if (!strcmp(e->name, "swp_model_diagnose")) swp_diagnosis_free(a_swp_diagnosis), a_swp_diagnosis = *(swp_diagnosis **)last_out;
        if (e->makes && last_out) remember(e->makes, *(uint32_t *)last_out);
    }
    free(sim_before.at), free(seen ? model_before.at : model_after.at);
    if (seen) model_before = model_after;
    sim_before = sim_after;
    return status;
}

/* A call, and if the size of a list was wrong, now and then the same again with other sizes until one is right. */
static swp_status some_sizes(int k) {
    uint64_t before = state;
    swp_status status = one_call(k);
    if (status != SWP_WRONG_SIZE || !rare(careful ? 3 : 10)) return status;
    size_t nodes = 1;
    if (model) swp_model_node_count(model, &nodes);
    uint64_t after = state;
    for (int n = 0; n < 40 && status == SWP_WRONG_SIZE; n++) {
        forced = n < 30 ? n : (int)nodes * (n - 29);
        if (forced > LONG) break;
        state = before;
        status = one_call(k);
    }
    state = after, forced = -1;
    return status;
}

/* The place of a function; FUNCTIONS if there is none. */
static int place_of(const char *name) {
    int k = 0;
    while (k < (int)FUNCTIONS && strcmp(TABLE[k].name, name)) k++;
    return k;
}

#include "base.inc"

/* ---- an episode of calls ----------------------------------------------------------------------------------------------- */

static void create(int options_too) {
    swp_sim_options options;
    fill_swp_sim_options(&options);
    if (rare(3)) options.assemble = 1;
    strcpy(shared->last, "swp_sim_create");
    watch(LIMIT);
    swp_status status = swp_sim_create(model, options_too ? &options : NULL, &sim);
    watch(0);
    shared->calls++;
    judge("swp_sim_create", status);
    if (verbose) fprintf(stderr, "swp_sim_create -> %s\n", swp_status_name(status));
}

static char *all_text(int of_case) {
    size_t needed = 0;
    swp_status status = of_case ? swp_sim_case_text(sim, NULL, 0, &needed) : swp_model_to_text(model, NULL, 0, &needed);
    if (status != SWP_OK) return NULL;
    char *text = malloc(needed);
    if (of_case) swp_sim_case_text(sim, text, needed, NULL);
    else swp_model_to_text(model, text, needed, NULL);
    return text;
}

/* A simulation takes its own snapshot, and is then where it was. */
static void own_snapshot(void) {
    swp_snapshot *snapshot = NULL;
    struct bytes after = {0};
    look(&sim_before, 1);
    if (swp_sim_save(sim, &snapshot) != SWP_OK) return;
    swp_status status = swp_sim_restore(sim, snapshot);
    if (status != SWP_OK) { char w[300] = ""; swp_sim_error(sim, w, sizeof w, NULL); finding("a simulation does not take its own snapshot: %s: %s", swp_status_name(status), w); }
    look(&after, 1);
    if (!same(&sim_before, &after)) finding("a simulation is elsewhere after its own snapshot%s%s", "", "");
    swp_snapshot_free(snapshot);
    free(after.at);
}

static void some_calls(int count, int of_sim) {
    look(&model_before, 0);
    look(&sim_before, 1);
    int open = 0, failed = 0;
    for (int n = 0; n < count; n++) {
        int k = below(FUNCTIONS);
        /* two in three calls move or change; those on what is not there are for other episodes */
        if (TABLE[k].of_sim != of_sim && !rare(12)) continue;
        if (of_sim && rare(3)) k = place_of("swp_sim_step");
        /* an open step is solved and settled, a failure repeated */
        if (of_sim && open && rare(3)) k = place_of((const char *[]){"swp_sim_iterate", "swp_sim_accept", "swp_sim_reject"}[below(3)]);
        if (of_sim && failed && rare(3)) k = place_of("swp_sim_repeat");
        if (k >= (int)FUNCTIONS) continue;
        swp_status status = some_sizes(k);
        failed = status != SWP_OK;
        if (!strcmp(TABLE[k].name, "swp_sim_begin") && status == SWP_OK) open = 1;
        if (!strcmp(TABLE[k].name, "swp_sim_step") && status != SWP_WRONG_STATE) open = 0;
        if (sim && rare(5)) own_snapshot();
    }
}

/* Files are read into models that are empty: the text of one with all in it, and the files of calls before. */
static void read_calls(void) {
    add_base();
    model_text = all_text(0);
    swp_model_write(model, "a.json");
    swp_model_free(model);
    ids = 0;
    must(swp_model_create(&model));
    look(&model_before, 0);
    for (int n = 0; n < 60; n++) {
        int k = rare(2) ? place_of(rare(2) ? "swp_model_read" : "swp_model_from_text") : below(FUNCTIONS);
        if (!TABLE[k].of_sim) one_call(k);
        if (!rare(4)) continue;
        swp_model_free(model);
        ids = 0;
        must(swp_model_create(&model));
        look(&model_before, 0);
    }
    swp_model_free(model);
    free(model_text);
    ids = 0;
    must(swp_model_create(&model));
}

static void calls(void) {
    careful = seed / 2 % 2;
    strange = careful ? 2000 : (int[]){4, 12, 60, 400}[below(4)];
    must(swp_model_create(&model));
    if (seed % 5 == 1) read_calls();
    if (seed % 5) add_base();
    else {
        add_little();
        create(1); /* as it is, before anything is added to it */
        swp_sim_free(sim);
        sim = NULL;
    }
    model_text = all_text(0);
    some_calls(below(3) ? 40 : 400, 0);
    create(1);
    if (!sim) create(0);
    if (!sim) { /* what was added is not sound: the model to begin with is */
        swp_model_free(model);
        ids = 0;
        must(swp_model_create(&model));
        add_base();
        create(0);
    }
    if (!sim) return;
    swp_sim_set_progress(sim, call_swp_progress_callback, NULL);
    case_text = all_text(1);
    some_calls(500, 1);
}

#include "damage.inc"

/* ---- processes --------------------------------------------------------------------------------------------------------------- */

static void episode(void) {
    state = seed * 0x9E3779B97F4A7C15u + 0x1234567;
    for (int k = 0; k < 10; k++) bits();
    forced = -1;
    if (seed % 2) calls();
    else files();
    swp_sim_free(sim);
    swp_model_free(model);
    swp_snapshot_free(a_swp_snapshot);
    swp_diagnosis_free(a_swp_diagnosis);
    free(model_text), free(case_text), free(model_before.at), free(sim_before.at);
}

/* What stands at the paths that calls write to and read, in a folder of the fuzzer's own. */
static int furnish(void) {
    /* never a device of the system's own: a library that replaced it would harm the machine */
    if (mknod("device", S_IFCHR | 0600, makedev(1, 3)) && mkfifo("device", 0600)) return 0;
    return !mkdir("folder", 0777) && !mkfifo("pipe", 0666) && !symlink("a.json", "link");
}

static void clear(void) {
    const char *all[] = {"printed", "device", "pipe", "link", "a.json", "b.json", "c.json"};
    for (int k = 0; k < 7; k++) unlink(all[k]);
    rmdir("folder");
}

/* Is it as it was, with nothing beside it? */
static void look_at_folder(void) {
    struct stat there;
    if (lstat("pipe", &there) || !S_ISFIFO(there.st_mode)) finding("a pipe was replaced%s%s", "", "");
    if (lstat("device", &there) || S_ISREG(there.st_mode)) finding("a device was replaced%s%s", "", "");
    if (lstat("link", &there) || !S_ISLNK(there.st_mode)) finding("a link was replaced%s%s", "", "");
    clear();
    DIR *here = opendir(".");
    for (struct dirent *e; (e = readdir(here));)
        if (strcmp(e->d_name, ".") && strcmp(e->d_name, "..")) finding("a file was left behind: %s%s", e->d_name, ""), unlink(e->d_name);
    closedir(here);
    furnish();
}

static void in_child(void) {
    pid_t child = fork();
    if (child == 0) {
        struct rlimit limit = {(rlim_t)MEMORY_GB << 30, (rlim_t)MEMORY_GB << 30};
        setrlimit(RLIMIT_AS, &limit);
        if (!freopen("printed", "w", stdout) || dup2(fileno(stdout), STDERR_FILENO) < 0) _exit(9);
        episode();
        fflush(stdout);
        _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    if (WIFSIGNALED(status))
        finding(WTERMSIG(status) == SIGALRM || WTERMSIG(status) == SIGPROF ? "%s does not come back: %s" : "%s ends the process: %s",
                shared->last, strsignal(WTERMSIG(status)));
    struct stat printed;
    if (!stat("printed", &printed) && printed.st_size > 0) {
        char words[300] = "";
        FILE *file = fopen("printed", "r");
        if (file && fgets(words, sizeof words, file)) finding("%s: the library has printed: %s", shared->last, words);
        if (file) fclose(file);
    }
    look_at_folder();
}

static void counts(void) {
    printf("%-40s %9s %9s\n", "function", "succeeded", "failed");
    for (int k = 0; k < (int)FUNCTIONS; k++) printf("%-40s %9ld %9ld\n", TABLE[k].name, shared->good[k], shared->bad[k]);
}

static void summary(uint64_t first) {
    printf("seeds %llu to %llu: %ld calls; damaged models %ld (%ld accepted), cases %ld (%ld), snapshots %ld (%ld); %ld findings\n",
           (unsigned long long)first, (unsigned long long)seed - 1, shared->calls, shared->mutants[0], shared->accepted[0], shared->mutants[1],
           shared->accepted[1], shared->mutants[2], shared->accepted[2], shared->findings);
    printf("the slowest call: %s, %.2f s\n", shared->slowest, shared->slowest_time);
    int never = 0;
    for (int k = 0; k < FUNCTIONS; k++)
        if (!shared->good[k]) printf("%s%s", never++ ? ", " : "never succeeded: ", TABLE[k].name);
    printf("%sfunctions: %d, succeeded at least once: %d\n", never ? "\n" : "", (int)FUNCTIONS, (int)FUNCTIONS - never);
}

int main(int argc, char **argv) {
    if (argc < 2) return fprintf(stderr, "usage: fuzz SECONDS [FIRST [--counts | --first]] | fuzz --seed N [-v]\n"), 2;
    report = fdopen(dup(STDOUT_FILENO), "w");
    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    rooms = mmap(NULL, ROOMS * ROOM, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    char folder[] = "/tmp/swp_fuzz_XXXXXX";
    if (!report || !mkdtemp(folder) || chdir(folder)) return 2;
    if (!furnish()) return 2;
    if (!strcmp(argv[1], "--seed")) {
        seed = strtoull(argv[2], NULL, 10);
        verbose = argc > 3;
        episode();
        if (verbose) counts();
    } else {
        uint64_t first = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
        const char *way = argc > 3 ? argv[3] : "";
        int most = strcmp(way, "--first") ? 50 : 1;
        time_t end = time(NULL) + atoi(argv[1]);
        for (seed = first; time(NULL) < end && shared->findings < most; seed++) in_child();
        summary(first);
        if (!strcmp(way, "--counts")) counts();
    }
    clear();
    if (chdir("/") || rmdir(folder)) printf("files are left in %s\n", folder);
    return shared->findings != 0;
}
