/* Which scheme keeps what: a free-flying chain of three elastic bars on two hinges, one of them skew, is hit by a pulse that
   jumps (Borri 2000, figures 6 to 13) and then left alone. The steps are too long for the vibrations that the jumps leave.
   Energy and momenta of the flight are known: they stay. Every scheme makes the same flight; the table says what it kept.

   Writes schemes.csv: energy over that after the pulse, and the logarithm of the drift of angular momentum, over time;

       plot_csv.py --panels 2 schemes.csv schemes.svg "free flight after a rough pulse"

   draws them. At the end the same flight with two schemes, one for the rough part and one for the rest, and a snapshot
   that another scheme continues. Exit status 1 if a scheme does not keep what it promises. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <swashplate.h>
#include <time.h>

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

static int broken; /* promises */
static void promise(int kept, const char *scheme, const char *what) {
    if (!kept) {
        printf("%s does not keep its promise: %s\n", scheme, what);
        broken = 1;
    }
}

static const double length = 0.12, step = 1e-3, pulse_end = 0.05; /* [m], [s], [s] */
enum { STEPS = 1000, PULSE_STEPS = 50, SHOWN = 6 };

/* A force that grows to 0.1, jumps to 1.9, and stops at 1.8. */
static int32_t pulse(double t, double *out, void *user) {
    (void)user;
    out[0] = out[1] = out[2] = 0.0;
    if (t < 0.5 * pulse_end - 1e-9) {
        out[0] = 4.0 * t;
        out[1] = 4.0;
    } else if (t < pulse_end - 1e-9) {
        out[0] = 2.0 - 4.0 * t;
        out[1] = -4.0;
    }
    return 0;
}

/* Bars A-B, B-C, C-D in the plane of x and y; hinges at B, about z, and at C, about z tilted by 5 degrees. */
static int make_chain(void) {
    const double p[4][3] = {{0, 0, 0}, {0, length, 0}, {2 * length, length, 0}, {2 * length, 0, 0}};
    const double across[3][3] = {{-1, 0, 0}, {0, 1, 0}, {1, 0, 0}};
    const double half = 0.5 * 5.0 * 3.14159265358979323846 / 180.0;
    const double tilted[4] = {cos(half), 0.0, sin(half), 0.0};
    const char *names[3] = {"AB", "BC", "CD"};
    swp_node ends[3][2];
    CHECK(swp_model_create(&model));
    for (int k = 0; k < 3; k++) {
        swp_engineering e;
        swp_section section;
        swp_beam_options options;
        swp_beam beam;
        double points[6];
        CHECK(swp_engineering_init(&e));
        e.axial = 4.0e7;
        e.shear[0] = 1.4e7;
        e.shear[1] = 2.8e6;
        e.torsion = k == 1 ? 2.8e5 : 2.8e4;
        e.bending[0] = e.bending[1] = k == 1 ? 2.4e6 : 2.4e4;
        e.mass = k == 1 ? 3.2 : 1.6;
        e.inertia[1] = e.inertia[2] = e.mass * e.bending[0] / e.axial;
        e.inertia[0] = 2.0 * e.inertia[1];
        CHECK(swp_model_add_engineering_section(model, names[k], &e, &section));
        CHECK(swp_beam_options_init(&options));
        memcpy(options.direction, across[k], sizeof options.direction);
        options.elements = 1;
        options.nodes_per_element = 3;
        memcpy(points, p[k], sizeof p[k]);
        memcpy(points + 3, p[k + 1], sizeof p[k + 1]);
        CHECK(swp_model_add_beam(model, names[k], &options, 2, points, NULL, 1, NULL, &section, NULL, &beam));
        CHECK(swp_model_beam_node(model, beam, 0, &ends[k][0]));
        CHECK(swp_model_beam_node(model, beam, 2, &ends[k][1]));
    }
    for (int k = 0; k < 2; k++) {
        swp_attachment a, b;
        swp_joint hinge;
        CHECK(swp_model_attach(model, ends[k][1], p[k + 1], k == 1 ? tilted : NULL, &a));
        CHECK(swp_model_attach(model, ends[k + 1][0], p[k + 1], k == 1 ? tilted : NULL, &b));
        CHECK(swp_model_add_revolute(model, k == 0 ? "B" : "C", &a, &b, &hinge));
    }
    swp_function f;
    swp_load load;
    CHECK(swp_model_add_callback(model, pulse, NULL, &f));
    CHECK(swp_model_add_force(model, "at B", ends[0][1], SWP_DEAD, (double[3]){0, 0, 200}, NULL, f, &load));
    CHECK(swp_model_add_force(model, "at C", ends[2][0], SWP_DEAD, (double[3]){400, 0, 0}, NULL, f, &load));
    CHECK(swp_model_add_force(model, "at D", ends[2][1], SWP_DEAD, (double[3]){0, 0, -200}, NULL, f, &load));
    return 0;
}

/* Of a scheme: does it keep energy, or know what it dissipates; does it keep momenta; is it in the picture? */
static const struct { const char *name; int scheme, weighted, keeps, decays, shown; } rows[] = {
    {"generalised-alpha", SWP_GENERALIZED_ALPHA, 0, 0, 0, 1},
    {"stage-weighted", SWP_GENERALIZED_ALPHA, 1, 0, 0, 1},
    {"HHT-alpha", SWP_HHT_ALPHA, 0, 0, 0, 0},
    {"Newmark", SWP_NEWMARK, 0, 0, 0, 0},
    {"Radau IIA", SWP_RADAU_IIA, 0, 0, 0, 1},
    {"EP", SWP_ENERGY_PRESERVING, 0, 1, 0, 1},
    {"ED", SWP_ENERGY_DECAYING, 0, 0, 1, 0},
    {"MP-EP", SWP_MOMENTUM_PRESERVING, 0, 1, 0, 0},
    {"MP-ED", SWP_MOMENTUM_DECAYING, 0, 0, 1, 1},
    {"MP-ED constrained", SWP_MOMENTUM_DECAYING_CONSTRAINED, 0, 0, 1, 1},
};
enum { ROWS = sizeof rows / sizeof rows[0] };
static double energy[SHOWN][STEPS + 1], drift[SHOWN][STEPS + 1]; /* histories for the picture */
static double relative_cost;                                    /* time of the first row [s] */

static swp_sim_options options_of(int scheme, int weighted) {
    swp_sim_options o;
    swp_sim_options_init(&o);
    o.scheme = scheme;
    o.stage_weighted = weighted;
    o.interpolation = SWP_BEAMS_DIRECTORS; /* of the beams, under every scheme: so that schemes alone differ */
    o.newton_tolerance = 1e-11;
    o.newton_max_iterations = 16;
    return o;
}

static double distance(const double *a, const double *b) {
    return sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]) + (a[2] - b[2]) * (a[2] - b[2]));
}

/* The flight with one scheme, and its line of the table. `column`: where in the picture, or -1. */
static int fly(int row, int column) {
    const double none[3] = {0, 0, 0};
    swp_sim_options o = options_of(rows[row].scheme, rows[row].weighted);
    swp_audit after, now;
    swp_step_audit last;
    swp_newton_report newton;
    double rise = 0.0, violation = 0.0, middle = 0.0, seconds = 0.0;
    memset(&after, 0, sizeof after);
    CHECK(swp_sim_create(model, &o, &sim));
    for (int k = 1; k <= STEPS; k++) {
        clock_t began = clock();
        swp_status status = swp_sim_step(sim, step);
        if ((status == SWP_NEWTON_FAILED || status == SWP_ENERGY_GREW) && rows[row].scheme == SWP_NEWMARK) {
            /* gamma = 1/2 keeps all vibrations that the step does not resolve, and nothing bounds their energy in bars that turn */
            printf("%-18s cannot solve the step from %.3f s\n", rows[row].name, (k - 1) * step);
            swp_sim_free(sim);
            sim = NULL;
            return 0;
        }
        CHECK(status);
        seconds += (double)(clock() - began) / CLOCKS_PER_SEC;
        CHECK(swp_sim_audit(sim, NULL, &now));
        CHECK(swp_sim_step_audit(sim, &last));
        if (k == PULSE_STEPS) after = now;
        if (k <= PULSE_STEPS) continue;
        double e = (now.kinetic_energy + now.potential_energy) / (after.kinetic_energy + after.potential_energy);
        double h = distance(now.angular_momentum, after.angular_momentum) / distance(after.angular_momentum, none);
        rise = fmax(rise, last.energy_change);
        violation = fmax(violation, now.position_violation);
        middle = fmax(middle, now.middle_violation);
        if (column >= 0) {
            energy[column][k] = e;
            drift[column][k] = log10(fmax(h, 1e-16));
        }
    }
    CHECK(swp_sim_newton(sim, &newton));
    swp_sim_free(sim);
    sim = NULL;

    const char *name = rows[row].name;
    double e0 = after.kinetic_energy + after.potential_energy, e1 = now.kinetic_energy + now.potential_energy;
    double lost = now.scheme_dissipation - after.scheme_dissipation;
    double p = distance(now.linear_momentum, after.linear_momentum) / distance(after.linear_momentum, none);
    double h = distance(now.angular_momentum, after.angular_momentum) / distance(after.angular_momentum, none);
    if (row == 0) relative_cost = seconds;
    printf("%-18s %10.1e %10.1e %10.1e %14.6e %10.1e %8.2f %6.2f\n", name, e1 / e0 - 1.0, p, h, lost, violation,
           (double)newton.iterations_total / STEPS, relative_cost > 0.0 ? seconds / relative_cost : 0.0);
    promise(violation < 1e-10, name, "joints hold");
    if (rows[row].keeps) promise(fabs(e1 / e0 - 1.0) < 1e-10, name, "energy stays");
    if (rows[row].decays) promise(e1 < e0 && rise < 1e-12 * e0, name, "energy never grows");
    if (rows[row].keeps || rows[row].decays) {
        promise(fabs(e0 - e1 - lost) < 1e-10 * e0, name, "the books say what was dissipated");
        promise(fabs(now.numerical_dissipation - now.scheme_dissipation) < 1e-10 * e0, name, "so do works and energies");
        promise(p < 1e-10 && h < 1e-10, name, "momenta stay");
        promise(middle < 1e-9, name, "mean velocities satisfy the joints");
    }
    return 0;
}

/* The rough part with MP-ED, the rest with EP; then a snapshot of it, continued with generalised-alpha. */
static int change_horses(void) {
    swp_sim_options decaying = options_of(SWP_MOMENTUM_DECAYING, 0), keeping = options_of(SWP_ENERGY_PRESERVING, 0);
    swp_sim_options alpha = options_of(SWP_GENERALIZED_ALPHA, 0);
    swp_audit before, after;
    swp_step_audit first;
    swp_snapshot *saved = NULL;
    char name[100];
    CHECK(swp_sim_create(model, &decaying, &sim));
    CHECK(swp_sim_advance(sim, 0.25, step));
    CHECK(swp_sim_audit(sim, NULL, &before));
    CHECK(swp_sim_set_scheme(sim, &keeping));
    CHECK(swp_sim_scheme_name(sim, name, sizeof name, NULL));
    CHECK(swp_sim_step(sim, step));
    CHECK(swp_sim_step_audit(sim, &first));
    CHECK(swp_sim_advance(sim, 0.5, step));
    CHECK(swp_sim_audit(sim, NULL, &after));
    double e0 = before.kinetic_energy + before.potential_energy, e1 = after.kinetic_energy + after.potential_energy;
    double kept = e1 - e0 - first.energy_change;
    printf("\nMP-ED to 0.25 s, then %s: %.1e of the energy at the change, %.1e after it\n", name, first.energy_change / e0,
           kept / e0);
    promise(fabs(first.energy_change) < 1e-3 * e0 && fabs(kept) < 1e-10 * e0, "the change of scheme", "energy");
    CHECK(swp_sim_save(sim, &saved));
    swp_sim_free(sim);
    sim = NULL;
    CHECK(swp_sim_create(model, &alpha, &sim));
    CHECK(swp_sim_restore(sim, saved));
    swp_snapshot_free(saved);
    CHECK(swp_sim_advance(sim, 0.75, step));
    CHECK(swp_sim_audit(sim, NULL, &after));
    double e2 = after.kinetic_energy + after.potential_energy;
    printf("a snapshot at 0.5 s, continued with generalised-alpha to 0.75 s: %.1e of the energy\n", e2 / e1 - 1.0);
    promise(fabs(e2 / e1 - 1.0) < 1e-2 && after.time == 0.75, "the snapshot", "energy");
    swp_sim_free(sim);
    sim = NULL;
    return 0;
}

int main(int count, char **arguments) {
    CHECK(swp_check_version(SWP_VERSION));
    if (make_chain()) return 1;
    printf("%d steps of %g s, relative changes after the pulse\n", STEPS, step);
    printf("%-18s %10s %10s %10s %14s %10s %8s %6s\n", "scheme", "energy", "lin. mom.", "ang. mom.", "dissipated [J]",
           "joints", "Newton", "cost");
    int column = 0;
    for (int row = 0; row < ROWS; row++) {
        if (fly(row, rows[row].shown ? column : -1)) return 1;
        column += rows[row].shown;
    }
    if (change_horses()) return 1;
    swp_model_free(model);

    FILE *file = fopen(count > 1 ? arguments[1] : "schemes.csv", "w");
    if (!file) return 1;
    const char *panels[2] = {"relative energy", "log10 of the drift of angular momentum"};
    fprintf(file, "time [s]");
    for (int part = 0; part < 2; part++)
        for (int row = 0; row < ROWS; row++)
            if (rows[row].shown) fprintf(file, ",%s: %s", panels[part], rows[row].name);
    for (int k = PULSE_STEPS + 1; k <= STEPS; k += 5) {
        fprintf(file, "\n%.9g", k * step);
        for (int c = 0; c < SHOWN; c++) fprintf(file, ",%.9g", energy[c][k]);
        for (int c = 0; c < SHOWN; c++) fprintf(file, ",%.9g", drift[c][k]);
    }
    fputc('\n', file);
    fclose(file);
    return broken;
}
