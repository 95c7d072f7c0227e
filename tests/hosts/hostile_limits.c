/* Limits under hostile use: damaged snapshots with a good checksum, steps of no size, children of a process with threads, edits of a
 * frozen model from several threads, too little memory.
 *
 * usage: hostile_limits    prints `N passed, M failed`
 */
#define _GNU_SOURCE
#include "judge.h"
#include <malloc.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <swashplate.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* A pendulum of length 1 about z with a lock that is switched at t = 0.1 and 0.2 s. */
static swp_node pendulum(int switches) {
    swp_node ground, body;
    swp_body rigid;
    swp_joint joint;
    MUST(swp_model_create(&model));
    MUST(swp_model_set_gravity(model, (double[3]){0, -9.81, 0}));
    MUST(swp_model_add_ground(model, "ground", zero, NULL, &ground));
    MUST(swp_model_add_node(model, "bob", (double[3]){1, 0, 0}, NULL, &body));
    MUST(swp_model_add_rigid_body(model, "bob", body, 1.0, zero, inertia, &rigid));
    swp_attachment a = {ground, {0, 0, 0}, {1, 0, 0, 0}}, b = {body, {-1, 0, 0}, {1, 0, 0, 0}};
    MUST(swp_model_add_revolute(model, "hinge", &a, &b, &joint));
    MUST(swp_model_add_lock(model, joint, 0, 0));
    for (int k = 0; k < switches; k++) MUST(swp_model_schedule_lock(model, joint, 0, 0.1 * (k + 1), k % 2 == 0));
    MUST(swp_sim_create(model, NULL, &sim));
    return body;
}

static void end(void) {
    swp_sim_free(sim), swp_model_free(model);
    sim = NULL, model = NULL;
}

static unsigned char *saved(size_t *count) {
    swp_snapshot *snapshot = NULL;
    MUST(swp_sim_save(sim, &snapshot));
    swp_snapshot_to_bytes(snapshot, NULL, 0, count);
    unsigned char *bytes = malloc(*count);
    MUST(swp_snapshot_to_bytes(snapshot, bytes, *count, NULL));
    swp_snapshot_free(snapshot);
    return bytes;
}

static swp_status restored(unsigned char *bytes, size_t count) {
    uint64_t sum = 0xcbf29ce484222325u;
    for (size_t k = 0; k + 8 < count; k++) sum = (sum ^ bytes[k]) * 0x100000001b3u;
    memcpy(bytes + count - 8, &sum, 8);
    swp_snapshot *snapshot = NULL;
    MUST(swp_snapshot_from_bytes(bytes, count, &snapshot));
    swp_status status = swp_sim_restore(sim, snapshot);
    swp_snapshot_free(snapshot);
    return status;
}

/* Every number of a snapshot replaced in turn, with a good checksum: refused, or steps from it have a status that says why not. */
static void numbers_of_snapshots(void) {
    const uint64_t wrong[] = {0, 1, 2, 3, 7, 1000, UINT64_C(1) << 40, UINT64_MAX, 0xbff0000000000000u, 0x7e37e43c8800759cu};
    pendulum(2);
    MUST(swp_sim_step(sim, 0.05));
    size_t count = 0;
    unsigned char *good = saved(&count), *bad = malloc(count);
    int inside = 0, refused = 0;
    for (size_t place = 28; place + 8 < count; place += 8)
        for (int k = 0; k < 10; k++) {
            memcpy(bad, good, count);
            memcpy(bad + place, wrong + k, 8);
            if (restored(bad, count) != SWP_OK) {
                refused++;
                continue;
            }
            for (int step = 0; step < 3; step++) inside += swp_sim_step(sim, 0.08) == SWP_INTERNAL;
        }
    SHOW(inside == 0, "no number of a snapshot is an internal error later");
    SHOW(refused > (int)count / 8, "many are refused");
    MUST(restored(good, count));
    for (int step = 0; step < 10; step++) MUST(swp_sim_step(sim, 0.05));
    free(good), free(bad);
    end();
}

/* From large to small: every step that is taken leaves a state from which the motion goes on as it should, and the rest is refused. */
static void least_step(void) {
    int refused = 0, taken = 0;
    double least = 1.0;
    for (double h = 1e-3; h > 1e-200; h *= 0.1) {
        swp_node body = pendulum(0);
        swp_status status = swp_sim_step(sim, h);
        if (status == SWP_OK) {
            size_t count = 0;
            unsigned char *bytes = saved(&count);
            MUST(restored(bytes, count));
            free(bytes);
            taken++, least = h;
            SHOW(refused == 0, "below what is refused nothing is taken");
        } else {
            refused++;
            SHOW(status == SWP_INVALID_ARGUMENT, "a step that is too small is an argument that is not valid");
        }
        /* falls as every pendulum does: with α = m g l/(m l² + I) = 9.81/2, y = -α t²/2 for small t */
        MUST(swp_sim_step(sim, 1e-3));
        swp_motion motion;
        MUST(swp_sim_motion(sim, body, &motion));
        double t = 1e-3 + (status == SWP_OK ? h : 0.0), fall = -0.5 * 9.81 / 2 * t * t;
        if (fabs(motion.position[1] / fall - 1) > 1e-3) fprintf(stderr, "h = %g: y %g for %g\n", h, motion.position[1], fall);
        SHOW(fabs(motion.position[1] / fall - 1) < 1e-3, "the motion goes on");
        SHOW(fabs(motion.acceleration[1] / (-9.81 / 2) - 1) < 1e-3, "with its acceleration");
        end();
    }
    printf("least step taken %.0e s\n", least);
    SHOW(taken > 6 && refused > 100, "steps of no size are refused");
}

/* Many masses, so that threads have something to do. */
static void many_masses(int count) {
    swp_node ground, node;
    swp_body body;
    MUST(swp_model_create(&model));
    MUST(swp_model_add_ground(model, "ground", zero, NULL, &ground));
    for (int k = 0; k < count; k++) {
        char name[30];
        sprintf(name, "m%d", k);
        MUST(swp_model_add_node(model, name, (double[3]){k, 1, 0.1}, NULL, &node));
        MUST(swp_model_add_rigid_body(model, name, node, 1.0 + k, zero, inertia, &body));
    }
    MUST(swp_model_set_gravity(model, (double[3]){0, 0.3, -9.81}));
}

/* A child of a process whose simulation has threads steps alone, with the same bits, and frees it. */
static void children(void) {
    many_masses(100);
    MUST(swp_sim_create(model, NULL, &sim));
    MUST(swp_sim_set_threads(sim, 3));
    for (int k = 0; k < 5; k++) MUST(swp_sim_step(sim, 1e-3));
    size_t count = 0;
    unsigned char *before = saved(&count);
    unsigned char *shared = mmap(NULL, count, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    pid_t child = fork();
    if (child == 0) {
        alarm(20);
        for (int k = 0; k < 5; k++) MUST(swp_sim_step(sim, 1e-3));
        unsigned char *after = saved(&count);
        memcpy(shared, after, count);
        end();
        _exit(failed != 0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    SHOW(WIFEXITED(status) && WEXITSTATUS(status) == 0, "a child steps and frees");
    for (int k = 0; k < 5; k++) MUST(swp_sim_step(sim, 1e-3));
    unsigned char *after = saved(&count);
    SHOW(!memcmp(after, shared, count), "with the bits of its parent");
    munmap(shared, count), free(before), free(after);
    end();
}

static void *edits(void *wrong) {
    for (int k = 0; k < 400000; k++) {
        swp_node node;
        char text[300];
        *(int *)wrong += swp_model_add_node(model, "x", zero, NULL, &node) != SWP_FROZEN_MODEL;
        if (k % 3 == 0) swp_model_error(model, text, sizeof text, NULL);
    }
    return NULL;
}

/* Edits of a model that a simulation uses, from several threads at once: all refused. */
static void frozen(void) {
    pendulum(0);
    pthread_t threads[8];
    int wrong[8] = {0}, sum = 0;
    for (int k = 0; k < 8; k++) pthread_create(threads + k, NULL, edits, wrong + k);
    for (int k = 0; k < 8; k++) pthread_join(threads[k], NULL), sum += wrong[k];
    SHOW(sum == 0, "every edit of a frozen model is refused");
    end();
}

/* ---- memory ------------------------------------------------------------------------------------------------------------- */

static long address_space(void) {
    long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (!file || fscanf(file, "%ld", &pages) != 1) pages = 0;
    if (file) fclose(file);
    return pages * sysconf(_SC_PAGESIZE);
}

static int known(swp_status status) { return status != SWP_INTERNAL && strcmp(swp_status_name(status), "unknown status"); }

/* Add links to a chain until that fails or there are enough. */
static int add_links(int count, swp_status *status) {
    static swp_node ground;
    swp_node node;
    swp_body body;
    swp_joint joint;
    *status = swp_model_add_ground(model, "ground", zero, NULL, &ground);
    swp_node before = ground;
    int k = 0;
    for (; k < count && *status == SWP_OK; k++) {
        char name[30];
        sprintf(name, "l%d", k);
        *status = swp_model_add_node(model, name, (double[3]){k + 1, 0, 0}, NULL, &node);
        if (*status == SWP_OK) *status = swp_model_add_rigid_body(model, name, node, 1.0, zero, inertia, &body);
        swp_attachment a = {before, {k ? 0.5 : 0, 0, 0}, {1, 0, 0, 0}}, b = {node, {k ? -0.5 : -1, 0, 0}, {1, 0, 0, 0}};
        if (*status == SWP_OK) *status = swp_model_add_revolute(model, name, &a, &b, &joint);
        before = node;
    }
    return k;
}

/* All that takes memory, with `megabytes` of it: a status each time, and the handles are good afterwards. Returns how much was done. */
static int with_memory(int megabytes, int links) {
    struct rlimit limit = {(rlim_t)(address_space() + ((long)megabytes << 20)), RLIM_INFINITY}, free_again = {RLIM_INFINITY, RLIM_INFINITY};
    swp_status status;
    int done = 0;
    if (setrlimit(RLIMIT_AS, &limit)) return -1;
    if (swp_model_create(&model) != SWP_OK) return 0;
    add_links(links, &status);
    SHOW(status == SWP_OK || status == SWP_OUT_OF_MEMORY, "adding");
    done += status == SWP_OK;
    size_t needed = 0;
    status = swp_model_to_text(model, NULL, 0, &needed);
    SHOW(status == SWP_OK || status == SWP_OUT_OF_MEMORY, "the text");
    done += status == SWP_OK;
    char path[60];
    sprintf(path, "limits_%d.json", (int)getpid());
    status = swp_model_write(model, path);
    SHOW(status == SWP_OK || status == SWP_OUT_OF_MEMORY, "writing");
    swp_model *second = NULL;
    if (swp_model_create(&second) == SWP_OK) {
        status = swp_model_read(second, path);
        SHOW(known(status), "reading");
        done += status == SWP_OK;
        swp_model_free(second);
    }
    unlink(path);
    swp_sim_options options;
    swp_sim_options_init(&options);
    for (int scheme = 0; scheme < 9; scheme++) {
        options.scheme = scheme;
        status = sim ? swp_sim_set_scheme(sim, &options) : swp_sim_create(model, &options, &sim);
        SHOW(known(status), "creating");
        if (status != SWP_OK) continue;
        for (int k = 0; k < 2; k++) {
            status = swp_sim_step(sim, 1e-4);
            SHOW(known(status), "a step");
            done += status == SWP_OK;
        }
        swp_snapshot *snapshot = NULL;
        status = swp_sim_save(sim, &snapshot);
        SHOW(known(status), "saving");
        swp_snapshot_free(snapshot);
        SHOW(known(swp_sim_case_text(sim, NULL, 0, &needed)), "the text of a case");
    }
    size_t count = 0;
    SHOW(swp_model_node_count(model, &count) == SWP_OK, "the model can be asked");
    setrlimit(RLIMIT_AS, &free_again);
    swp_sim_free(sim);
    sim = NULL;
    swp_node node;
    MUST(swp_model_add_node(model, "one more", zero, NULL, &node));
    swp_model_free(model);
    model = NULL;
    return done;
}

static int enough(swp_status status, const char *what) {
    SHOW(status == SWP_OK || status == SWP_OUT_OF_MEMORY, what);
    return status == SWP_OK;
}

/* A clamped beam along x. */
static swp_beam clamped_beam(int elements) {
    swp_engineering e;
    swp_section section;
    swp_beam_options options;
    swp_beam beam;
    swp_node ground, root;
    swp_joint clamp;
    MUST(swp_model_create(&model));
    MUST(swp_model_set_gravity(model, (double[3]){0, 0, -9.81}));
    MUST(swp_engineering_init(&e));
    e.axial = 1e6, e.shear[0] = e.shear[1] = 4e5, e.torsion = 80, e.bending[0] = 100, e.bending[1] = 150;
    e.mass = 1, e.inertia[0] = 2.5e-4, e.inertia[1] = 1e-4, e.inertia[2] = 1.5e-4;
    MUST(swp_model_add_engineering_section(model, "section", &e, &section));
    MUST(swp_beam_options_init(&options));
    options.elements = elements;
    MUST(swp_model_add_beam(model, "beam", &options, 2, (double[6]){0, 0, 0, 1, 0, 0}, NULL, 1, NULL, &section, NULL, &beam));
    MUST(swp_model_beam_node(model, beam, 0, &root));
    MUST(swp_model_add_ground(model, "ground", zero, NULL, &ground));
    swp_attachment a = {ground, {0, 0, 0}, {1, 0, 0, 0}}, b = {root, {0, 0, 0}, {1, 0, 0, 0}};
    MUST(swp_model_add_rigid_connection(model, "clamp", &a, &b, &clamp));
    return beam;
}

/* A clamped beam of 40 elements: modes that are damped, an equilibrium, a step, modes. Eigenvalues of full matrices, whose size is not known
 * before, take far more than the model. Returns how many of the calls were done. */
static int beam_with_memory(int megabytes) {
    static double ratios[20], frequencies[40];
    for (int k = 0; k < 20; k++) ratios[k] = 0.01;
    swp_beam beam = clamped_beam(40);
    struct rlimit limit = {(rlim_t)(address_space() + ((long)megabytes << 20)), RLIM_INFINITY}, free_again = {RLIM_INFINITY, RLIM_INFINITY};
    if (setrlimit(RLIMIT_AS, &limit)) return -1;
    int done = enough(swp_model_damp_beam_modes(model, beam, 20, ratios), "damping of modes");
    done += enough(swp_sim_create(model, NULL, &sim), "creating");
    if (sim) {
        done += enough(swp_sim_solve_static(sim), "an equilibrium");
        done += enough(swp_sim_step(sim, 1e-3), "a step");
        done += enough(swp_sim_solve_static(sim), "an equilibrium after a step");
        done += enough(swp_sim_modes(sim, NULL, 40, frequencies, NULL, NULL), "modes");
    }
    setrlimit(RLIMIT_AS, &free_again);
    if (sim) MUST(swp_sim_step(sim, 1e-3));
    return done;
}

/* What makes many things in one call: a table, a beam, a load along it, a chain, a mesh; and few modes of a small beam, for which products of
 * dense matrices take buffers of their own when they are first made. */
static int builders_with_memory(int megabytes) {
    enum { POINTS = 200000, PLACES = 1000, LINKS = 2000, ELEMENTS = 300 };
    static double times[POINTS], values[POINTS], places[PLACES], forces[3 * PLACES], mesh[ELEMENTS + 1], frequencies[3];
    static swp_link links[LINKS];
    static swp_node nodes[LINKS];
    static swp_joint joints[LINKS];
    for (int k = 0; k < POINTS; k++) times[k] = k, values[k] = k % 7;
    for (int k = 0; k < PLACES; k++) places[k] = (k + 0.5) / PLACES;
    swp_beam small = clamped_beam(8), large;
    swp_section section;
    swp_function function, one;
    swp_beam_options options;
    swp_node ground;
    swp_engineering e;
    MUST(swp_engineering_init(&e));
    e.axial = 1e6, e.shear[0] = e.shear[1] = 4e5, e.torsion = 80, e.bending[0] = 100, e.bending[1] = 150, e.mass = 1;
    e.inertia[0] = 2.5e-4, e.inertia[1] = 1e-4, e.inertia[2] = 1.5e-4;
    MUST(swp_model_add_engineering_section(model, "another", &e, &section));
    MUST(swp_model_find_node(model, "ground", &ground));
    MUST(swp_model_add_constant(model, 1.0, &one));
    MUST(swp_beam_options_init(&options));
    options.elements = 600;
    for (int k = 0; k < LINKS; k++) {
        links[k].a = 0.1, links[k].mass = 1;
        for (int i = 0; i < 3; i++) links[k].inertia[4 * i] = 0.01;
    }
    swp_attachment base = {ground, {0, 0, 0}, {1, 0, 0, 0}};
    MUST(swp_sim_create(model, NULL, &sim));
    struct rlimit limit = {(rlim_t)(address_space() + ((long)megabytes << 20)), RLIM_INFINITY}, free_again = {RLIM_INFINITY, RLIM_INFINITY};
    if (setrlimit(RLIMIT_AS, &limit)) return -1;
    int done = enough(swp_sim_modes(sim, NULL, 3, frequencies, NULL, NULL), "a few modes");
    done += enough(swp_sim_curvature_mesh(sim, small, SWP_MESH_COST, ELEMENTS, 10.0, mesh, ELEMENTS + 1), "a mesh");
    swp_sim_free(sim);
    sim = NULL;
    done += enough(swp_model_add_table(model, POINTS, times, values, SWP_INTERPOLATE_CUBIC, &function), "a table");
    done += enough(swp_model_add_distributed_load(model, "load", small, SWP_DEAD, PLACES, places, forces, NULL, one), "a load");
    done += enough(swp_model_add_beam(model, "large", &options, 2, (double[6]){0, 1, 0, 1, 1, 0}, NULL, 1, NULL, &section, NULL, &large), "a beam");
    done += enough(swp_model_add_chain(model, "chain", &base, LINKS, links, nodes, joints), "a chain");
    setrlimit(RLIMIT_AS, &free_again);
    MUST(swp_sim_create(model, NULL, &sim));
    return done;
}

/* A beam of 150 elements whose terms are evaluated by 4 threads and then by 30: stacks, the memory that the C library sets aside for a
 * thread, and a copy of the matrices. Where threads are refused the simulation steps with those that it had, and the bits are the same. */
static int threads_with_memory(int megabytes) {
    clamped_beam(150);
    MUST(swp_sim_create(model, NULL, &sim));
    swp_sim *alone = NULL;
    MUST(swp_sim_create(model, NULL, &alone));
    struct rlimit limit = {(rlim_t)(address_space() + ((long)megabytes << 20)), RLIM_INFINITY}, free_again = {RLIM_INFINITY, RLIM_INFINITY};
    if (setrlimit(RLIMIT_AS, &limit)) return -1;
    int done = 0, steps = 0;
    for (int k = 0; k < 3; k++) {
        done += enough(swp_sim_set_threads(sim, k < 2 ? 4 + 26 * k : 1), "threads");
        for (int step = 0; step < 2; step++) {
            int taken = enough(swp_sim_step(sim, 1e-3), "a step");
            done += taken, steps += taken;
        }
    }
    setrlimit(RLIMIT_AS, &free_again);
    for (; steps < 7; steps++) MUST(swp_sim_step(sim, 1e-3));
    size_t count = 0, others = 0;
    unsigned char *own = saved(&count), *other = NULL;
    swp_sim *threaded = sim;
    for (sim = alone, steps = 0; steps < 7; steps++) MUST(swp_sim_step(sim, 1e-3));
    other = saved(&others);
    SHOW(count == others && !memcmp(own, other, count), "the same bits with threads, without, and with some refused");
    free(own), free(other);
    swp_sim_free(threaded);
    return done;
}

/* A hub with many spherical joints, over a step of the energy decaying scheme: its factors fill in. */
static int star(int megabytes, int arms, int scheme) {
    swp_node ground, hub, node;
    swp_body body;
    swp_joint joint;
    MUST(swp_model_create(&model));
    MUST(swp_model_add_ground(model, "ground", zero, NULL, &ground));
    MUST(swp_model_add_node(model, "hub", zero, NULL, &hub));
    MUST(swp_model_add_rigid_body(model, "hub", hub, 1.0, zero, inertia, &body));
    for (int k = 0; k < arms; k++) {
        char name[30];
        sprintf(name, "arm %d", k);
        MUST(swp_model_add_node(model, name, (double[3]){cos(k), sin(k), 0.1 * k}, NULL, &node));
        MUST(swp_model_add_rigid_body(model, name, node, 1.0, zero, inertia, &body));
        swp_attachment a = {hub, {0, 0, 0.1 * k}, {1, 0, 0, 0}}, b = {node, {-cos(k), -sin(k), 0}, {1, 0, 0, 0}};
        MUST(swp_model_add_spherical(model, name, &a, &b, &joint));
    }
    swp_sim_options options;
    swp_sim_options_init(&options);
    options.scheme = scheme;
    struct rlimit limit = {(rlim_t)(address_space() + ((long)megabytes << 20)), RLIM_INFINITY}, free_again = {RLIM_INFINITY, RLIM_INFINITY};
    if (setrlimit(RLIMIT_AS, &limit)) return -1;
    int done = enough(swp_sim_create(model, &options, &sim), "creating");
    for (int k = 0; k < 2 && sim; k++) done += enough(swp_sim_step(sim, 1e-3), "a step");
    setrlimit(RLIMIT_AS, &free_again);
    return done;
}

static int star_with_memory(int megabytes) { return star(megabytes, 300, SWP_ENERGY_DECAYING); }
static int wide_star_with_memory(int megabytes) { return star(megabytes, 8000, SWP_GENERALIZED_ALPHA); }

/* One coupling over the angles of many hinges: elimination fills in far beyond the matrices of the model. */
static int coupling_with_memory(int megabytes) {
    enum { HINGES = 150 };
    swp_node ground, node;
    swp_body body;
    swp_joint joints[HINGES];
    swp_coupling coupling;
    int32_t coordinates[HINGES] = {0};
    double factors[HINGES];
    MUST(swp_model_create(&model));
    MUST(swp_model_add_ground(model, "ground", zero, NULL, &ground));
    for (int k = 0; k < HINGES; k++) {
        char name[30];
        sprintf(name, "wheel %d", k);
        factors[k] = 1.0 + 0.1 * k;
        MUST(swp_model_add_node(model, name, (double[3]){k, 0, 0}, NULL, &node));
        MUST(swp_model_add_rigid_body(model, name, node, 1.0, zero, inertia, &body));
        swp_attachment a = {ground, {k, 0, 0}, {1, 0, 0, 0}}, b = {node, {0, 0, 0}, {1, 0, 0, 0}};
        MUST(swp_model_add_revolute(model, name, &a, &b, &joints[k]));
    }
    MUST(swp_model_add_coupling(model, "all", HINGES, joints, coordinates, factors, (swp_function){0}, &coupling));
    struct rlimit limit = {(rlim_t)(address_space() + ((long)megabytes << 20)), RLIM_INFINITY}, free_again = {RLIM_INFINITY, RLIM_INFINITY};
    if (setrlimit(RLIMIT_AS, &limit)) return -1;
    int done = enough(swp_sim_create(model, NULL, &sim), "creating");
    for (int k = 0; k < 2 && sim; k++) done += enough(swp_sim_step(sim, 1e-3), "a step");
    setrlimit(RLIMIT_AS, &free_again);
    return done;
}

/* A stack that has to grow under a limit of the address space ends the process, whoever asks for it: have it before. */
static __attribute__((noinline)) void have_stack(void) {
    volatile char stack[1 << 20];
    for (size_t k = 0; k < sizeof stack; k += 1024) stack[k] = 1;
}

/* A panel of 4 x 4 nine-node shells on two edges: read from a text, made, and then all that works on it. */
static int shell_with_memory(int megabytes) {
    enum { N = 4, ROW = 2 * N + 1, NODES = ROW * ROW };
    static double places[3 * NODES], frequencies[5];
    for (int k = 0; k < NODES; k++) places[3 * k] = 1.0 * (k % ROW) / (2 * N), places[3 * k + 1] = 1.0 * (k / ROW) / (2 * N);
    swp_shell_section section;
    swp_shell shell;
    swp_function load, one;
    swp_node ground, corner;
    swp_joint clamp;
    swp_model *bare = NULL, *read = NULL;
    MUST(swp_model_create(&bare));
    MUST(swp_model_add_plate_section(bare, "plate", 70e9, 0.3, 2700, 0.01, 0, &section));
    MUST(swp_model_add_shell_patch(bare, "panel", NULL, section, N, N, NODES, places, &shell));
    size_t length = 0;
    MUST(swp_model_to_text(bare, NULL, 0, &length));
    char *text = malloc(length + 1);
    MUST(swp_model_to_text(bare, text, length + 1, NULL));
    MUST(swp_model_create(&model));
    MUST(swp_model_create(&read));
    MUST(swp_model_add_ground(model, "ground", zero, NULL, &ground));
    MUST(swp_model_add_plate_section(model, "plate", 70e9, 0.3, 2700, 0.01, 0, &section));
    have_stack();
    struct rlimit limit = {(rlim_t)(address_space() + ((long)megabytes << 20)), RLIM_INFINITY}, free_again = {RLIM_INFINITY, RLIM_INFINITY};
    if (setrlimit(RLIMIT_AS, &limit)) return -1;
    int done = enough(swp_model_from_text(read, text), "reading a shell");
    int made = enough(swp_model_add_shell_patch(model, "panel", NULL, section, N, N, NODES, places, &shell), "a shell");
    done += made;
    setrlimit(RLIMIT_AS, &free_again);
    if (!made) MUST(swp_model_add_shell_patch(model, "panel", NULL, section, N, N, NODES, places, &shell));
    MUST(swp_model_add_constant(model, 1.0, &one));
    MUST(swp_model_add_input(model, "load", 0.0, &load));
    MUST(swp_model_add_traction(model, "load", shell, (double[3]){0, 0, 1000}, load));
    for (int k = 0; k < 2 * ROW; k++) {
        char name[40];
        sprintf(name, "panel[%d,%d]", k % ROW, k < ROW ? 0 : ROW - 1);
        MUST(swp_model_find_node(model, name, &corner));
        swp_attachment a = {ground, {0, 0, 0}, {1, 0, 0, 0}}, b = {corner, {0, 0, 0}, {1, 0, 0, 0}};
        a.offset[0] = 1.0 * (k % ROW) / (2 * N), a.offset[1] = k < ROW ? 0 : 1;
        MUST(swp_model_add_rigid_connection(model, name, &a, &b, &clamp));
    }
    limit.rlim_cur = (rlim_t)(address_space() + ((long)megabytes << 20));
    if (setrlimit(RLIMIT_AS, &limit)) return -1;
    done += enough(swp_sim_create(model, NULL, &sim), "creating");
    if (sim) {
        done += enough(swp_sim_step(sim, 1e-3), "a step");
        done += enough(swp_sim_modes(sim, NULL, 5, frequencies, NULL, NULL), "modes");
        done += enough(swp_sim_solve_static(sim), "an equilibrium");
        done += enough(swp_sim_trace_path(sim, &load, 2.0, NULL), "a path");
        swp_sim_options options;
        swp_sim_options_init(&options);
        for (options.scheme = SWP_RADAU_IIA; options.scheme <= SWP_ENERGY_DECAYING; options.scheme++) {
            int changed = enough(swp_sim_set_scheme(sim, &options), "another scheme");
            done += changed && enough(swp_sim_step(sim, 1e-3), "a step of another scheme");
        }
    }
    setrlimit(RLIMIT_AS, &free_again);
    if (sim) MUST(swp_sim_step(sim, 1e-3));
    free(text);
    swp_model_free(bare), swp_model_free(read);
    return done;
}

/* Handles until the memory ends: models, simulations and snapshots. The last call of each says so, the others succeed, and what
 * is freed can be had again. */
static int handles_with_memory(int megabytes) {
    enum { MOST = 1 << 20, KINDS = 3 };
    void **made = calloc(MOST, sizeof *made);
    pendulum(0);
    struct rlimit limit = {(rlim_t)(address_space() + ((long)megabytes << 20)), RLIM_INFINITY}, free_again = {RLIM_INFINITY, RLIM_INFINITY};
    if (setrlimit(RLIMIT_AS, &limit)) return -1;
    int done = 0;
    for (int kind = 0; kind < KINDS; kind++) {
        for (int again = 0; again < 2; again++) {
            int count = 0;
            swp_status status = SWP_OK;
            while (count < MOST && status == SWP_OK) {
                void *one = NULL;
                status = kind == 0   ? swp_model_create((swp_model **)&one)
                         : kind == 1 ? swp_sim_create(model, NULL, (swp_sim **)&one)
                                     : swp_sim_save(sim, (swp_snapshot **)&one);
                if (status == SWP_OK) made[count++] = one;
                else SHOW(!one, "a call that fails leaves its result alone");
            }
            SHOW(status == SWP_OUT_OF_MEMORY, "memory that ends is said");
            if (getenv("HOSTILE_VERBOSE")) printf("kind %d, %d MB: %d handles\n", kind, megabytes, count);
            done += count > 0 && megabytes > 8;
            while (count-- > 0) {
                if (kind == 0) swp_model_free(made[count]);
                else if (kind == 1) swp_sim_free(made[count]);
                else swp_snapshot_free(made[count]);
            }
        }
    }
    setrlimit(RLIMIT_AS, &free_again);
    MUST(swp_sim_step(sim, 1e-3));
    free(made);
    return done;
}

/* One call with a room of some kilobytes, less than it asks for first: reading a beam, a simulation of it, a snapshot, the text of a case.
 * What the C library holds back is given away before, so that the first allocation may be the one that fails. */
static int call_with_room(int call, int kilobytes) {
    clamped_beam(1000);
    MUST(swp_sim_create(model, NULL, &sim));
    size_t length = 0, count = 0;
    MUST(swp_model_to_text(model, NULL, 0, &length));
    char *text = malloc(length + 1);
    MUST(swp_model_to_text(model, text, length + 1, NULL));
    unsigned char *bytes = saved(&count);
    swp_snapshot *snapshot = NULL;
    MUST(swp_snapshot_from_bytes(bytes, count, &snapshot));
    swp_model *other = NULL;
    swp_sim *second = NULL;
    MUST(swp_model_create(&other));
    have_stack();
    malloc_trim(0);
    struct rlimit limit = {(rlim_t)(address_space() + ((long)kilobytes << 10)), RLIM_INFINITY}, free_again = {RLIM_INFINITY, RLIM_INFINITY};
    if (setrlimit(RLIMIT_AS, &limit)) return -1;
    swp_status status = call == 0   ? swp_model_from_text(other, text)
                        : call == 1 ? swp_sim_create(model, NULL, &second)
                        : call == 2 ? swp_sim_restore(sim, snapshot)
                                    : swp_sim_case_text(sim, NULL, 0, &length);
    setrlimit(RLIMIT_AS, &free_again);
    int done = enough(status, "a call with little room");
    MUST(swp_sim_step(sim, 1e-3));
    return done;
}

static void little_room(void) {
    const int rooms[] = {0, 16, 64, 130, 200, 400, 700, 1000, 1500, 2500, 4000, 5000, 6500};
    for (int call = 0; call < 4; call++)
        for (size_t k = 0; k < sizeof rooms / sizeof *rooms; k++) {
            fflush(NULL);
            pid_t child = fork();
            if (child == 0) {
                failed = 0;
                call_with_room(call, rooms[k]);
                _exit(failed ? 99 : 0);
            }
            int status = 0;
            waitpid(child, &status, 0);
            int good = WIFEXITED(status) && WEXITSTATUS(status) == 0;
            if (!good) fprintf(stderr, "call %d with %d kB: status %d\n", call, rooms[k], status);
            SHOW(good, "a status with little room");
        }
}

/* In a process of its own for each limit, up to the one with which all of the calls are done. */
static void steps_of_memory(const char *what, int (*work)(int), int all) {
    int reached = 0;
    for (int megabytes = 0; megabytes <= 2048 && reached < all; megabytes += 1 + megabytes / 4) {
        fflush(NULL);
        pid_t child = fork();
        if (child == 0) {
            failed = 0;
            int done = work(megabytes);
            _exit(failed ? 99 : done);
        }
        int status = 0;
        waitpid(child, &status, 0);
        int good = WIFEXITED(status) && WEXITSTATUS(status) != 99;
        if (!good) fprintf(stderr, "%s with %d MB: %s %d\n", what, megabytes, WIFSIGNALED(status) ? "signal" : "status",
                           WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
        SHOW(good, "a status every time");
        if (good) reached = WEXITSTATUS(status);
        if (getenv("HOSTILE_VERBOSE")) printf("%s, %d MB: %d of %d calls done\n", what, megabytes, reached, all);
    }
    SHOW(reached == all, "with enough memory all is done");
}

static void too_little_memory(void) {
    for (int links = 20; links <= 2000; links *= 10)
        for (int megabytes = 1; megabytes <= 1024; megabytes += 1 + megabytes / 2) {
            fflush(NULL);
            pid_t child = fork();
            if (child == 0) {
                failed = 0;
                int done = with_memory(megabytes, links);
                _exit(failed ? 99 : done);
            }
            int status = 0;
            waitpid(child, &status, 0);
            int good = WIFEXITED(status) && WEXITSTATUS(status) != 99;
            if (!good) fprintf(stderr, "%d links with %d MB: %s %d\n", links, megabytes, WIFSIGNALED(status) ? "signal" : "status",
                               WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
            SHOW(good, "a status every time");
            if (getenv("HOSTILE_VERBOSE")) printf("%d links, %d MB: %d of 21 calls done\n", links, megabytes, good ? WEXITSTATUS(status) : -1);
            if (good && WEXITSTATUS(status) == 21) break;
        }
}

int main(int argc, char **argv) {
    const char *only = argc > 1 ? argv[1] : "";
    if (!*only || !strcmp(only, "snapshots")) numbers_of_snapshots();
    if (!*only || !strcmp(only, "steps")) least_step();
    if (!*only || !strcmp(only, "children")) children();
    if (!*only || !strcmp(only, "frozen")) frozen();
    if (!*only || !strcmp(only, "memory")) too_little_memory();
    if (!*only || !strcmp(only, "beam")) steps_of_memory("beam", beam_with_memory, 6);
    if (!*only || !strcmp(only, "builders")) steps_of_memory("builders", builders_with_memory, 6);
    if (!*only || !strcmp(only, "threads")) steps_of_memory("threads", threads_with_memory, 9);
    if (!*only || !strcmp(only, "handles")) steps_of_memory("handles", handles_with_memory, 6);
    if (!*only || !strcmp(only, "room")) little_room();
    if (!*only || !strcmp(only, "shell")) steps_of_memory("shell", shell_with_memory, 10);
    if (!*only || !strcmp(only, "star")) steps_of_memory("star", star_with_memory, 3);
    if (!*only || !strcmp(only, "wide")) steps_of_memory("wide star", wide_star_with_memory, 3);
    if (!*only || !strcmp(only, "coupling")) steps_of_memory("coupling", coupling_with_memory, 3);
    printf("%d passed, %d failed\n", passed, failed);
    return failed != 0;
}
