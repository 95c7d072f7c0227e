/* Counts what the library allocates in the steps of a program that is linked with the shared library:
 *
 *   LD_PRELOAD=./count_allocations.so program
 *
 * Every allocation in a call that makes a step, or a part of one, counts, also those that libc makes for it. Not counted:
 *   - the first step of each simulation and the first after a change of scheme, as the header says, and trials of them;
 *   - a step that fails: it is not made, and leaves a text. In swp_sim_advance the steps before it count;
 *   - what functions of the host allocate: calls of malloc from the program itself.
 *
 * At the end it prints a line to stderr. The program fails with status 99 if there were allocations, if no step was counted, or
 * if swp_sim_create was not seen to allocate: then the library does not call these functions. With COUNT_ALLOCATIONS_PLANT in
 * the environment one allocation is made in the first step that counts: that must be found.
 *
 * For programs that step simulations in one thread; where an allocation comes from: gdb, break found.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <swashplate.h>
#include <sys/auxv.h>
#include <unistd.h>

/* ---- the allocator: glibc's, with a count -------------------------------------------------------------------------- */

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

static __thread int inside __attribute__((tls_model("initial-exec"))); /* this thread is in a call of the library */
static uint64_t pending;                                               /* found since the last step */

__attribute__((noinline)) static void found(void) { pending++; }

static const void *image(const void *address) {
    Dl_info info;
    return dladdr(address, &info) ? info.dli_fbase : NULL;
}

static void count(const void *caller) {
    if (inside && image(caller) != image((const void *)getauxval(AT_ENTRY))) found();
}
#define COUNT() count(__builtin_return_address(0))

void *malloc(size_t size) { return COUNT(), __libc_malloc(size); }
void *calloc(size_t n, size_t size) { return COUNT(), __libc_calloc(n, size); }
void *realloc(void *old, size_t size) { return COUNT(), __libc_realloc(old, size); }
void *aligned_alloc(size_t alignment, size_t size) { return COUNT(), __libc_memalign(alignment, size); }
void *memalign(size_t alignment, size_t size) { return COUNT(), __libc_memalign(alignment, size); }
int posix_memalign(void **out, size_t alignment, size_t size) {
    COUNT();
    void *made = __libc_memalign(alignment, size);
    if (!made) return ENOMEM;
    *out = made;
    return 0;
}

/* ---- simulations and their steps ----------------------------------------------------------------------------------- */

static struct run {
    const swp_sim *sim;
    int begun;                      /* its first step is made */
    swp_progress_callback progress; /* the host's */
    void *user;
} runs[64];
static uint64_t steps, allocations, creating;

static struct run *run_of(const swp_sim *sim) {
    struct run *empty = NULL;
    for (size_t k = 0; k < sizeof runs / sizeof *runs; k++) {
        if (runs[k].sim == sim) return &runs[k];
        if (!runs[k].sim && !empty) empty = &runs[k];
    }
    if (!empty) abort();
    empty->sim = sim;
    return empty;
}

static struct run *enter(const swp_sim *sim) {
    static int planted;
    struct run *run = run_of(sim);
    if (inside) abort(); /* a function of the host steps: not for such programs */
    pending = 0, inside = 1;
    if (run->begun && !planted && getenv("COUNT_ALLOCATIONS_PLANT")) {
        void *volatile plant = malloc(1);
        free(plant);
        planted = 1;
    }
    return run;
}

static void step_made(struct run *run) {
    if (run->begun) steps++, allocations += pending;
    run->begun = 1;
    pending = 0;
}

static int32_t after_step(double t, void *user) {
    struct run *run = user;
    step_made(run);
    inside = 0;
    int32_t stop = run->progress ? run->progress(t, run->user) : 0;
    inside = 1;
    return stop;
}

static swp_status leave(const struct run *run, swp_status status) {
    inside = 0;
    if (run->begun && status == SWP_OK) allocations += pending;
    return status;
}

/* `call` is the library's function of this name */
static void *next(const char *name) {
    void *address = dlsym(RTLD_NEXT, name);
    if (!address) abort();
    return address;
}
#define NEXT(name) __typeof__(&name) call = (__typeof__(&name))(uintptr_t)next(#name)

/* a part of a step */
#define PART(name, parameters, ...)           \
    swp_status name parameters {              \
        NEXT(name);                           \
        struct run *run = enter(sim);         \
        return leave(run, call(__VA_ARGS__)); \
    }
/* a step, or its end */
#define STEP(name, parameters, ...)            \
    swp_status name parameters {               \
        NEXT(name);                            \
        struct run *run = enter(sim);          \
        swp_status status = call(__VA_ARGS__); \
        if (status == SWP_OK) step_made(run);  \
        return leave(run, status);             \
    }
/* many steps, told apart by the progress callback */
#define STEPS(name, parameters, ...)                       \
    swp_status name parameters {                           \
        NEXT(name);                                        \
        watch(sim, 1);                                     \
        struct run *run = enter(sim);                      \
        swp_status status = leave(run, call(__VA_ARGS__)); \
        watch(sim, 0);                                     \
        return status;                                     \
    }

static void watch(swp_sim *sim, int on) {
    NEXT(swp_sim_set_progress);
    struct run *run = run_of(sim);
    call(sim, on ? after_step : run->progress, on ? run : run->user);
}

swp_status swp_sim_set_progress(swp_sim *sim, swp_progress_callback callback, void *user) {
    NEXT(swp_sim_set_progress);
    swp_status status = call(sim, callback, user);
    if (status == SWP_OK) run_of(sim)->progress = callback, run_of(sim)->user = user;
    return status;
}

swp_status swp_sim_set_scheme(swp_sim *sim, const swp_sim_options *options) {
    NEXT(swp_sim_set_scheme);
    swp_status status = call(sim, options);
    if (status == SWP_OK) run_of(sim)->begun = 0;
    return status;
}

swp_status swp_sim_create(swp_model *model, const swp_sim_options *options, swp_sim **out) {
    NEXT(swp_sim_create);
    pending = 0, inside = 1;
    swp_status status = call(model, options, out);
    inside = 0, creating += pending;
    return status;
}

void swp_sim_free(swp_sim *sim) {
    NEXT(swp_sim_free);
    *run_of(sim) = (struct run){0};
    call(sim);
}

STEP(swp_sim_step, (swp_sim *sim, double dt), sim, dt)
STEP(swp_sim_accept, (swp_sim *sim), sim)
STEPS(swp_sim_advance, (swp_sim *sim, double t_end, double dt_max), sim, t_end, dt_max)
STEPS(swp_sim_advance_controlled, (swp_sim *sim, double t_end, const swp_step_control *control, int32_t *event), sim, t_end,
      control, event)
STEPS(swp_sim_advance_past, (swp_sim *sim, double t, const swp_step_control *control, int32_t *event), sim, t, control, event)
PART(swp_sim_begin, (swp_sim *sim, double dt), sim, dt)
PART(swp_sim_iterate, (swp_sim *sim), sim)
PART(swp_sim_reject, (swp_sim *sim), sim)
PART(swp_sim_repeat, (swp_sim *sim), sim)
PART(swp_sim_set_input, (swp_sim *sim, swp_function input, double value), sim, input, value)
PART(swp_sim_set_inputs, (swp_sim *sim, size_t count, const swp_function *inputs, const double *values), sim, count, inputs,
     values)
PART(swp_sim_set_station_loads, (swp_sim *sim, swp_stations stations, const double *loads, size_t count), sim, stations, loads,
     count)

__attribute__((destructor)) static void tell(void) {
    fflush(NULL);
    fprintf(stderr, "%llu steps after the first, %llu allocations; %llu in swp_sim_create\n", (unsigned long long)steps,
            (unsigned long long)allocations, (unsigned long long)creating);
    if (!steps || allocations || !creating) _exit(99);
}
