/* What the programs on hostile use share: one model and one simulation, claims that are counted, and the library's words where one fails. */
#ifndef JUDGE_H
#define JUDGE_H
#include <stdio.h>
#include <swashplate.h>

static int passed, failed;
static swp_model *model;
static swp_sim *sim;

static void judge(int line, int good, const char *claim) {
    if (good) {
        passed++;
    } else {
        char text[600] = "", more[600] = "";
        if (model) swp_model_error(model, text, sizeof text, NULL);
        if (sim) swp_sim_error(sim, more, sizeof more, NULL);
        failed++;
        fprintf(stderr, "line %d: %s; %s; %s\n", line, claim, text, more);
    }
}
#define SHOW(condition, claim) judge(__LINE__, (condition), (claim))
#define MUST(call) SHOW((call) == SWP_OK, #call)

static const double zero[3], inertia[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
#endif
