/* A rotor blade from its tables: tapered and twisted, with sharp steps of its properties at the root fitting and at the
   tip weight. The table is smoothed over elements that are small where it steps. The blade is clamped to a hub on a driven
   shaft along z, brought to equilibrium at full speed, where its curvature gives a new mesh, and turned once around to see
   that it starts without a transient. Then the fan diagram: frequencies in the rotating frame over the speed, written to
   fan.csv;

       plot_csv.py --together --rays 5 fan.csv fan.svg "fan diagram"

   draws it. Exit status 1 if the root force is not that of the rotating mass, or the frequencies do not rise. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <swashplate.h>

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

static const double hub_radius = 0.3, full_speed = 40.0; /* [m], [rad/s] */

/* The table: at each place [m] from the root, mass per length [kg/m], bending stiffness about the flap and lag axes and
   torsional stiffness [N m2]. A place that is there twice is a step. */
enum { ROWS = 8, POINTS = 6, MODES = 6, SPEEDS = 17 };
static const struct { double place, mass, flap, lag, torsion; } table[ROWS] = {
    {0.0, 24.0, 9.0e4, 4.0e5, 8.0e4}, {0.4, 22.0, 8.0e4, 3.6e5, 7.0e4}, /* root fitting */
    {0.4, 9.0, 2.0e4, 3.0e5, 2.0e4},  {4.4, 6.0, 1.2e4, 2.0e5, 1.2e4},  /* blade, tapered */
    {4.4, 13.0, 1.2e4, 2.0e5, 1.2e4}, {4.7, 13.0, 1.1e4, 1.9e5, 1.1e4}, /* tip weight */
    {4.7, 6.0, 1.1e4, 1.9e5, 1.1e4},  {5.0, 5.0, 1.0e4, 1.8e5, 1.0e4},
};

/* Mass times radius along the blade: a linear mass per length and a linear radius between the rows, exactly. */
static double mass_times_radius(void) {
    double sum = 0.0;
    for (int k = 1; k < ROWS; k++) {
        double a = table[k - 1].place, b = table[k].place, m = 0.5 * (table[k - 1].mass + table[k].mass);
        double ends = table[k - 1].mass * (hub_radius + a) + table[k].mass * (hub_radius + b);
        sum += (b - a) / 6.0 * (ends + 4.0 * m * (hub_radius + 0.5 * (a + b)));
    }
    return sum;
}

int main(void) {
    const double origin[3] = {0.0, 0.0, 0.0}, z[3] = {0.0, 0.0, 1.0};
    CHECK(swp_check_version(SWP_VERSION));
    CHECK(swp_model_create(&model));

    swp_section sections[ROWS];
    double places[ROWS];
    for (int k = 0; k < ROWS; k++) {
        char name[20];
        swp_engineering e;
        CHECK(swp_engineering_init(&e));
        places[k] = table[k].place;
        e.mass = table[k].mass;
        e.axial = 4.0e7 * e.mass; /* [N] */
        e.shear[0] = e.shear[1] = 0.2 * e.axial;
        e.torsion = table[k].torsion;
        e.bending[0] = table[k].flap;
        e.bending[1] = table[k].lag;
        e.inertia[1] = 2e-4 * e.mass; /* thickness, then chord [kg m] */
        e.inertia[2] = 6e-3 * e.mass;
        e.inertia[0] = e.inertia[1] + e.inertia[2];
        snprintf(name, sizeof name, "row %d", k + 1);
        CHECK(swp_model_add_engineering_section(model, name, &e, &sections[k]));
    }

    /* A straight axis along x, twisted by 12 degrees nose-down towards the tip; section axis 2 is the chord. */
    double points[3 * POINTS], twist[POINTS];
    for (int k = 0; k < POINTS; k++) {
        points[3 * k] = hub_radius + k * 5.0 / (POINTS - 1);
        points[3 * k + 1] = points[3 * k + 2] = 0.0;
        twist[k] = 0.21 * (1.0 - k / (POINTS - 1.0)); /* [rad] */
    }
    swp_beam_options options;
    swp_beam blade;
    CHECK(swp_beam_options_init(&options));
    options.elements = 16;
    options.meshing = SWP_MESH_SPRING;
    options.element_ratio = 5.0;
    CHECK(swp_model_add_beam(model, "blade", &options, POINTS, points, twist, ROWS, places, sections, NULL, &blade));
    char text[2048];
    double mesh[17];
    CHECK(swp_model_beam_report(model, blade, text, sizeof text, NULL));
    CHECK(swp_model_beam_mesh(model, blade, mesh, 17, NULL));
    printf("%selements end at", text);
    for (int k = 1; k <= 16; k++) printf(" %.2f", mesh[k]);
    printf(" m\n");

    /* The root node turns about z with the shaft, which is driven at full speed. */
    const double times[2] = {0.0, 1.0}, angles[2] = {0.0, full_speed};
    size_t node_count;
    swp_node ground, root, tip;
    swp_attachment on_ground, on_root;
    swp_joint shaft;
    swp_function angle;
    CHECK(swp_model_beam_node_count(model, blade, &node_count));
    CHECK(swp_model_beam_node(model, blade, 0, &root));
    CHECK(swp_model_beam_node(model, blade, node_count - 1, &tip));
    CHECK(swp_model_add_ground(model, "ground", origin, NULL, &ground));
    CHECK(swp_model_attach(model, ground, origin, NULL, &on_ground));
    CHECK(swp_model_attach(model, root, origin, NULL, &on_root));
    CHECK(swp_model_add_revolute(model, "shaft", &on_ground, &on_root, &shaft));
    CHECK(swp_model_add_table(model, 2, times, angles, SWP_INTERPOLATE_CUBIC, &angle));
    CHECK(swp_model_drive_joint(model, shaft, 0, angle));
    CHECK(swp_sim_create(model, NULL, &sim));

    /* Full speed, in equilibrium: root force against the integral of m r Omega^2. */
    const double spin[3] = {0.0, 0.0, full_speed};
    double force[3], moment[3], section[6], frequency[MODES], damping[MODES];
    CHECK(swp_sim_solve_rotating(sim, spin, NULL));
    CHECK(swp_sim_joint_reaction(sim, shaft, SWP_SIDE_A, SWP_AXES_INERTIAL, force, moment));
    CHECK(swp_sim_section_force(sim, blade, 0.0, SWP_AXES_SECTION, NULL, section));
    double exact = mass_times_radius() * full_speed * full_speed;
    double error = force[0] / exact - 1.0, section_error = section[0] / exact - 1.0;
    printf("root force at %.0f rad/s: %.1f N at the hub, %.1f N in the root section; integral of m r Omega^2: %.1f N; "
           "relative differences %.1e, %.1e\n", full_speed, force[0], section[0], exact, error, section_error);
    /* A new mesh could follow how the blade is bent now, too. */
    CHECK(swp_sim_curvature_mesh(sim, blade, SWP_MESH_SPRING, 16, options.element_ratio, mesh, 17));
    printf("with the curvature at full speed they would end at");
    for (int k = 1; k <= 16; k++) printf(" %.2f", mesh[k]);
    printf(" m\n");
    CHECK(swp_sim_modes(sim, spin, MODES, frequency, damping, NULL));
    printf("frequencies at full speed:");
    for (int k = 0; k < MODES; k++) printf(" %.3f", frequency[k]);
    printf(" rad/s; lag %.3f and flap %.3f per revolution\n", frequency[0] / full_speed, frequency[1] / full_speed);

    /* Once around: the equilibrium is a start without a transient. */
    swp_motion before, after;
    double reach, worst = 0.0;
    CHECK(swp_sim_motion(sim, tip, &before));
    reach = hypot(before.position[0], before.position[1]);
    for (int k = 1; k <= 10; k++) {
        CHECK(swp_sim_advance(sim, 0.1 * k * 6.283185307179586 / full_speed, 5e-4));
        CHECK(swp_sim_motion(sim, tip, &after));
        double radius = hypot(after.position[0], after.position[1]);
        worst = fmax(worst, fmax(fabs(radius - reach), fabs(after.position[2] - before.position[2])));
    }
    printf("one revolution in steps of 0.5 ms: the tip keeps its radius of %.6f m and its height within %.1e m\n", reach,
           worst);

    /* The fan diagram leaves the state alone. */
    double speeds[SPEEDS], fan[SPEEDS * MODES];
    for (int k = 0; k < SPEEDS; k++) speeds[k] = 1.25 * full_speed * k / (SPEEDS - 1);
    CHECK(swp_sim_motion(sim, tip, &before));
    CHECK(swp_sim_campbell(sim, z, NULL, SPEEDS, speeds, MODES, fan));
    CHECK(swp_sim_motion(sim, tip, &after));
    int kept = memcmp(&before, &after, sizeof before) == 0, rise = 1;
    FILE *file = fopen("fan.csv", "w");
    if (!file) return 1;
    fprintf(file, "speed [rad/s]");
    for (int k = 0; k < MODES; k++) fprintf(file, ",frequency %d [rad/s]", k + 1);
    for (int i = 0; i < SPEEDS; i++) {
        fprintf(file, "\n%.6g", speeds[i]);
        for (int k = 0; k < MODES; k++) {
            fprintf(file, ",%.9g", fan[MODES * i + k]);
            if (i > 0) rise = rise && fan[MODES * i + k] > fan[MODES * (i - 1) + k];
        }
    }
    fprintf(file, "\n");
    fclose(file);
    printf("fan.csv: %d speeds; the lowest frequency goes from %.3f to %.3f rad/s; frequencies %s with the speed; the "
           "state is %s\n", SPEEDS, fan[0], fan[MODES * (SPEEDS - 1)], rise ? "rise" : "DO NOT RISE",
           kept ? "as it was" : "CHANGED");

    swp_sim_free(sim);
    swp_model_free(model);
    int good = fabs(error) < 1e-3 && fabs(section_error) < 1e-2 && frequency[1] > full_speed && worst < 1e-4;
    return good && rise && kept ? 0 : 1;
}
