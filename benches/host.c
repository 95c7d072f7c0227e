/* What a step costs a host: models that the benchmark `steps` has written, read and stepped through the C ABI; CPU time,
   generalised-alpha, rho = 0.6.

   usage: host directory      reads directory/NAME.json, prints a table, writes directory/host.json

   step                       a step [us], mean of all but the first; iterations: of Newton's method, a step
   positions, motions, audit  of all nodes, of the system, queried [us]
   save, restore              of a snapshot [us]; its size [kB] is the last column
   back                       a step, and back to its start by the snapshot [us]
   reject                     a trial of a step, and back by swp_sim_reject [us] */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <swashplate.h>
#include <time.h>

/* A model: the name of its file, its step [s] and how many of them; it is driven from rest to `speed` [rad/s] in `ramp` [s]. */
static struct model_case {
    const char *name;
    double step;
    int steps;
    double speed, ramp;
} cases[] = {{"four-bar", 1e-3, 1000, 20.0, 0.05}, {"blade 32", 2e-3, 125, 30.0, 1.0}};
enum { CASES = sizeof cases / sizeof *cases, MOST_NODES = 1000 };

static swp_model *model;
static swp_sim *sim;
static swp_snapshot *snapshot;
static size_t nodes;
static double step, positions[3 * MOST_NODES];
static swp_motion motions[MOST_NODES];
static swp_audit audit;

static void check(swp_status status, const char *call) {
    char text[1024] = "";
    if (status == SWP_OK) return;
    if (sim) swp_sim_error(sim, text, sizeof text, NULL);
    else if (model) swp_model_error(model, text, sizeof text, NULL);
    fprintf(stderr, "%s: %s\n%s\n", call, swp_status_name(status), text);
    exit(1);
}
#define CHECK(call) check(call, #call)

/* The angle of a speed that grows as (1 - cos pi t/ramp)/2. */
static int32_t spin_up(double t, double *out, void *user) {
    const struct model_case *s = user;
    double rate = acos(-1.0) / s->ramp, half = 0.5 * s->speed;
    int over = t >= s->ramp;
    out[0] = over ? half * s->ramp + s->speed * (t - s->ramp) : half * (t - sin(rate * t) / rate);
    out[1] = over ? s->speed : half * (1.0 - cos(rate * t));
    out[2] = over ? 0.0 : half * rate * sin(rate * t);
    return 0;
}

static double cpu_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* What a host does beside stepping. */
static void read_positions(void) { CHECK(swp_sim_positions(sim, positions, 3 * nodes)); }
static void read_motions(void) { CHECK(swp_sim_all_motions(sim, motions, nodes)); }
static void read_audit(void) { CHECK(swp_sim_audit(sim, NULL, &audit)); }
static void save(void) {
    swp_snapshot *saved;
    CHECK(swp_sim_save(sim, &saved));
    swp_snapshot_free(saved);
}
static void restore(void) { CHECK(swp_sim_restore(sim, snapshot)); }
static void step_and_back(void) {
    CHECK(swp_sim_step(sim, step));
    restore();
}
static void step_and_reject(void) {
    CHECK(swp_sim_begin(sim, step));
    CHECK(swp_sim_iterate(sim));
    CHECK(swp_sim_reject(sim));
}
static const struct {
    const char *name;
    void (*call)(void);
} deeds[] = {{"positions", read_positions}, {"motions", read_motions}, {"audit", read_audit},         {"save", save},
             {"restore", restore},          {"back", step_and_back},   {"reject", step_and_reject}};
enum { DEEDS = sizeof deeds / sizeof *deeds };

/* Mean microseconds of a call: as many calls as take 10 ms, five times; the fastest. */
static double microseconds(void (*call)(void)) {
    double best = INFINITY;
    for (int batch = 0, count = 1; batch < 5;) {
        double began = cpu_seconds();
        for (int k = 0; k < count; k++) call();
        double spent = cpu_seconds() - began;
        if (spent < 0.01) count *= 2;
        else best = fmin(best, spent / count), batch++;
    }
    return 1e6 * best;
}

static void measure(struct model_case *c, const char *directory, FILE *json) {
    char path[4096];
    swp_sim_options options;
    swp_newton_report first, last;
    size_t bytes;
    snprintf(path, sizeof path, "%s/%s.json", directory, c->name);
    CHECK(swp_model_create(&model));
    CHECK(swp_model_bind_function(model, "function 1", spin_up, c));
    CHECK(swp_model_read(model, path));
    CHECK(swp_sim_options_init(&options));
    options.scheme = SWP_GENERALIZED_ALPHA, options.rho_infinity = 0.6;
    CHECK(swp_sim_create(model, &options, &sim));
    CHECK(swp_model_node_count(model, &nodes));
    if (nodes > MOST_NODES) exit(1);

    step = c->step;
    CHECK(swp_sim_step(sim, step));
    CHECK(swp_sim_newton(sim, &first));
    double began = cpu_seconds();
    for (int i = 1; i < c->steps; i++) CHECK(swp_sim_step(sim, step));
    double mean = 1e6 * (cpu_seconds() - began) / (c->steps - 1);
    CHECK(swp_sim_newton(sim, &last));
    double iterations = (double)(last.iterations_total - first.iterations_total) / (c->steps - 1);
    CHECK(swp_sim_save(sim, &snapshot));
    CHECK(swp_snapshot_to_bytes(snapshot, NULL, 0, &bytes));

    printf("%-10s %6d %6zu %8.1f %10.2f", c->name, c->steps, nodes, mean, iterations);
    fprintf(json, "%s\n  {\"model\": \"%s\", \"steps\": %d, \"nodes\": %zu, \"step\": %.3f, \"iterations\": %.3f",
            c == cases ? "" : ",", c->name, c->steps, nodes, mean, iterations);
    for (int d = 0; d < DEEDS; d++) {
        double spent = microseconds(deeds[d].call);
        printf(" %9.2f", spent);
        fprintf(json, ", \"%s\": %.4f", deeds[d].name, spent);
    }
    printf(" %9.1f\n", (double)bytes / 1024.0);
    fprintf(json, ", \"bytes\": %zu}", bytes);
    swp_snapshot_free(snapshot);
    swp_sim_free(sim);
    swp_model_free(model);
    sim = NULL;
}

int main(int count, char **arguments) {
    const char *directory = count > 1 ? arguments[1] : ".";
    char path[4096];
    snprintf(path, sizeof path, "%s/host.json", directory);
    FILE *json = fopen(path, "w");
    if (!json) return perror(path), 1;
    printf("model       steps  nodes     step iterations");
    for (int d = 0; d < DEEDS; d++) printf(" %9s", deeds[d].name);
    printf("  snapshot\n");
    fprintf(json, "[");
    for (int k = 0; k < CASES; k++) measure(&cases[k], directory, json);
    fprintf(json, "\n]\n");
    return fclose(json) ? 1 : 0;
}
