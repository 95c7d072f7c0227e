/* An articulated rotor with its controls. Four beams as blades; at each root a hinge for flap and lag with a lag damper, droop,
   flap and lag stops, and a pitch bearing. Pitch links lead from the pitch horns to the rotating swashplate, which scissors turn
   with the hub; the fixed swashplate below it slides and tilts on the mast and stands on three actuators. The shaft is driven.

       height of the plate at (x, y)     a + b x + c y          a, b, c by the three actuators
       pitch of a blade at psi           collective + c1 cos psi + s1 sin psi

   The program is a host with airloads of its own: lift at stations of each blade from the motion that it reads there. It starts
   at full speed in hover and moves the actuators for s1 in the fourth revolution; the rotor then tilts.

       rotor_hub [rotor_hub.csv]
       plot_csv.py rotor_hub.csv rotor_hub.svg "title"

   Exit status 1 if pitch, coning or cyclic flapping are not those of the closed forms below. */
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
    if (!text[0] && model) swp_model_error(model, text, sizeof text, NULL);
    fprintf(stderr, "%s: %s\n%s\n", call, swp_status_name(status), text);
    return 1;
}
#define CHECK(call) do { swp_status s = (call); if (s != SWP_OK) return failed(#call, s); } while (0)

enum { BLADES = 4, ACTUATORS = 3, ELEMENTS = 4, NODES = 2 * ELEMENTS + 1, STATIONS = 9, PER_TURN = 144, TURNS = 9 };

/* The rotor [m], [rad/s], [kg/m]; the air times lift slope times chord, rho a c, over two [kg/m2]. */
static const double pi = 3.141592653589793, speed = 40.0, hinge = 0.2, root = 0.5, radius = 5.0, mass = 8.0;
static const double air = 0.5 * 1.2 * 5.7 * 0.3, gravity = 9.81;
/* Controls: the horn, also distance of the link's foot from the hinge line [m]; actuators from the mast [m]; commands [rad]. */
static const double horn = 0.2, reach = 0.25, link = 0.6, collective = 0.105, s1 = 0.035;

static swp_node ground, hub, fixed_plate, rotating_plate;
static swp_joint shaft, hinges[BLADES], bearings[BLADES], actuators[ACTUATORS];
static swp_stations stations[BLADES];

/* Unit quaternion w, x, y, z of the frame with these first and third axes, which are at right angles. */
static void frame(const double first[3], const double third[3], double q[4]) {
    double m[3][3]; /* columns are the axes */
    for (int i = 0; i < 3; i++) {
        m[i][0] = first[i];
        m[i][1] = third[(i + 1) % 3] * first[(i + 2) % 3] - third[(i + 2) % 3] * first[(i + 1) % 3];
        m[i][2] = third[i];
    }
    const double squares[4] = {1 + m[0][0] + m[1][1] + m[2][2], 1 + m[0][0] - m[1][1] - m[2][2],
                               1 - m[0][0] + m[1][1] - m[2][2], 1 - m[0][0] - m[1][1] + m[2][2]};
    const double pairs[4][4] = {{0, m[2][1] - m[1][2], m[0][2] - m[2][0], m[1][0] - m[0][1]},
                                {m[2][1] - m[1][2], 0, m[1][0] + m[0][1], m[0][2] + m[2][0]},
                                {m[0][2] - m[2][0], m[1][0] + m[0][1], 0, m[2][1] + m[1][2]},
                                {m[1][0] - m[0][1], m[0][2] + m[2][0], m[2][1] + m[1][2], 0}};
    int largest = 0;
    for (int i = 1; i < 4; i++) if (squares[i] > squares[largest]) largest = i;
    double twice = sqrt(squares[largest]);
    for (int i = 0; i < 4; i++) q[i] = i == largest ? 0.5 * twice : 0.5 * pairs[largest][i] / twice;
}

/* A body with the same inertia about all axes, its node at a point that turns with the rotor or not. */
static int body(const char *name, const double at[3], double kg, double inertia, double turns, swp_node *node) {
    const double zero[3] = {0, 0, 0}, i[9] = {inertia, 0, 0, 0, inertia, 0, 0, 0, inertia};
    const double v[3] = {-turns * at[1], turns * at[0], 0}, omega[3] = {0, 0, turns};
    swp_body id;
    CHECK(swp_model_add_node(model, name, at, NULL, node));
    CHECK(swp_model_add_rigid_body(model, name, *node, kg, zero, i, &id));
    CHECK(swp_model_set_node_velocity(model, *node, v, omega));
    return 0;
}

typedef swp_status (*constructor)(swp_model *, const char *, const swp_attachment *, const swp_attachment *, swp_joint *);

/* A joint of two nodes at one point, with one frame on both sides (NULL: inertial axes). */
static int join(constructor add, const char *name, swp_node a, swp_node b, const double at[3], const double *q,
                swp_joint *out) {
    swp_attachment on_a, on_b;
    CHECK(swp_model_attach(model, a, at, q, &on_a));
    CHECK(swp_model_attach(model, b, at, q, &on_b));
    CHECK(add(model, name, &on_a, &on_b, out));
    return 0;
}

/* A point of b, at `there`, that stays on a line or in a plane through `here` on a. */
static int guide(constructor add, const char *name, swp_node a, const double here[3], swp_node b, const double there[3],
                 const double *q) {
    swp_attachment on_a, on_b;
    swp_joint out;
    CHECK(swp_model_attach(model, a, here, q, &on_a));
    CHECK(swp_model_attach(model, b, there, q, &on_b));
    CHECK(add(model, name, &on_a, &on_b, &out));
    return 0;
}

static int mast_and_swashplate(void) {
    const double origin[3] = {0, 0, 0}, plate[3] = {0, 0, -link}, x[3] = {1, 0, 0}, y[3] = {0, 1, 0};
    const double drive_point[3] = {0.3, 0, -link}, times[2] = {0, 10}, angles[2] = {0, 10 * speed};
    double plane[4];
    swp_joint bearing;
    swp_function angle;
    CHECK(swp_model_add_ground(model, "fuselage", origin, NULL, &ground));
    if (body("hub", origin, 40, 2.0, speed, &hub)) return 1;
    if (join(swp_model_add_revolute, "shaft", ground, hub, origin, NULL, &shaft)) return 1;
    CHECK(swp_model_add_table(model, 2, times, angles, SWP_INTERPOLATE_CUBIC, &angle)); /* straight */
    CHECK(swp_model_drive_joint(model, shaft, 0, angle));

    /* The fixed plate slides and tilts on the mast and does not turn; the rotating one turns on it, with the hub. */
    if (body("fixed plate", plate, 6, 0.1, 0, &fixed_plate)) return 1;
    if (body("rotating plate", plate, 6, 0.1, speed, &rotating_plate)) return 1;
    frame(x, y, plane); /* of x and z: its normal is y */
    if (guide(swp_model_add_point_on_line, "ball on the mast", ground, plate, fixed_plate, plate, NULL)) return 1;
    if (guide(swp_model_add_point_in_plane, "fixed scissors", ground, plate, fixed_plate, drive_point, plane)) return 1;
    if (join(swp_model_add_revolute, "plates", fixed_plate, rotating_plate, plate, NULL, &bearing)) return 1;
    if (guide(swp_model_add_point_in_plane, "rotating scissors", hub, plate, rotating_plate, drive_point, plane)) return 1;

    /* Actuators at 0, 120 and 240 degrees, each with a rod to the plate. What they have to do for a, b, c: */
    for (int k = 0; k < ACTUATORS; k++) {
        const double psi = 2 * pi * k / ACTUATORS, turn = 2 * pi / speed;
        const double seat[3] = {reach * cos(psi), reach * sin(psi), -link}, foot[3] = {seat[0], seat[1], -1.5 * link};
        const double a = horn * collective, b = -0.5 * s1, c = 0.5 * s1; /* feet at 45 degrees ahead of their blades */
        char name[20];
        swp_node rod;
        swp_attachment below, above;
        swp_joint strut;
        swp_function parts[2], command;
        snprintf(name, sizeof name, "actuator %d", k + 1);
        if (body(name, foot, 2, 0.01, 0, &rod)) return 1;
        if (join(swp_model_add_prismatic, name, ground, rod, foot, NULL, &actuators[k])) return 1;
        CHECK(swp_model_attach(model, rod, foot, NULL, &below));
        CHECK(swp_model_attach(model, fixed_plate, seat, NULL, &above));
        snprintf(name, sizeof name, "rod %d", k + 1);
        CHECK(swp_model_add_distance(model, name, &below, &above, 0.5 * link, &strut));
        CHECK(swp_model_add_constant(model, a, &parts[0]));
        CHECK(swp_model_add_one_minus_cosine(model, b * seat[0] + c * seat[1], 3 * turn, turn, 1, &parts[1]));
        CHECK(swp_model_add_sum(model, 2, parts, &command));
        CHECK(swp_model_drive_joint(model, actuators[k], 0, command));
    }
    return 0;
}

static int blade(int k, swp_section section) {
    const double psi = 2 * pi * k / BLADES, out[3] = {cos(psi), sin(psi), 0}, ahead[3] = {-sin(psi), cos(psi), 0};
    const double up[3] = {0, 0, 1}, inward[3] = {-out[0], -out[1], 0}, behind[3] = {-ahead[0], -ahead[1], 0};
    double at_hinge[3], at_root[3], horn_end[3], foot[3], middle[3], points[6], places[STATIONS], q[4];
    char name[24];
    for (int i = 0; i < 3; i++) {
        at_hinge[i] = hinge * out[i];
        at_root[i] = points[i] = root * out[i];
        points[3 + i] = radius * out[i];
        horn_end[i] = at_hinge[i] + horn * ahead[i]; /* on the axis of flap: no coupling of flap and pitch */
        foot[i] = horn_end[i] - link * up[i];
        middle[i] = 0.5 * (foot[i] + horn_end[i]);
    }

    /* The blade: a beam with its chord ahead, turning with the hub from the start. */
    swp_beam_options options;
    swp_beam beam;
    swp_node node, cuff, strut;
    CHECK(swp_beam_options_init(&options));
    options.elements = ELEMENTS;
    memcpy(options.direction, ahead, sizeof ahead);
    snprintf(name, sizeof name, "blade %d", k + 1);
    CHECK(swp_model_add_beam(model, name, &options, 2, points, NULL, 1, NULL, &section, NULL, &beam));
    for (int i = NODES - 1; i >= 0; i--) {
        const double r = root + (radius - root) * i / (NODES - 1), omega[3] = {0, 0, speed};
        const double v[3] = {speed * r * ahead[0], speed * r * ahead[1], 0};
        CHECK(swp_model_beam_node(model, beam, i, &node)); /* the last one asked for is the root */
        CHECK(swp_model_set_node_velocity(model, node, v, omega));
    }
    for (int i = 0; i < STATIONS; i++) places[i] = (radius - root) * (i + 0.5) / STATIONS;
    CHECK(swp_model_add_stations(model, name, beam, SWP_FOLLOWER, STATIONS, places, NULL, &stations[k]));

    /* Flap, positive up, about the axis behind; lag, positive ahead, about the axis that is up without flap. */
    const double rates[5] = {-1, -0.1, 0, 0.1, 1}, torques[5] = {-900, -180, 0, 180, 900}; /* the damper gives way */
    swp_spring id;
    snprintf(name, sizeof name, "cuff %d", k + 1);
    if (body(name, at_hinge, 3, 0.05, speed, &cuff)) return 1;
    frame(behind, inward, q);
    snprintf(name, sizeof name, "flap and lag %d", k + 1);
    if (join(swp_model_add_universal, name, hub, cuff, at_hinge, q, &hinges[k])) return 1;
    snprintf(name, sizeof name, "lag damper %d", k + 1);
    CHECK(swp_model_add_joint_damper_table(model, name, hinges[k], 1, 5, rates, torques, &id));
    const struct { const char *name; int coordinate; double limit; int upward; } stops[4] = {
        {"droop stop", 0, -0.04, 0}, {"flap stop", 0, 0.25, 1}, {"lag stop", 1, -0.2, 0}, {"lead stop", 1, 0.2, 1}};
    for (int i = 0; i < 4; i++) {
        snprintf(name, sizeof name, "%s %d", stops[i].name, k + 1);
        CHECK(swp_model_add_joint_stop(model, name, hinges[k], stops[i].coordinate, stops[i].limit, stops[i].upward,
                                       1e5, 0.01, &id));
    }

    /* Pitch bearing, horn and pitch link. */
    swp_joint joint;
    frame(ahead, out, q);
    snprintf(name, sizeof name, "pitch bearing %d", k + 1);
    if (join(swp_model_add_revolute, name, cuff, node, at_root, q, &bearings[k])) return 1;
    snprintf(name, sizeof name, "pitch link %d", k + 1);
    if (body(name, middle, 1, 0.03, speed, &strut)) return 1;
    frame(ahead, up, q); /* a cross that keeps the link from spinning about itself */
    snprintf(name, sizeof name, "foot %d", k + 1);
    if (join(swp_model_add_universal, name, rotating_plate, strut, foot, q, &joint)) return 1;
    snprintf(name, sizeof name, "horn %d", k + 1);
    if (join(swp_model_add_spherical, name, strut, node, horn_end, NULL, &joint)) return 1;
    return 0;
}

/* Lift at every station, across the velocity, which in the axes of the section is u along the chord and w across it: rho a c/2
   times u^2 + w^2 and the angle of attack -w/u. No induced velocity, no drag. */
static int airloads(void) {
    for (int k = 0; k < BLADES; k++) {
        swp_motion motions[STATIONS];
        double loads[6 * STATIONS] = {0};
        CHECK(swp_sim_station_motions(sim, stations[k], motions, STATIONS));
        for (int i = 0; i < STATIONS; i++) {
            const double *q = motions[i].orientation, *v = motions[i].velocity;
            const double chord[3] = {2 * (q[1] * q[2] - q[0] * q[3]), 1 - 2 * (q[1] * q[1] + q[3] * q[3]),
                                     2 * (q[2] * q[3] + q[0] * q[1])};
            const double across[3] = {2 * (q[1] * q[3] + q[0] * q[2]), 2 * (q[2] * q[3] - q[0] * q[1]),
                                      1 - 2 * (q[1] * q[1] + q[2] * q[2])};
            const double u = v[0] * chord[0] + v[1] * chord[1] + v[2] * chord[2];
            const double w = v[0] * across[0] + v[1] * across[1] + v[2] * across[2];
            loads[6 * i + 1] = air * w * w * (radius - root) / STATIONS;
            loads[6 * i + 2] = -air * u * w * (radius - root) / STATIONS;
        }
        CHECK(swp_sim_set_station_loads(sim, stations[k], loads, STATIONS));
    }
    return 0;
}

/* Angle of a straight blade on which centrifugal forces have the moment that they have on the bent blade 1. */
static int mean_flap(double *angle) {
    swp_motion motions[STATIONS];
    double bent = 0, straight = 0;
    CHECK(swp_sim_station_motions(sim, stations[0], motions, STATIONS));
    for (int i = 0; i < STATIONS; i++) {
        const double r = root + (radius - root) * (i + 0.5) / STATIONS;
        bent += r * motions[i].position[2];
        straight += r * (r - hinge);
    }
    *angle = bent / straight;
    return 0;
}

/* Integral of r^n (r - hinge)^m along the blade, Simpson's rule. */
static double moment(int n, int m) {
    double sum = 0;
    for (int i = 0; i <= 1000; i++) {
        double r = root + (radius - root) * i / 1000.0, weight = i == 0 || i == 1000 ? 1 : i % 2 ? 4 : 2;
        sum += weight * pow(r, n) * pow(r - hinge, m) * (radius - root) / 3000.0;
    }
    return sum;
}

int main(int count, char **words) {
    const double down[3] = {0, 0, -gravity};
    swp_engineering e;
    swp_section section;
    CHECK(swp_check_version(SWP_VERSION));
    CHECK(swp_model_create(&model));
    CHECK(swp_model_set_gravity(model, down));
    CHECK(swp_engineering_init(&e));
    e.axial = 2e8;
    e.shear[0] = e.shear[1] = 4e7;
    e.torsion = 5e4;
    e.bending[0] = 1e5; /* flap, then lag [N m2] */
    e.bending[1] = 1e6;
    e.mass = mass;
    e.inertia[1] = 0.002; /* thickness, then chord [kg m] */
    e.inertia[2] = 0.05;
    e.inertia[0] = e.inertia[1] + e.inertia[2];
    e.damping = 1e-3;
    CHECK(swp_model_add_engineering_section(model, "blade", &e, &section));
    if (mast_and_swashplate()) return 1;
    for (int k = 0; k < BLADES; k++) if (blade(k, section)) return 1;

    swp_sim_options options;
    CHECK(swp_sim_options_init(&options));
    options.rho_infinity = 0.5; /* the blades take up their centrifugal force at once: let the vibrations of that die out */
    CHECK(swp_sim_create(model, &options, &sim));
    char text[2048];
    CHECK(swp_sim_report(sim, text, sizeof text, NULL));
    printf("%s\n", text);

    const char *path = count > 1 ? words[1] : "rotor_hub.csv";
    FILE *file = fopen(path, "w");
    if (!file) { fprintf(stderr, "cannot write %s\n", path); return 1; }
    fprintf(file, "revolutions,pitch [deg],flap [deg],lag [deg],");
    fprintf(file, "hub: force z [N],hub: moment x [N m],hub: moment y [N m]\n");

    /* Mean and first harmonic of pitch and flap of blade 1: of the third revolution, and of the last one. */
    double pitch[2][3] = {{0}}, flap[2][3] = {{0}}, cone = 0, gap = 0;
    for (int i = 1; i <= TURNS * PER_TURN; i++) {
        const double degree = pi / 180, psi = 2 * pi * i / PER_TURN;
        double theta, beta, zeta, force[3], torque[3];
        swp_audit audit;
        if (airloads()) return 1; /* of the motion at the beginning of the step */
        CHECK(swp_sim_step(sim, 2 * pi / speed / PER_TURN));
        CHECK(swp_sim_joint_coordinate(sim, bearings[0], 0, &theta, NULL));
        CHECK(swp_sim_joint_coordinate(sim, hinges[0], 0, &beta, NULL));
        CHECK(swp_sim_joint_coordinate(sim, hinges[0], 1, &zeta, NULL));
        CHECK(swp_sim_joint_reaction(sim, shaft, SWP_SIDE_A, SWP_AXES_INERTIAL, force, torque)); /* on the fuselage */
        CHECK(swp_sim_audit(sim, NULL, &audit));
        gap = fmax(gap, audit.position_violation);
        fprintf(file, "%.6f,%.6f,%.6f,%.6f,%.3f,%.3f,%.3f\n", psi / (2 * pi), theta / degree, beta / degree, zeta / degree,
                force[2], torque[0], torque[1]);
        int turn = (i - 1) / PER_TURN;
        double angle = 0;
        if (mean_flap(&angle)) return 1;
        if (turn == 2) cone += angle / PER_TURN;
        if (turn == 2 || turn == TURNS - 1) {
            double *p = pitch[turn != 2], *f = flap[turn != 2];
            const double shape[3] = {1.0 / PER_TURN, 2 * cos(psi) / PER_TURN, 2 * sin(psi) / PER_TURN};
            for (int j = 0; j < 3; j++) {
                p[j] += theta * shape[j];
                f[j] += beta * shape[j];
            }
        }
    }
    fclose(file);

    /* Closed forms of a rigid blade on a hinge: I (beta'' + nu^2 Omega^2 beta) + D beta' = A theta - g S, with the airloads above. */
    const double inertia = mass * moment(0, 2), first = mass * moment(0, 1), nu2 = 1 + hinge * first / inertia;
    const double lift = air * speed * speed * moment(2, 1), damping = air * speed * moment(1, 2);
    const double coning = (lift * collective - gravity * first) / (inertia * nu2 * speed * speed);
    const double re = inertia * (nu2 - 1) * speed * speed, im = damping * speed, size = lift * s1 / (re * re + im * im);
    const double cosine = -size * im, sine = size * re; /* of s1 sin psi, about a quarter of a turn later */
    printf("%d steps; %s written; joints closed to %.1e\n", TURNS * PER_TURN, path, gap);
    printf("pitch:  mean %.5f, cos %.5f, sin %.5f rad; commanded %.5f, 0, %.5f\n", pitch[1][0], pitch[1][1], pitch[1][2],
           collective, s1);
    printf("coning: %.5f rad at the hinge, %.5f of the bent blade; rigid blade %.5f\n", flap[0][0], cone, coning);
    printf("flap:   cos %.5f, sin %.5f rad; rigid blade %.5f, %.5f\n", flap[1][1], flap[1][2], cosine, sine);
    /* Feet and horn on circles, blades that centrifugal forces bend and twist flat by a per cent: */
    int good = gap < 1e-9 && fabs(pitch[1][0] / collective - 1) < 0.02 && fabs(pitch[1][2] / s1 - 1) < 0.02;
    good = good && fabs(pitch[1][1]) < 0.02 * s1 && fabs(cone / coning - 1) < 0.03;
    good = good && hypot(flap[1][1] - cosine, flap[1][2] - sine) < 0.05 * hypot(cosine, sine);
    swp_sim_free(sim);
    swp_model_free(model);
    return good ? 0 : 1;
}
