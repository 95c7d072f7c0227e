/* A new mesh from the present curvature through the C ABI: a moment inside the span of a uniform cantilever bends the part
 * up to it by M/EI and leaves the rest straight. Elements are drawn to where the curvature changes; without the moment they
 * are equal. A new model is built with the mesh.
 *
 * usage: remesh    prints the meshes; exit status 1 and a line for what does not hold
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <swashplate.h>

enum { ELEMENTS = 10, LOADED = 6 }; /* the moment acts at the end of element 6 */
static const double length = 6.0, moment = 6e3, bending = 6e4, ratio = 4.0;

#define CHECK(call)                                                                            \
    do {                                                                                       \
        swp_status s = (call);                                                                 \
        if (s != SWP_OK) {                                                                     \
            fprintf(stderr, "line %d: %s: %s\n", __LINE__, #call, swp_status_name(s));         \
            exit(1);                                                                           \
        }                                                                                      \
    } while (0)
#define HOLDS(claim)                                                  \
    do {                                                              \
        if (!(claim)) {                                               \
            fprintf(stderr, "line %d: not so: %s\n", __LINE__, #claim); \
            exit(1);                                                  \
        }                                                             \
    } while (0)

/* A cantilever along x, with this mesh or equal elements. */
static swp_model *cantilever(const double *mesh, swp_beam *beam) {
    const double origin[3] = {0, 0, 0}, ends[6] = {0, 0, 0, length, 0, 0};
    swp_model *m;
    swp_engineering e;
    swp_section section;
    swp_beam_options o;
    swp_node ground, root;
    swp_attachment a, b;
    swp_joint clamp;
    CHECK(swp_model_create(&m));
    CHECK(swp_engineering_init(&e));
    e.axial = 3e8, e.shear[0] = e.shear[1] = 2e7, e.torsion = 6e4, e.bending[0] = bending, e.bending[1] = 1.2e6, e.mass = 12;
    e.inertia[0] = 0.17, e.inertia[1] = 0.04, e.inertia[2] = 0.13;
    CHECK(swp_model_add_engineering_section(m, "plain", &e, &section));
    CHECK(swp_beam_options_init(&o));
    o.elements = ELEMENTS;
    o.nodes_per_element = 4;
    CHECK(swp_model_add_beam(m, "blade", &o, 2, ends, NULL, 1, NULL, &section, mesh, beam));
    CHECK(swp_model_beam_node(m, *beam, 0, &root));
    CHECK(swp_model_add_ground(m, "ground", origin, NULL, &ground));
    CHECK(swp_model_attach(m, ground, origin, NULL, &a));
    CHECK(swp_model_attach(m, root, origin, NULL, &b));
    CHECK(swp_model_add_rigid_connection(m, "clamp", &a, &b, &clamp));
    return m;
}

/* Small elements at `middle`, large ones far from it. */
static void expect_drawn_to(const double *mesh, double middle) {
    const double equal = length / ELEMENTS;
    double shortest = length, longest = 0, off = 0;
    for (int k = 0; k < ELEMENTS; k++) {
        double part = mesh[k + 1] - mesh[k], far = fabs(0.5 * (mesh[k] + mesh[k + 1]) - middle);
        printf(" %.3f", mesh[k + 1]);
        HOLDS(part > 0);
        HOLDS(far > 0.1 * length || part < equal);
        HOLDS(far < 0.3 * length || part > equal);
        if (part < shortest) shortest = part, off = far;
        longest = fmax(longest, part);
    }
    printf("\n");
    HOLDS(off <= shortest && longest > 2.5 * shortest);
    HOLDS(mesh[0] == 0.0 && fabs(mesh[ELEMENTS] - length) < 1e-12);
}

int main(void) {
    double mesh[ELEMENTS + 1], again[ELEMENTS + 1];
    swp_beam beam;
    swp_node node;
    swp_function on;
    swp_load load;
    swp_sim *sim;
    swp_model *m = cantilever(NULL, &beam);
    CHECK(swp_model_beam_node(m, beam, 3 * LOADED, &node));
    CHECK(swp_model_add_input(m, "on", 0.0, &on));
    CHECK(swp_model_add_moment(m, "moment", node, SWP_DEAD, (double[3]){0, moment, 0}, on, &load));
    CHECK(swp_sim_create(m, NULL, &sim));

    for (int method = SWP_MESH_SPRING; method <= SWP_MESH_COST; method++) {
        CHECK(swp_sim_curvature_mesh(sim, beam, method, ELEMENTS, ratio, mesh, ELEMENTS + 1));
        for (int k = 0; k <= ELEMENTS; k++) HOLDS(fabs(mesh[k] - length * k / ELEMENTS) < 1e-9);
    }

    CHECK(swp_sim_set_input(sim, on, 1.0));
    CHECK(swp_sim_solve_static(sim));
    const double edge = length * LOADED / ELEMENTS;
    for (int k = 0; k < ELEMENTS; k++) {
        double place = length * (k + 0.5) / ELEMENTS, strain[6], force[6];
        CHECK(swp_sim_section_force(sim, beam, place, SWP_AXES_SECTION, strain, force));
        HOLDS(fabs(fabs(strain[4]) - (place < edge ? moment / bending : 0.0)) < 1e-6);
    }
    for (int method = SWP_MESH_SPRING; method <= SWP_MESH_COST; method++) {
        swp_beam new_beam;
        swp_sim *new_sim;
        CHECK(swp_sim_curvature_mesh(sim, beam, method, ELEMENTS, ratio, mesh, ELEMENTS + 1));
        printf("elements end at");
        expect_drawn_to(mesh, edge);
        swp_model *new_model = cantilever(mesh, &new_beam);
        CHECK(swp_model_beam_mesh(new_model, new_beam, again, ELEMENTS + 1, NULL));
        HOLDS(memcmp(mesh, again, sizeof mesh) == 0);
        CHECK(swp_sim_create(new_model, NULL, &new_sim));
        swp_sim_free(new_sim);
        swp_model_free(new_model);
    }
    swp_sim_free(sim);
    swp_model_free(m);
    return 0;
}
