/* Equilibria, modes, starts and singular positions as a host in C meets them: each against a closed form, or an equation that is
 * integrated here. */
#include "judge.h"
#include <math.h>
#include <string.h>

static const double PI = 3.14159265358979323846, G = 9.81;

static void begin(void) {
    sim = NULL;
    MUST(swp_model_create(&model));
}

static void end(void) {
    swp_sim_free(sim);
    swp_model_free(model);
    sim = NULL;
    model = NULL;
}

/* Is this word in the last text of the simulation? */
static int said(const char *word) {
    char text[4000] = "";
    if (sim) swp_sim_error(sim, text, sizeof text, NULL);
    return strstr(text, word) != NULL;
}

/* A straight beam of 1 m along x, clamped at the origin: EI = 1 N m2, EA = GA = `axial`, 1 kg/m or none. Returns its tip. */
static swp_node cantilever(double axial, double mass, int elements, swp_beam *beam) {
    const double points[6] = {0, 0, 0, 1, 0, 0};
    swp_engineering e;
    swp_beam_options options;
    swp_section section;
    swp_node ground = {0}, tip = {0}, root = {0};
    swp_joint clamp;
    size_t count = 1;
    MUST(swp_engineering_init(&e));
    e.axial = e.shear[0] = e.shear[1] = axial;
    e.torsion = e.bending[0] = e.bending[1] = 1;
    e.mass = mass;
    e.inertia[1] = e.inertia[2] = mass / axial; /* I/A = EI/EA */
    e.inertia[0] = 2 * e.inertia[1];
    MUST(swp_model_add_engineering_section(model, "section", &e, &section));
    MUST(swp_beam_options_init(&options));
    options.elements = elements;
    MUST(swp_model_add_beam(model, "beam", &options, 2, points, NULL, 1, NULL, &section, NULL, beam));
    MUST(swp_model_beam_node_count(model, *beam, &count));
    MUST(swp_model_beam_node(model, *beam, 0, &root));
    MUST(swp_model_beam_node(model, *beam, count - 1, &tip));
    MUST(swp_model_add_ground(model, "ground", zero, NULL, &ground));
    MUST(swp_model_add_clamp(model, "root", ground, root, &clamp));
    return tip;
}

/* Rolled up by a moment, 0 -> 2 pi -> 1 -> -2 pi -> 0: a circle of curvature M/EI, whatever was before. */
static void moments_up_and_down(void) {
    const double about[3] = {0, 0, 1}, moments[6] = {2 * PI, 1.0, -2 * PI, 0.5, 5.0, 0.0};
    swp_beam beam;
    swp_function input;
    swp_load load;
    begin();
    swp_node tip = cantilever(1e4, 0.0, 8, &beam); /* no mass: statics asks for none */
    MUST(swp_model_add_input(model, "moment", 0.0, &input));
    MUST(swp_model_add_moment(model, "moment", tip, SWP_FOLLOWER, about, input, &load));
    MUST(swp_sim_create(model, NULL, &sim));
    for (int k = 0; k < 6; k++) {
        double m = moments[k], x = m == 0 ? 1.0 : sin(m) / m, y = m == 0 ? 0.0 : (1 - cos(m)) / m;
        swp_motion motion;
        swp_statics_report report;
        MUST(swp_sim_set_input(sim, input, m));
        MUST(swp_sim_solve_static(sim));
        MUST(swp_sim_motion(sim, tip, &motion));
        MUST(swp_sim_statics_report(sim, &report));
        /* arcs of the angle M/8 by parabolas: fourth order; the constant was seen to be 1.4e-4 to 5e-4 with 8 and 16 elements */
        double bound = 1e-3 * pow(fabs(m) / 8, 4) + 1e-9;
        SHOW(fabs(motion.position[0] - x) < bound && fabs(motion.position[1] - y) < bound, "the tip is on the circle");
        SHOW(report.iterations > 0 && report.reached == 1.0, "the report counts iterations");
    }
    SHOW(swp_sim_step(sim, 1e-3) != SWP_OK && said("section"), "a step without mass is refused, and the section named");
    end();
}

/* Slope at the tip of EI th'' = -F cos th - P sin th with th(0) = 0, th'(0) = kappa, and its deflection. */
static double elastica(double p, double f, double kappa, double *deflection) {
    double th = 0, k = kappa, y = 0;
    const int n = 4000;
    const double h = 1.0 / n;
    for (int i = 0; i < n; i++) {
        double a1 = -f * cos(th) - p * sin(th), t2 = th + h / 2 * k, k2 = k + h / 2 * a1;
        double a2 = -f * cos(t2) - p * sin(t2), t3 = th + h / 2 * k2, k3 = k + h / 2 * a2;
        double a3 = -f * cos(t3) - p * sin(t3), t4 = th + h * k3, k4 = k + h * a3;
        double a4 = -f * cos(t4) - p * sin(t4);
        y += h / 6 * (sin(th) + 2 * sin(t2) + 2 * sin(t3) + sin(t4));
        th += h / 6 * (k + 2 * k2 + 2 * k3 + k4);
        k += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
    }
    *deflection = y;
    return k;
}

/* A column above its critical load goes where its side force points, and the equilibrium is said to be stable. */
static void columns_go_with_their_side_force(void) {
    const double along[3] = {-1, 0, 0}, side[3] = {0, 1, 0}, critical = PI * PI / 4;
    for (int k = 0; k < 4; k++) {
        double p = (k % 2 ? 3.0 : 1.5) * critical, sign = k < 2 ? 1 : -1, f = 0.01 * p, expected;
        swp_beam beam;
        swp_function load, across;
        swp_load unused;
        swp_motion motion;
        swp_statics_report report;
        begin();
        swp_node tip = cantilever(1e6, 1.0, 16, &beam);
        MUST(swp_model_add_constant(model, p, &load));
        MUST(swp_model_add_constant(model, sign * f, &across));
        MUST(swp_model_add_force(model, "down", tip, SWP_DEAD, along, NULL, load, &unused));
        MUST(swp_model_add_force(model, "side", tip, SWP_DEAD, side, NULL, across, &unused));
        MUST(swp_sim_create(model, NULL, &sim));
        MUST(swp_sim_solve_static(sim));
        MUST(swp_sim_motion(sim, tip, &motion));
        MUST(swp_sim_statics_report(sim, &report));
        /* the largest curvature of the root for which the tip is free: from above, by halving */
        double high = 2 * sqrt(p) * 1.05, low = high;
        double last = elastica(p, f, high, &expected), next = last;
        while (low > 0.05 && (next = elastica(p, f, low, &expected)) * last > 0) { high = low; last = next; low -= 0.01; }
        for (int i = 0; i < 60; i++) {
            double middle = 0.5 * (low + high);
            if (elastica(p, f, middle, &expected) * last > 0) high = middle; else low = middle;
        }
        elastica(p, f, 0.5 * (low + high), &expected);
        /* EA = GA = 1e6 EI/L2 changes lengths by P/EA = 7e-6 at most, a mesh of 16 elements less */
        SHOW(fabs(motion.position[1] - sign * expected) < 2e-4, "the column bends as the elastica does");
        SHOW(report.stable == 1 && report.unstable == 0, "and is stable");
        end();
    }
}

/* Frequencies of slender cantilevers are never lost: (1.8751, 4.6941)^2 in units of EI and m. */
static void slender_modes(void) {
    const double roots[2] = {1.8751040687119611, 4.6940911329741746};
    for (int k = 4; k <= 12; k += 4) {
        double frequency[4] = {0};
        swp_beam beam;
        begin();
        cantilever(pow(10, k), 1.0, 8, &beam);
        MUST(swp_sim_create(model, NULL, &sim));
        MUST(swp_sim_modes(sim, NULL, 4, frequency, NULL, NULL));
        for (int i = 0; i < 4; i++) {
            double exact = roots[i / 2] * roots[i / 2];
            /* the header's bound of rounding, 2e-16 N2 EA L2/EI; shear and rotary inertia, which take off some (EI/GA + I/A) times
             * the square of the wave number over two; a mesh with nodal masses, of fourth order in it times half an element */
            double bound = 2e-16 * 17 * 17 * pow(10, k) + 2 * exact / pow(10, k) + 0.05 * pow(roots[i / 2] / 16, 4);
            SHOW(fabs(frequency[i] / exact - 1) < bound, "a frequency of a slender cantilever");
        }
        end();
    }
}

/* What stands on ground and does not turn is refused by name where all is to spin. */
static void supports_that_do_not_turn(void) {
    const double stiffness[36] = {1e5, [7] = 2e5, [14] = 1e6, [21] = 1e4, [28] = 1e4, [35] = 1e4}, spin[3] = {0, 0, 5};
    swp_node ground, pylon;
    swp_body body;
    swp_bushing mount;
    swp_attachment a, b;
    begin();
    MUST(swp_model_add_ground(model, "ground", zero, NULL, &ground));
    MUST(swp_model_add_node(model, "pylon", zero, NULL, &pylon));
    MUST(swp_model_add_rigid_body(model, "pylon", pylon, 10.0, zero, inertia, &body));
    MUST(swp_model_attach(model, ground, zero, NULL, &a));
    MUST(swp_model_attach(model, pylon, zero, NULL, &b));
    MUST(swp_model_add_bushing(model, "mount", &a, &b, stiffness, NULL, NULL, &mount));
    MUST(swp_sim_create(model, NULL, &sim));
    SHOW(swp_sim_solve_rotating(sim, spin, NULL) == SWP_INVALID_ARGUMENT && said("mount"), "the mount is named");
    end();
}

/* A blade on a shaft that has turned by 0.3 rad at the start stands there, unstrained and turning as a rigid body. */
static void a_driven_start_strains_nothing(void) {
    const double points[6] = {0.2, 0, 0, 3, 0, 0}, times[2] = {0, 1}, angles[2] = {0, 15};
    swp_engineering e;
    swp_section section;
    swp_beam beam;
    swp_node ground, root, tip;
    swp_attachment a, b;
    swp_joint shaft;
    swp_function angle;
    swp_sim_options options;
    swp_audit audit;
    swp_motion motion;
    size_t count = 1;
    begin();
    MUST(swp_engineering_init(&e));
    e.axial = 1e8, e.shear[0] = e.shear[1] = 2e7, e.torsion = 1e4, e.bending[0] = 1e4, e.bending[1] = 1e5, e.mass = 5;
    e.inertia[1] = 1e-3, e.inertia[2] = 2e-2, e.inertia[0] = 2.1e-2;
    MUST(swp_model_add_engineering_section(model, "section", &e, &section));
    MUST(swp_model_add_beam(model, "blade", NULL, 2, points, NULL, 1, NULL, &section, NULL, &beam));
    MUST(swp_model_beam_node_count(model, beam, &count));
    MUST(swp_model_beam_node(model, beam, 0, &root));
    MUST(swp_model_beam_node(model, beam, count - 1, &tip));
    MUST(swp_model_add_ground(model, "ground", zero, NULL, &ground));
    MUST(swp_model_attach(model, ground, zero, NULL, &a));
    MUST(swp_model_attach(model, root, zero, NULL, &b));
    MUST(swp_model_add_revolute(model, "shaft", &a, &b, &shaft));
    MUST(swp_model_add_table(model, 2, times, angles, SWP_INTERPOLATE_LINEAR, &angle));
    MUST(swp_model_drive_joint(model, shaft, 0, angle));
    MUST(swp_sim_options_init(&options));
    options.start_time = 0.02;
    MUST(swp_sim_create(model, &options, &sim));
    MUST(swp_sim_audit(sim, NULL, &audit));
    MUST(swp_sim_motion(sim, tip, &motion));
    /* rounding of places of 3 m in EA/L: 1e8 (1e-15)^2 and far below a millijoule */
    SHOW(fabs(audit.potential_energy) < 1e-9 * audit.kinetic_energy, "no strain");
    SHOW(fabs(motion.position[0] - 3 * cos(0.3)) < 1e-12 && fabs(motion.position[1] - 3 * sin(0.3)) < 1e-12, "the tip has turned");
    SHOW(fabs(motion.velocity[0] + 45 * sin(0.3)) < 1e-9 && fabs(motion.velocity[1] - 45 * cos(0.3)) < 1e-9, "and moves on");
    end();
}

static swp_node bar(const char *name, double x, double y, int upright, double vx) {
    const double place[3] = {x, y, 0}, v[3] = {vx, 0, 0}, spin[3] = {0, 0, upright ? -1.0 : 0.0};
    const double across = 1.0 / 12, along = 1e-3;
    const double i[9] = {upright ? across : along, 0, 0, 0, upright ? along : across, 0, 0, 0, across};
    swp_node node = {0};
    swp_body body;
    MUST(swp_model_add_node(model, name, place, NULL, &node));
    MUST(swp_model_add_rigid_body(model, name, node, 1.0, zero, i, &body));
    MUST(swp_model_set_node_velocity(model, node, v, spin));
    return node;
}

static void hinge(const char *name, swp_node a, swp_node b, double x, double y) {
    const double place[3] = {x, y, 0};
    swp_attachment from, to;
    swp_joint joint;
    MUST(swp_model_attach(model, a, place, NULL, &from));
    MUST(swp_model_attach(model, b, place, NULL, &to));
    MUST(swp_model_add_revolute(model, name, &from, &to, &joint));
}

/* Five equal bars of 1 m and 1 kg: three uprights that turn by phi, two bars on top that do not turn, 3 phi'' = 3.5 g sin phi. All bars
 * are in line at +-90 degrees, and hinges are redundant. Error of phi after 4 s, ten passages. */
static double double_four_bar(int scheme, double h) {
    const double gravity[3] = {0, -9.81, 0};
    double phi = 0, rate = 1, step = 1e-5;
    swp_node ground, upright[3], top[2];
    swp_sim_options options;
    swp_motion motion;
    begin();
    MUST(swp_model_set_gravity(model, gravity));
    MUST(swp_model_add_ground(model, "ground", zero, NULL, &ground));
    for (int k = 0; k < 3; k++) upright[k] = bar(k == 0 ? "left" : k == 1 ? "middle" : "right", k, 0.5, 1, 0.5);
    for (int k = 0; k < 2; k++) top[k] = bar(k == 0 ? "first" : "second", k + 0.5, 1.0, 0, 1.0);
    for (int k = 0; k < 3; k++) hinge(k == 0 ? "foot 1" : k == 1 ? "foot 2" : "foot 3", ground, upright[k], k, 0);
    for (int k = 0; k < 2; k++) {
        hinge(k ? "c" : "a", upright[k], top[k], k, 1);
        hinge(k ? "d" : "b", upright[k + 1], top[k], k + 1, 1);
    }
    MUST(swp_sim_options_init(&options));
    options.scheme = scheme;
    options.redundancy = SWP_REDUNDANCY_LEAST_SQUARES;
    options.rho_infinity = 0.9;
    MUST(swp_sim_create(model, &options, &sim));
    MUST(swp_sim_advance(sim, 4.0, h));
    MUST(swp_sim_motion(sim, upright[0], &motion));
    for (int i = 0; i < 400000; i++) { /* velocity Verlet: error of phi 1e-9 */
        double half = rate + 0.5 * step * 3.5 * G / 3 * sin(phi);
        phi += step * half;
        rate = half + 0.5 * step * 3.5 * G / 3 * sin(phi);
    }
    double error = hypot(motion.position[0] - 0.5 * sin(phi), motion.position[1] - 0.5 * cos(phi));
    end();
    return error;
}

static void singular_positions_are_passed(void) {
    const int schemes[4] = {SWP_GENERALIZED_ALPHA, SWP_RADAU_IIA, SWP_ENERGY_PRESERVING, SWP_MOMENTUM_DECAYING};
    for (int k = 0; k < 4; k++) {
        double coarse = double_four_bar(schemes[k], 4e-3), fine = double_four_bar(schemes[k], 2e-3);
        /* orders 2 and 3, with the constants of a motion at 6 rad/s */
        SHOW(fine < 5e-3 && fine < 0.35 * coarse, "a double four-bar through positions in line");
    }
}

/* A bar without inertia about its own axis on a hinge, under the scheme with both levels constrained. */
static void a_slender_bar(void) {
    const double thin[9] = {0, 0, 0, 0, 1.0 / 12, 0, 0, 0, 1.0 / 12}, middle[3] = {0.5, 0, 0};
    const double gravity[3] = {0, -9.81, 0};
    double angle = 0, rate = 0, step = 1e-5;
    swp_node ground, node;
    swp_body body;
    swp_sim_options options;
    swp_motion motion;
    begin();
    MUST(swp_model_set_gravity(model, gravity));
    MUST(swp_model_add_ground(model, "ground", zero, NULL, &ground));
    MUST(swp_model_add_node(model, "bar", middle, NULL, &node));
    MUST(swp_model_add_rigid_body(model, "bar", node, 1.0, zero, thin, &body));
    hinge("hinge", ground, node, 0, 0);
    MUST(swp_sim_options_init(&options));
    options.scheme = SWP_MOMENTUM_DECAYING_CONSTRAINED;
    MUST(swp_sim_create(model, &options, &sim));
    MUST(swp_sim_advance(sim, 0.5, 1e-3));
    MUST(swp_sim_motion(sim, node, &motion));
    for (int i = 0; i < 50000; i++) {
        double half = rate - 0.5 * step * 1.5 * G * cos(angle);
        angle += step * half;
        rate = half - 0.5 * step * 1.5 * G * cos(angle);
    }
    /* first order with joints: h times the rate */
    SHOW(hypot(motion.position[0] - 0.5 * cos(angle), motion.position[1] - 0.5 * sin(angle)) < 1e-3 * fabs(rate), "a slender bar swings");
    end();
}

/* P L3/3EI as long as rounding of the stretching leaves it, then a status with the name; never SWP_OK without the deflection. */
static void thin_beams(void) {
    const double along[3] = {0, 0, 1}, force = 1e-3;
    for (int power = 8; power <= 20; power += 2) {
        swp_beam beam;
        swp_function input;
        swp_load load;
        swp_motion motion;
        begin();
        swp_node tip = cantilever(pow(10, power), 0, 8, &beam);
        MUST(swp_model_add_input(model, "force", force, &input));
        MUST(swp_model_add_force(model, "tip", tip, SWP_DEAD, along, NULL, input, &load));
        MUST(swp_sim_create(model, NULL, &sim));
        swp_status status = swp_sim_solve_static(sim);
        MUST(swp_sim_motion(sim, tip, &motion));
        double doubt = 2.2e-16 * pow(10, power) / 3 * 8; /* rounding of EA/Le over 3 EI/L3 */
        if (power <= 12) SHOW(status == SWP_OK && fabs(motion.position[2] / (force / 3) - 1) < 1e-5 + doubt, "a thin beam bends");
        else if (status == SWP_OK) SHOW(fabs(motion.position[2] / (force / 3) - 1) < 0.05, "a very thin beam bends, if it is not refused");
        else SHOW(status == SWP_SINGULAR_MATRIX && said("beam \"beam\"") && said("so thin"), "a beam whose bending is lost is refused by name");
        if (power >= 16) SHOW(status == SWP_SINGULAR_MATRIX, "where rounding is more than the stiffness it is refused");
        end();
    }
}

int main(void) {
    thin_beams();
    moments_up_and_down();
    columns_go_with_their_side_force();
    slender_modes();
    supports_that_do_not_turn();
    a_driven_start_strains_nothing();
    singular_positions_are_passed();
    a_slender_bar();
    printf("%d passed, %d failed\n", passed, failed);
    return failed != 0;
}
