/* CHECK(call): runs a call of swashplate; when it fails, prints the call, the status and the library's text, and makes the
   function that holds it return 1. For functions that return int and have `model` and `sim` in scope, NULL until they are
   created. Copy this file into your project and change it as you like. */
#ifndef SWASHPLATE_EXAMPLES_CHECK_H
#define SWASHPLATE_EXAMPLES_CHECK_H

#include <stdio.h>
#include <swashplate.h>

#define CHECK(call)                                                       \
    do {                                                                  \
        swp_status status_of_call = (call);                               \
        if (status_of_call != SWP_OK)                                     \
            return check_failed(#call, status_of_call, model, sim);       \
    } while (0)

/* The text of a failure is kept with the handle, or with the thread when there is no handle. */
static inline int check_failed(const char *call, swp_status status, const swp_model *model, const swp_sim *sim) {
    char text[4096] = "";
    if (sim) swp_sim_error(sim, text, sizeof text, NULL);
    if (!text[0] && model) swp_model_error(model, text, sizeof text, NULL);
    if (!text[0]) swp_last_error(text, sizeof text, NULL);
    fprintf(stderr, "%s: %s\n%s\n", call, swp_status_name(status), text);
    return 1;
}

#endif
