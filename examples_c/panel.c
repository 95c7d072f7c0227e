/* A crank that lifts a panel (Epple 2008 §6.5). A square panel of shell elements with beams along two of its edges is hinged to
   ground at C and D; a push rod leads from its corner B down to a crank, which is driven.

        D ------------ A          panel 1 m x 1 m, 15 mm, 2 x 2 elements of nine nodes
        |              |          beams along CD and AB, on the same nodes as the panel
        |              |          B: spherical joint, F: universal joint, C, D, E: revolute joints
        C ------------ B
                       |          z up; CD along y, the crank EF along x at the start,
                 E --- F          the push rod BF vertical

   The text gives no picture and leaves some of it open: offsets of the beams from the panel are taken as zero, the crank as
   horizontal at the start, the torsion constant of a square section as 0.1406 a^4.

       panel [panel.csv]
       plot_csv.py panel.csv panel.svg "crank and panel"

   Exit status 1 if the panel does not end where a rigid one would within its own bending, or if energy is lost track of. */
#include <math.h>
#include <stdio.h>
#include "check.h"

static swp_model *model;
static swp_sim *sim;

enum { ELEMENTS = 2, SIDE = 2 * ELEMENTS + 1, PANELS = ELEMENTS * ELEMENTS };

static const double pi = 3.141592653589793;
static const double young = 73e9, poisson = 0.3, density = 2700.0, thickness = 0.015; /* [Pa], [-], [kg/m3], [m] */
static const double crank = 0.25, rod = 1.0, duration = 2.0;                         /* [m], [m], [s] */

/* A straight beam of square section with side a, of two elements with three nodes. */
static int beam(const char *name, const double from[3], const double to[3], double a, swp_beam *out) {
    const double shear = young / (2.0 * (1.0 + poisson)), area = a * a, second = a * a * a * a / 12.0;
    const double points[6] = {from[0], from[1], from[2], to[0], to[1], to[2]};
    const double along = fabs(to[2] - from[2]);
    swp_engineering e;
    swp_section section;
    swp_beam_options options;
    CHECK(swp_engineering_init(&e));
    e.axial = young * area;
    e.shear[0] = e.shear[1] = shear * area * 5.0 / 6.0;
    e.torsion = shear * 0.1406 * a * a * a * a;
    e.bending[0] = e.bending[1] = young * second;
    e.mass = density * area;
    e.inertia[1] = e.inertia[2] = density * second;
    e.inertia[0] = e.inertia[1] + e.inertia[2];
    CHECK(swp_model_add_engineering_section(model, name, &e, &section));
    CHECK(swp_beam_options_init(&options));
    options.elements = ELEMENTS;
    options.nodes_per_element = 3;
    options.direction[0] = along > 0.5 * rod ? 1.0 : 0.0; /* across the beam: x of the rod, z of the others */
    options.direction[1] = 0.0;
    options.direction[2] = along > 0.5 * rod ? 0.0 : 1.0;
    CHECK(swp_model_add_beam(model, name, &options, 2, points, NULL, 1, NULL, &section, NULL, out));
    return 0;
}

typedef swp_status (*constructor)(swp_model *, const char *, const swp_attachment *, const swp_attachment *, swp_joint *);

/* A joint of two nodes at one point; its frame has axis 3 along y, the axis of the hinges, or along z, that of the push rod, about
   which the universal joint does not turn. */
static int join(constructor add, const char *name, swp_node a, swp_node b, const double at[3], swp_joint *out) {
    const double along_y[3] = {0.0, 1.0, 0.0}, along_z[3] = {0.0, 0.0, 1.0};
    double frame[4];
    swp_attachment on_a, on_b;
    CHECK(swp_frame_from_axis(add == swp_model_add_universal ? along_z : along_y, frame));
    CHECK(swp_model_attach(model, a, at, frame, &on_a));
    CHECK(swp_model_attach(model, b, at, frame, &on_b));
    CHECK(add(model, name, &on_a, &on_b, out));
    return 0;
}

static int build(swp_joint *hinge, swp_joint *drive, swp_shell *panel, swp_node *tip) {
    const double c[3] = {0, 0, 0}, d[3] = {0, 1, 0}, a[3] = {1, 1, 0}, b[3] = {1, 0, 0};
    const double f[3] = {1, 0, -rod}, e[3] = {1 - crank, 0, -rod};
    swp_beam cd, ba, push, arm;
    CHECK(swp_model_create(&model));
    if (beam("CD", c, d, 0.06, &cd) || beam("BA", b, a, 0.03, &ba) || beam("push rod", b, f, 0.04, &push) ||
        beam("crank", e, f, 0.04, &arm))
        return 1;

    /* The panel: its first and last column of nodes are those of the beams. */
    swp_node grid[SIDE][SIDE]; /* by x, by y */
    for (int i = 0; i < SIDE; i++)
        for (int j = 0; j < SIDE; j++) {
            const double at[3] = {i / (SIDE - 1.0), j / (SIDE - 1.0), 0.0};
            char name[24];
            snprintf(name, sizeof name, "panel %d %d", i, j);
            if (i == 0) CHECK(swp_model_beam_node(model, cd, (size_t)j, &grid[i][j]));
            else if (i == SIDE - 1) CHECK(swp_model_beam_node(model, ba, (size_t)j, &grid[i][j]));
            else CHECK(swp_model_add_node(model, name, at, NULL, &grid[i][j]));
        }
    /* corners anticlockwise about z, middles of the sides, centre */
    const int place[9][2] = {{0, 0}, {2, 0}, {2, 2}, {0, 2}, {1, 0}, {2, 1}, {1, 2}, {0, 1}, {1, 1}};
    swp_node nodes[9 * PANELS];
    for (int k = 0; k < PANELS; k++)
        for (int n = 0; n < 9; n++)
            nodes[9 * k + n] = grid[2 * (k % ELEMENTS) + place[n][0]][2 * (k / ELEMENTS) + place[n][1]];
    swp_shell_section skin;
    CHECK(swp_model_add_plate_section(model, "skin", young, poisson, density, thickness, 0.0, &skin));
    CHECK(swp_model_add_shell(model, "panel", NULL, 9 * PANELS, nodes, 1, &skin, panel));
    *tip = grid[SIDE - 1][SIDE - 1];

    /* Joints. */
    swp_node ground, end_of_rod, root, end_of_crank;
    swp_joint joint;
    CHECK(swp_model_add_ground(model, "ground", c, NULL, &ground));
    CHECK(swp_model_beam_node(model, push, SIDE - 1, &end_of_rod));
    CHECK(swp_model_beam_node(model, arm, 0, &root));
    CHECK(swp_model_beam_node(model, arm, SIDE - 1, &end_of_crank));
    if (join(swp_model_add_revolute, "C", ground, grid[0][0], c, hinge) ||
        join(swp_model_add_revolute, "D", ground, grid[0][SIDE - 1], d, &joint) ||
        join(swp_model_add_revolute, "E", ground, root, e, drive))
        return 1;
    swp_node top;
    CHECK(swp_model_beam_node(model, push, 0, &top));
    if (join(swp_model_add_spherical, "B", grid[SIDE - 1][0], top, b, &joint) ||
        join(swp_model_add_universal, "F", end_of_crank, end_of_rod, f, &joint))
        return 1;
    /* pi/4 (1 - cos pi t/T), then pi/2; about -y, so that the crank goes up */
    swp_function turn;
    CHECK(swp_model_add_one_minus_cosine(model, -0.5 * pi, 0.0, duration, 1, &turn));
    CHECK(swp_model_drive_joint(model, *drive, 0, turn));
    return 0;
}

/* Angle of a rigid panel for an angle of the crank: |B - F| = rod. */
static double rigid_angle(double phi) {
    const double x = 1.0 - crank + crank * cos(phi), z = -rod + crank * sin(phi), far = sqrt(x * x + z * z);
    /* B at angle theta on the unit circle about C; F at distance `far` in the direction atan2(z, x) */
    return atan2(z, x) + acos((1.0 + far * far - rod * rod) / (2.0 * far));
}

int main(int argc, char **argv) {
    swp_joint hinge, drive;
    swp_shell panel;
    swp_node tip;
    if (build(&hinge, &drive, &panel, &tip)) return 1;

    swp_sim_options options;
    CHECK(swp_sim_options_init(&options));
    options.scheme = SWP_RADAU_IIA;
    CHECK(swp_sim_create(model, &options, &sim));
    FILE *csv = argc > 1 ? fopen(argv[1], "w") : NULL;
    if (csv) fprintf(csv, "time,height of A [m],panel at C [deg],rigid panel [deg],moment M11 at the middle [N]\n");
    double angle = 0.0, rate, largest = 0.0, phi = 0.0;
    for (int k = 1; k <= 500; k++) {
        swp_motion a;
        swp_shell_state middle;
        CHECK(swp_sim_step(sim, 0.005));
        CHECK(swp_sim_motion(sim, tip, &a));
        CHECK(swp_sim_joint_coordinate(sim, hinge, 0, &angle, &rate));
        CHECK(swp_sim_joint_coordinate(sim, drive, 0, &phi, &rate));
        CHECK(swp_sim_shell_state(sim, panel, 0, 8, &middle));
        largest = fmax(largest, fabs(middle.resultant[3]));
        if (csv)
            fprintf(csv, "%.4f,%.6f,%.4f,%.4f,%.3f\n", 0.005 * k, a.position[2], -angle * 180.0 / pi,
                    rigid_angle(-phi) * 180.0 / pi, middle.resultant[3]);
    }
    if (csv) fclose(csv);

    swp_audit audit;
    CHECK(swp_sim_audit(sim, (const double[3]){0, 0, 0}, &audit));
    const double energy = audit.kinetic_energy + audit.potential_energy;
    const double open = energy - audit.work_driven + audit.scheme_dissipation;
    const double rigid = rigid_angle(0.5 * pi);
    printf("panel at C after %.1f s: %.4f degrees, a rigid one %.4f\n", audit.time, -angle * 180.0 / pi, rigid * 180.0 / pi);
    printf("largest bending moment near the middle of the panel %.1f N\n", largest);
    printf("energy %.4f J, work of the crank %.4f J, not accounted for %.1e J\n", energy, audit.work_driven, open);
    int bad = !(fabs(-angle - rigid) < 2e-3) || !(largest > 1.0);
    swp_sim_free(sim);
    swp_model_free(model);
    return bad;
}
