/* Models that come to rest, under every scheme: at_rest FILE...
 *
 * The files are those of at_rest.py. The slow part, until everything has ended and a while longer, in steps of a fiftieth of a second;
 * then a thousand time constants of half a second. Numbers become subnormal some 710 time constants after a motion of order one. No step
 * may fail, and at the end nothing moves: of the greatest kinetic energy rounding is left.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <swashplate.h>
#include <time.h>

static const double SMALL = 0.02, LARGE = 1.0, CALM = 6.0, END = 506.0; /* [s] */
static swp_model *model;
static swp_sim *sim;

static int failed(const char *file, const char *scheme, const char *call, swp_status status) {
    char text[2048] = "";
    double t = 0;
    if (sim) swp_sim_error(sim, text, sizeof text, NULL), swp_sim_time(sim, &t);
    else if (model) swp_model_error(model, text, sizeof text, NULL);
    printf("%s, %s, t = %g s: %s: %s\n%s\n", file, scheme, t, call, swp_status_name(status), text);
    swp_sim_free(sim);
    sim = NULL;
    return 1;
}
#define CHECK(call) do { swp_status s = (call); if (s != SWP_OK) return failed(file, scheme, #call, s); } while (0)

static int energy(const char *file, const char *scheme, double *out) {
    swp_audit audit;
    CHECK(swp_sim_audit(sim, NULL, &audit));
    *out = audit.kinetic_energy;
    return 0;
}

static int run(const char *file, const char *scheme, int32_t number) {
    /* these damp nothing that is fast beside a step: a little of it rings on */
    int keeps = number == SWP_NEWMARK || number == SWP_ENERGY_PRESERVING || number == SWP_MOMENTUM_PRESERVING;
    double most = 0, now = 0;
    swp_sim_options options;
    CHECK(swp_sim_options_init(&options));
    options.scheme = number;
    options.redundancy = SWP_REDUNDANCY_LEAST_SQUARES;
    options.assemble = 1;
    CHECK(swp_sim_create(model, &options, &sim));
    clock_t began = clock();
    for (int k = 1; k * SMALL < CALM + 0.5 * SMALL; k++) {
        CHECK(swp_sim_step(sim, SMALL));
        if (energy(file, scheme, &now)) return 1;
        most = fmax(most, now);
    }
    for (double t = CALM; t < END; t += LARGE) CHECK(swp_sim_step(sim, LARGE));
    if (energy(file, scheme, &now)) return 1;
    swp_sim_free(sim);
    sim = NULL;
    printf("%s, %s: kinetic energy at most %.2e J, %.1e J at the end; %.2f s\n", file, scheme, most, now,
           (double)(clock() - began) / CLOCKS_PER_SEC);
    return !(most > 0 && now <= (keeps ? 1e-3 : 1e-20) * most);
}

int main(int count, char **files) {
    static const char *names[] = {"generalised-alpha", "HHT-alpha", "Newmark", "Radau IIA", "EP", "ED", "MP-EP", "MP-ED", "MP-ED constrained"};
    static const int32_t schemes[] = {SWP_GENERALIZED_ALPHA, SWP_HHT_ALPHA, SWP_NEWMARK, SWP_RADAU_IIA, SWP_ENERGY_PRESERVING,
                                      SWP_ENERGY_DECAYING, SWP_MOMENTUM_PRESERVING, SWP_MOMENTUM_DECAYING, SWP_MOMENTUM_DECAYING_CONSTRAINED};
    int bad = 0;
    for (int f = 1; f < count; f++) {
        const char *file = files[f], *scheme = "reading";
        CHECK(swp_model_create(&model));
        CHECK(swp_model_read(model, file));
        /* schemes over a step take directors alone */
        size_t most = strstr(file, "_rotations.json") ? 4 : sizeof schemes / sizeof *schemes;
        for (size_t k = 0; k < most; k++) bad += run(file, names[k], schemes[k]);
        swp_model_free(model);
        model = NULL;
    }
    return bad != 0;
}
