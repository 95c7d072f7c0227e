/* Times KLU on one matrix: klu FILE ROUNDS. The file holds n, nnz, then compressed columns: n + 1 starts, nnz rows (all int32),
   nnz values (double). Prints microseconds of the best refactorisation and of the best solution, with the better of the orderings
   AMD and COLAMD. */
#include <klu.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e6 * t.tv_sec + 1e-3 * t.tv_nsec;
}

int main(int count, char **arguments) {
    if (count != 3) return 1;
    FILE *file = fopen(arguments[1], "rb");
    int32_t size[2];
    if (!file || fread(size, sizeof(int32_t), 2, file) != 2) return 1;
    int n = size[0], entries = size[1], rounds = atoi(arguments[2]);
    int *start = malloc((n + 1) * sizeof(int)), *row = malloc(entries * sizeof(int));
    double *value = malloc(entries * sizeof(double)), *x = malloc(n * sizeof(double));
    if (fread(start, sizeof(int), n + 1, file) != (size_t)n + 1 || fread(row, sizeof(int), entries, file) != (size_t)entries ||
        fread(value, sizeof(double), entries, file) != (size_t)entries)
        return 1;
    double best[2] = {1e300, 1e300};
    for (int ordering = 0; ordering < 2; ordering++) {
        klu_common common;
        klu_defaults(&common);
        common.ordering = ordering;
        klu_symbolic *symbolic = klu_analyze(n, start, row, &common);
        klu_numeric *numeric = symbolic ? klu_factor(start, row, value, symbolic, &common) : NULL;
        if (!numeric) continue;
        for (int k = 0; k < rounds; k++) {
            double begin = now();
            if (!klu_refactor(start, row, value, symbolic, numeric, &common)) return 1;
            double middle = now();
            for (int i = 0; i < n; i++) x[i] = 1.0;
            double before = now();
            klu_solve(symbolic, numeric, n, 1, x, &common);
            double end = now();
            if (middle - begin < best[0]) best[0] = middle - begin;
            if (end - before < best[1]) best[1] = end - before;
        }
        klu_free_numeric(&numeric, &common);
        klu_free_symbolic(&symbolic, &common);
    }
    printf("%.3f %.3f\n", best[0], best[1]);
    return 0;
}
