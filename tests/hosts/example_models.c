/* Writes the models of a program that is linked with the shared library, as it simulates them:
 *
 *   MODELS=prefix LD_PRELOAD=./example_models.so program
 *
 * A model is written to prefix_1.json, prefix_2.json ... when a simulation of it is made, and only if its text differs by more than
 * numbers from those before.
 */
#define _GNU_SOURCE
#include <ctype.h>
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <swashplate.h>

static uint64_t without_numbers(const char *text) {
    uint64_t sum = 0xcbf29ce484222325u;
    for (; *text; text++)
        if (isalpha((unsigned char)*text)) sum = (sum ^ (unsigned char)*text) * 0x100000001b3u;
    return sum;
}

swp_status swp_sim_create(swp_model *model, const swp_sim_options *options, swp_sim **out) {
    static uint64_t seen[16];
    static int count;
    swp_status (*call)(swp_model *, const swp_sim_options *, swp_sim **);
    *(void **)&call = dlsym(RTLD_NEXT, "swp_sim_create");
    size_t needed = 0;
    if (!call || swp_model_to_text(model, NULL, 0, &needed) != SWP_OK) abort();
    char *text = malloc(needed), path[4096];
    if (!text || swp_model_to_text(model, text, needed, NULL) != SWP_OK) abort();
    uint64_t sum = without_numbers(text);
    int k = 0;
    while (k < count && seen[k] != sum) k++;
    if (k == count && count < 16) {
        seen[count++] = sum;
        snprintf(path, sizeof path, "%s_%d.json", getenv("MODELS"), count);
        if (swp_model_write(model, path) != SWP_OK) abort();
    }
    free(text);
    return call(model, options, out);
}
