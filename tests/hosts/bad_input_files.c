/* Bad model and case files, and bad calls of the functions for them, through the C ABI. Nothing may crash, print, or change the
 * handle it was given to: a model that was to be filled is empty as before, one that is full gives the same text as before, a
 * simulation the same case.
 *
 * usage: bad_input_files [-v]    prints `N passed, M failed`, and a line per failure (with -v per text) to stderr
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <swashplate.h>

static int passed, failed, verbose;

static void check(int condition, const char *name, const char *what) {
    if (condition) {
        passed++;
    } else {
        failed++;
        fprintf(stderr, "FAIL %s: %s\n", name, what);
    }
}

#define MUST(call) check((call) == SWP_OK, #call, "must work")

/* Does the text hold every word of "one|two"? */
static int says(const char *text, const char *words) {
    char word[200];
    while (*words) {
        size_t n = strcspn(words, "|");
        memcpy(word, words, n);
        word[n] = '\0';
        if (!strstr(text, word)) return 0;
        words += n + (words[n] == '|');
    }
    return text[0] != '\0';
}

static void expect(const char *name, swp_status got, swp_status want, const char *text, const char *words) {
    char what[3000];
    if (verbose) fprintf(stderr, "text %-40s | %s\n", name, text);
    snprintf(what, sizeof what, "status %s, not %s; the text should say %s: %s", swp_status_name(got),
             swp_status_name(want), words, text);
    check(got == want && says(text, words), name, what);
}

static const double zero[3] = {0, 0, 0};
static const double inertia[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
static swp_model *full, *empty;
static swp_sim *sim;
static char *full_text, *empty_text, *case_text;

static char *model_text(const swp_model *model) {
    size_t needed = 0;
    MUST(swp_model_to_text(model, NULL, 0, &needed));
    char *text = malloc(needed);
    MUST(swp_model_to_text(model, text, needed, &needed));
    return text;
}

static char *text_of_case(void) {
    size_t needed = 0;
    MUST(swp_sim_case_text(sim, NULL, 0, &needed));
    char *text = malloc(needed);
    MUST(swp_sim_case_text(sim, text, needed, &needed));
    return text;
}

/* A bad call that was to fill `empty` gave `got`. */
static void empty_refuses(const char *name, swp_status got, swp_status want, const char *words) {
    char text[2048] = "";
    MUST(swp_model_error(empty, text, sizeof text, NULL));
    expect(name, got, want, text, words);
    char *now = model_text(empty);
    check(!strcmp(now, empty_text), name, "the model is not empty any more");
    free(now);
    check(swp_model_find_id(empty, "node", "marker", &(uint32_t){0}) == SWP_UNKNOWN_ID, name, "marker");
}

static void full_refuses(const char *name, swp_status got, swp_status want, const char *words) {
    char text[2048] = "";
    MUST(swp_model_error(full, text, sizeof text, NULL));
    expect(name, got, want, text, words);
    char *now = model_text(full);
    check(!strcmp(now, full_text), name, "the model has changed");
    free(now);
    check(swp_model_find_id(full, "node", "marker", &(uint32_t){0}) == SWP_UNKNOWN_ID, name, "marker");
}

static void sim_refuses(const char *name, swp_status got, swp_status want, const char *words) {
    char text[2048] = "";
    MUST(swp_sim_error(sim, text, sizeof text, NULL));
    expect(name, got, want, text, words);
    char *now = text_of_case();
    check(!strcmp(now, case_text), name, "the simulation has changed");
    free(now);
    check(swp_sim_step(sim, -3.0) == SWP_INVALID_ARGUMENT, name, "marker");
}

static void thread_refuses(const char *name, swp_status got, swp_status want, const char *words) {
    char text[2048] = "";
    MUST(swp_last_error(text, sizeof text, NULL));
    expect(name, got, want, text, words);
    check(swp_check_version(989898) == SWP_VERSION_MISMATCH, name, "marker");
}

static int32_t wave(double t, double *out, void *user) {
    (void)t, (void)user;
    out[0] = out[1] = out[2] = 0.0;
    return 0;
}

static int32_t row(double t, size_t nodes, const double *poses, double *numbers, double *b, void *user) {
    (void)t, (void)nodes, (void)poses, (void)b, (void)user;
    numbers[0] = 1.0;
    return 0;
}

/* The text with `from` replaced once by `to`. */
static char *with(const char *text, const char *from, const char *to) {
    const char *at = strstr(text, from);
    check(at != NULL, from, "is not in the text");
    char *out = malloc(strlen(text) + strlen(to) + 1);
    if (!at) return strcpy(out, text);
    size_t n = (size_t)(at - text);
    memcpy(out, text, n);
    strcpy(out + n, to);
    strcat(out, at + strlen(from));
    return out;
}

static void build(void) {
    swp_node ground, bar;
    swp_body body;
    swp_attachment a, b;
    swp_joint hinge;
    swp_function jump, host, push;
    swp_load load;
    swp_pfaffian held;
    MUST(swp_model_create(&full));
    MUST(swp_model_add_ground(full, "ground", zero, NULL, &ground));
    MUST(swp_model_add_node(full, "bar", zero, NULL, &bar));
    MUST(swp_model_add_rigid_body(full, "bar", bar, 1.0, (double[3]){1, 0, 0}, inertia, &body));
    MUST(swp_model_attach(full, ground, zero, NULL, &a));
    MUST(swp_model_attach(full, bar, zero, NULL, &b));
    MUST(swp_model_add_revolute(full, "hinge", &a, &b, &hinge));
    MUST(swp_model_add_one_minus_cosine(full, 2.0, 0.05, 1e-3, 1, &jump));
    MUST(swp_model_drive_joint(full, hinge, 0, jump));
    MUST(swp_model_add_callback(full, wave, NULL, &host));
    MUST(swp_model_name_function(full, host, "wave"));
    MUST(swp_model_add_input(full, "push", 0.5, &push));
    MUST(swp_model_add_node(full, "free", (double[3]){0, 1, 0}, NULL, &bar));
    MUST(swp_model_add_rigid_body(full, "free", bar, 1.0, zero, inertia, &body));
    MUST(swp_model_add_force(full, "push", bar, SWP_DEAD, (double[3]){1, 0, 0}, NULL, push, &load));
    MUST(swp_model_add_pfaffian(full, "held", 1, &bar, row, NULL, 1.0, &held));
}

static void models(void) {
    swp_function input, host;
    uint32_t id = 77;
    thread_refuses("write, NULL model", swp_model_write(NULL, "x.json"), SWP_NULL_POINTER, "model");
    thread_refuses("to text, NULL model", swp_model_to_text(NULL, NULL, 0, &(size_t){0}), SWP_NULL_POINTER, "model");
    thread_refuses("read, NULL model", swp_model_read(NULL, "x.json"), SWP_NULL_POINTER, "model");
    thread_refuses("from text, NULL model", swp_model_from_text(NULL, "{}"), SWP_NULL_POINTER, "model");
    thread_refuses("name, NULL model", swp_model_name_function(NULL, (swp_function){0}, "a"), SWP_NULL_POINTER, "model");
    thread_refuses("bind, NULL model", swp_model_bind_function(NULL, "a", wave, NULL), SWP_NULL_POINTER, "model");
    thread_refuses("bind row, NULL model", swp_model_bind_pfaffian(NULL, "a", row, NULL), SWP_NULL_POINTER, "model");
    thread_refuses("find, NULL model", swp_model_find_id(NULL, "node", "a", &id), SWP_NULL_POINTER, "model");

    full_refuses("write, NULL path", swp_model_write(full, NULL), SWP_NULL_POINTER, "path");
    full_refuses("write, no folder", swp_model_write(full, "no/such/folder/x.json"), SWP_BAD_FILE, "no/such/folder|cannot be written");
    full_refuses("write, a folder", swp_model_write(full, "."), SWP_BAD_FILE, "cannot be written");
    full_refuses("write, no UTF-8", swp_model_write(full, "\xff"), SWP_INVALID_ARGUMENT, "`path` is not valid UTF-8");
    full_refuses("to text, both NULL", swp_model_to_text(full, NULL, 0, NULL), SWP_NULL_POINTER, "buffer");
    char small[10];
    full_refuses("to text, small buffer", swp_model_to_text(full, small, sizeof small, NULL), SWP_WRONG_SIZE, "the buffer has 10");
    full_refuses("read into a full model", swp_model_from_text(full, full_text), SWP_WRONG_STATE, "not empty|new one");
    MUST(swp_model_find_input(full, "push", &input));
    MUST(swp_model_find_id(full, "function", "wave", &host.id));
    full_refuses("name of an input", swp_model_name_function(full, input, "pull"), SWP_INVALID_ARGUMENT, "input \"push\"");
    full_refuses("name, NULL", swp_model_name_function(full, host, NULL), SWP_NULL_POINTER, "name");
    full_refuses("name, empty", swp_model_name_function(full, host, ""), SWP_INVALID_ARGUMENT, "a name that is not empty");
    full_refuses("name, taken", swp_model_name_function(full, host, "push"), SWP_DUPLICATE_NAME, "another function has the name");
    full_refuses("name, no id", swp_model_name_function(full, (swp_function){0}, "a"), SWP_UNKNOWN_ID, "never set");
    full_refuses("name, other id", swp_model_name_function(full, (swp_function){0x04000063}, "a"), SWP_UNKNOWN_ID, "no function number 99");
    full_refuses("bind, NULL name", swp_model_bind_function(full, NULL, wave, NULL), SWP_NULL_POINTER, "name");
    full_refuses("bind, empty name", swp_model_bind_function(full, "", wave, NULL), SWP_INVALID_ARGUMENT, "needs a name");
    full_refuses("bind, NULL callback", swp_model_bind_function(full, "a", NULL, NULL), SWP_NULL_POINTER, "callback");
    full_refuses("bind element, NULL callback", swp_model_bind_host_element(full, "a", NULL, NULL), SWP_NULL_POINTER, "callback");
    full_refuses("bind host condition, NULL callback", swp_model_bind_host_condition(full, "a", NULL, NULL), SWP_NULL_POINTER, "callback");
    full_refuses("bind row, NULL callback", swp_model_bind_pfaffian(full, "a", NULL, NULL), SWP_NULL_POINTER, "callback");
    full_refuses("find, unknown kind", swp_model_find_id(full, "wing", "a", &id), SWP_INVALID_ARGUMENT, "\"wing\"|node, body, function");
    full_refuses("find, unknown name", swp_model_find_id(full, "joint", "a", &id), SWP_UNKNOWN_ID, "no joint has the name \"a\"");
    full_refuses("find, unknown bushing", swp_model_find_id(full, "bushing", "a", &id), SWP_UNKNOWN_ID, "no bushing has the name");
    full_refuses("find, unknown stations", swp_model_find_id(full, "stations", "a", &id), SWP_UNKNOWN_ID, "no set of stations");
    full_refuses("find, NULL kind", swp_model_find_id(full, NULL, "a", &id), SWP_NULL_POINTER, "kind");
    full_refuses("find, NULL name", swp_model_find_id(full, "node", NULL, &id), SWP_NULL_POINTER, "name");
    full_refuses("find, NULL out", swp_model_find_id(full, "node", "bar", NULL), SWP_NULL_POINTER, "out");
    check(id == 77, "find", "the caller's memory was written");

    empty_refuses("read, NULL path", swp_model_read(empty, NULL), SWP_NULL_POINTER, "path");
    empty_refuses("read, no file", swp_model_read(empty, "no_such_file.json"), SWP_BAD_FILE, "\"no_such_file.json\" cannot be read");
    empty_refuses("read, a folder", swp_model_read(empty, "."), SWP_BAD_FILE, "cannot be read");
    FILE *file = fopen("bad_file.json", "wb");
    fwrite("{\n\"a\xff\": 1}", 1, 10, file);
    fclose(file);
    empty_refuses("read, no UTF-8", swp_model_read(empty, "bad_file.json"), SWP_BAD_FILE, "\"bad_file.json\", line 2: this is not text");
    file = fopen("bad_file.json", "wb");
    fclose(file);
    empty_refuses("read, nothing", swp_model_read(empty, "bad_file.json"), SWP_BAD_FILE, "\"bad_file.json\", line 1|the file ends");
    remove("bad_file.json");
    empty_refuses("from text, NULL", swp_model_from_text(empty, NULL), SWP_NULL_POINTER, "text");
    empty_refuses("no callback", swp_model_from_text(empty, full_text), SWP_BAD_FILE, "host function \"wave\"|none is bound");
    MUST(swp_model_bind_function(empty, "wave", wave, NULL));
    empty_refuses("no row", swp_model_from_text(empty, full_text), SWP_BAD_FILE, "velocity condition \"held\"|none is bound");
    MUST(swp_model_bind_function(empty, "held", wave, NULL));
    empty_refuses("a row bound as function", swp_model_from_text(empty, full_text), SWP_BAD_FILE, "\"held\"|none is bound");
    MUST(swp_model_bind_pfaffian(empty, "held", row, NULL));

    const struct {
        const char *name, *from, *to, *words;
    } cases[] = {
        {"newer version", "\"version\": 1", "\"version\": 2", "line 1, file|version 2|use a newer one"},
        {"another format", "swashplate model", "swashplate case", "the format is \"swashplate case\""},
        {"unknown kind", "\"kind\": \"rigid body\"", "\"kind\": \"rigid bodi\"", "line |is \"rigid body\" meant?"},
        {"unknown key", "\"mass\": 1", "\"mass\": 1, \"colour\": 3", "rigid body \"bar\", key \"colour\": it is not known here"},
        {"missing key", "\"mass\": 1", "\"weight\": 1", "rigid body \"bar\": the key \"mass\" is missing"},
        {"wrong type", "\"mass\": 1", "\"mass\": [1]", "key \"mass\": a list stands where a number is needed"},
        {"NaN", "\"mass\": 1", "\"mass\": NaN", "column |NaN is not a value"},
        {"too large", "\"mass\": 1", "\"mass\": 1e999", "too large"},
        {"key twice", "\"mass\": 1", "\"mass\": 1, \"mass\": 2", "the key \"mass\" was given"},
        {"negative mass", "\"mass\": 1", "\"mass\": -1", "line |rigid body \"bar\"|-1"},
        {"unknown node", "\"node\": \"bar\"", "\"node\": \"baz\"", "key \"node\": no node before this has the name \"baz\"; is \"bar\" meant?"},
        {"unknown function", "\"function\": \"push\"", "\"function\": \"shove\"", "load \"push\", key \"function\": no function before"},
        {"unknown joint type", "\"type\": \"revolute\"", "\"type\": \"hinge\"", "\"hinge\" is not known; it is one of \"revolute\""},
        {"ground twice", "\"node\": \"bar\"}", "\"node\": \"ground\"}", "joint \"hinge\"|both sides are on one node"},
        {"no such coordinate", "\"coordinate\": 0", "\"coordinate\": 7", "drive \"hinge\"|has no coordinate 7"},
        {"half a coordinate", "\"coordinate\": 0", "\"coordinate\": 0.5", "key \"coordinate\": 0.5 is not a count"},
        {"cut", "\"kind\": \"load\"", "\"kin", "line "},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char *text = with(full_text, cases[i].from, cases[i].to);
        empty_refuses(cases[i].name, swp_model_from_text(empty, text), SWP_BAD_FILE, cases[i].words);
        free(text);
    }
    for (size_t n = 0; n < strlen(full_text); n += 97) { /* cut anywhere */
        char *text = malloc(n + 1);
        memcpy(text, full_text, n);
        text[n] = '\0';
        check(swp_model_from_text(empty, text) == SWP_BAD_FILE, "cut file", "was read");
        free(text);
    }
}

static void cases(void) {
    swp_sim *other = NULL, *none = (swp_sim *)&failed;
    thread_refuses("write case, NULL", swp_sim_write_case(NULL, "x.json"), SWP_NULL_POINTER, "sim");
    thread_refuses("case text, NULL", swp_sim_case_text(NULL, NULL, 0, &(size_t){0}), SWP_NULL_POINTER, "sim");
    thread_refuses("failure, NULL", swp_sim_failure(NULL, NULL, 0, &(size_t){0}), SWP_NULL_POINTER, "sim");
    thread_refuses("repeat, NULL", swp_sim_repeat(NULL), SWP_NULL_POINTER, "sim");
    thread_refuses("read case, NULL model", swp_case_read(NULL, "x.json", &other), SWP_NULL_POINTER, "model");
    thread_refuses("case from text, NULL model", swp_case_from_text(NULL, "{}", &other), SWP_NULL_POINTER, "model");
    sim_refuses("nothing to repeat", swp_sim_repeat(sim), SWP_WRONG_STATE, "no call has failed");
    sim_refuses("write case, NULL path", swp_sim_write_case(sim, NULL), SWP_NULL_POINTER, "path");
    sim_refuses("write case, no folder", swp_sim_write_case(sim, "no/such/folder/x.json"), SWP_BAD_FILE, "cannot be written");
    sim_refuses("case text, both NULL", swp_sim_case_text(sim, NULL, 0, NULL), SWP_NULL_POINTER, "buffer");
    sim_refuses("failure, both NULL", swp_sim_failure(sim, NULL, 0, NULL), SWP_NULL_POINTER, "buffer");

    /* a failure, its case, and that case again */
    char words[2048] = "", again[2048] = "";
    check(swp_sim_step(sim, 0.06) != SWP_OK, "step over the jump", "must fail");
    MUST(swp_sim_error(sim, words, sizeof words, NULL));
    free(case_text);
    case_text = text_of_case();
    MUST(swp_case_from_text(empty, case_text, &other));
    MUST(swp_sim_failure(other, again, sizeof again, NULL));
    check(!strcmp(words, again), "failure", again);
    check(swp_sim_repeat(other) != SWP_OK, "repeat", "must fail");
    MUST(swp_sim_error(other, again, sizeof again, NULL));
    check(!strcmp(words, again), "repeat", again);
    check(swp_model_from_text(empty, full_text) == SWP_FROZEN_MODEL, "read into a model in use", "must be refused");
    swp_sim_free(other);
    swp_model_free(empty);
    MUST(swp_model_create(&empty));
    MUST(swp_model_bind_function(empty, "wave", wave, NULL));
    MUST(swp_model_bind_pfaffian(empty, "held", row, NULL));

    empty_refuses("read case, NULL path", swp_case_read(empty, NULL, &none), SWP_NULL_POINTER, "path");
    empty_refuses("read case, NULL out", swp_case_read(empty, "x.json", NULL), SWP_NULL_POINTER, "out");
    empty_refuses("read case, no file", swp_case_read(empty, "no_such.json", &none), SWP_BAD_FILE, "\"no_such.json\" cannot be read");
    empty_refuses("case from text, NULL", swp_case_from_text(empty, NULL, &none), SWP_NULL_POINTER, "text");
    empty_refuses("a model as case", swp_case_from_text(empty, full_text, &none), SWP_BAD_FILE, "\"swashplate case\" is needed");
    const struct {
        const char *name, *from, *to, *words;
        swp_status status;
    } wrong[] = {
        {"unknown call", "\"call\": \"step\"", "\"call\": \"jump\"", "\"failure\", key \"call\": \"jump\"", SWP_BAD_FILE},
        {"unknown scheme", "\"scheme\": \"", "\"scheme\": \"x", "\"options\", key \"scheme\"", SWP_BAD_FILE},
        {"bad option", "\"newton_max_iterations\": 2", "\"newton_max_iterations\": 0", "newton_max_iterations is 0", SWP_BAD_FILE},
        {"other input", "\"name\": \"push\", \"value\"", "\"name\": \"shove\", \"value\"", "key \"inputs\": they must be those of the model|push", SWP_BAD_FILE},
        {"state, no digits", "\"535750", "\"5357zz", "key \"state\"|hexadecimal", SWP_BAD_FILE},
        {"state, changed", "\"535750", "\"545750", "not a snapshot", SWP_BAD_SNAPSHOT},
        {"state of another model", "\"name\": \"free\",\n      \"node\"", "\"name\": \"freed\",\n      \"node\"", "belongs to another model", SWP_BAD_SNAPSHOT},
        {"coefficient out of range", "\"gamma\": ", "\"gamma\": 7", "key \"gamma\": 7|it must be in", SWP_BAD_FILE},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        char *text = with(case_text, wrong[i].from, wrong[i].to);
        empty_refuses(wrong[i].name, swp_case_from_text(empty, text, &none), wrong[i].status, wrong[i].words);
        free(text);
    }
    /* two joints of one kind in one place: the file is sound, the start is not */
    char *text = with(case_text, "{\"kind\": \"node\", \"name\": \"free\"",
                      "{\"kind\": \"joint\", \"name\": \"second\", \"type\": \"revolute\", \"a\": {\"node\": \"ground\"}, \"b\": "
                      "{\"node\": \"bar\"}}, {\"kind\": \"node\", \"name\": \"free\"");
    empty_refuses("redundant model", swp_case_from_text(empty, text, &none), SWP_REDUNDANT_CONSTRAINTS, "second");
    free(text);
    check(none == (swp_sim *)&failed, "read case", "the caller's memory was written");
    sim_refuses("the simulation after all this", swp_sim_repeat(sim), SWP_NEWTON_FAILED, "Worst equation");
}

int main(int count, char **arguments) {
    verbose = count > 1 && !strcmp(arguments[1], "-v");
    build();
    full_text = model_text(full);
    MUST(swp_model_create(&empty));
    empty_text = model_text(empty);
    models();
    swp_sim_options options;
    MUST(swp_sim_options_init(&options));
    options.newton_max_iterations = 2; /* too few for the jump of the drive */
    MUST(swp_sim_create(full, &options, &sim));
    case_text = text_of_case();
    cases();
    swp_sim_free(sim);
    swp_model_free(full);
    swp_model_free(empty);
    free(full_text);
    free(empty_text);
    free(case_text);
    printf("%d passed, %d failed\n", passed, failed);
    return failed != 0;
}
