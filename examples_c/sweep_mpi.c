/* A parameter sweep over the ranks of MPI: the period of a pendulum over its amplitude, one simulation a rank at a time.

       mpirun -np 4 ./sweep_mpi

   Every rank builds its own model and simulation for each of its cases; nothing is shared between ranks, and the library
   knows nothing of MPI. Rank 0 gathers the periods, compares them with the complete elliptic integral and writes sweep.csv.
   Exit status 1 if one of them is wrong. */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <swashplate.h>

enum { CASES = 16 };
static const double pi = 3.14159265358979323846, gravity = 9.81, step = 1e-3; /* [m/s2], [s] */

/* Amplitudes from 10 to 160 degrees [rad]. */
static double amplitude(int k) { return (10.0 + 10.0 * k) * pi / 180.0; }

/* The period of a uniform bar of 1 m: 4 K(sin(a/2)) / omega, omega^2 = 3 g / (2 L), K by the arithmetic-geometric mean. */
static double exact_period(double a) {
    double x = 1.0, y = cos(0.5 * a);
    for (int i = 0; i < 8; i++) {
        double mean = 0.5 * (x + y);
        y = sqrt(x * y);
        x = mean;
    }
    return 2.0 * pi / (x * sqrt(1.5 * gravity));
}

/* A bar on a hinge, released at an angle from where it hangs. */
static swp_status build(swp_model *model, double angle, swp_joint *hinge) {
    const double origin[3] = {0.0, 0.0, 0.0}, down[3] = {0.0, -gravity, 0.0};
    const double inertia[9] = {1e-4, 0.0, 0.0, 0.0, 1.0 / 12.0, 0.0, 0.0, 0.0, 1.0 / 12.0}; /* about the middle */
    const double middle[3] = {0.5 * sin(angle), -0.5 * cos(angle), 0.0};
    const double half = 0.5 * (angle - 0.5 * pi), turn[4] = {cos(half), 0.0, 0.0, sin(half)};
    swp_node ground, bar;
    swp_body body;
    swp_attachment a, b;
    swp_status s = swp_model_set_gravity(model, down);
    if (s == SWP_OK) s = swp_model_add_ground(model, "ground", origin, NULL, &ground);
    if (s == SWP_OK) s = swp_model_add_node(model, "bar", middle, turn, &bar);
    if (s == SWP_OK) s = swp_model_add_rigid_body(model, "bar", bar, 1.0, origin, inertia, &body);
    if (s == SWP_OK) s = swp_model_attach(model, ground, origin, NULL, &a);
    if (s == SWP_OK) s = swp_model_attach(model, bar, origin, NULL, &b);
    if (s == SWP_OK) s = swp_model_add_revolute(model, "hinge", &a, &b, hinge);
    return s;
}

/* Four times the time until the bar hangs straight down. The coordinate starts at 0, and the bar hangs at minus the angle; it
   does not accelerate there, so the time within the last step follows from the rate at its end. */
static swp_status period(swp_sim *sim, swp_joint hinge, double angle, double *out) {
    double time, value = 0.0, rate = 0.0;
    swp_status s = SWP_OK;
    while (s == SWP_OK && value > -angle) {
        s = swp_sim_step(sim, step);
        if (s == SWP_OK) s = swp_sim_joint_coordinate(sim, hinge, 0, &value, &rate);
    }
    if (s == SWP_OK) s = swp_sim_time(sim, &time);
    if (s == SWP_OK) *out = 4.0 * (time - (value + angle) / rate);
    return s;
}

static swp_status simulate(double angle, double *out) {
    swp_model *model = NULL;
    swp_sim *sim = NULL;
    swp_joint hinge;
    char text[2048] = "";
    swp_status s = swp_model_create(&model);
    if (s == SWP_OK) s = build(model, angle, &hinge);
    if (s == SWP_OK) s = swp_sim_create(model, NULL, &sim);
    if (s == SWP_OK) s = period(sim, hinge, angle, out);
    if (s != SWP_OK) {
        if (sim) swp_sim_error(sim, text, sizeof text, NULL);
        else if (model) swp_model_error(model, text, sizeof text, NULL);
        fprintf(stderr, "%s\n%s\n", swp_status_name(s), text);
    }
    swp_sim_free(sim);
    swp_model_free(model);
    return s;
}

int main(int argc, char **argv) {
    int rank, ranks, good = 1;
    double own[CASES] = {0.0}, all[CASES];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (swp_check_version(SWP_VERSION) != SWP_OK) MPI_Abort(MPI_COMM_WORLD, 1);

    /* Cases in turn: large amplitudes take longer, so neighbours share them out evenly. */
    for (int k = rank; k < CASES; k += ranks) {
        if (simulate(amplitude(k), &own[k]) != SWP_OK) MPI_Abort(MPI_COMM_WORLD, 1);
    }
    MPI_Reduce(own, all, CASES, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);

    if (rank == 0) {
        FILE *file = fopen("sweep.csv", "w");
        if (!file) MPI_Abort(MPI_COMM_WORLD, 1);
        fprintf(file, "amplitude [rad],period [s]\n");
        printf("%d cases on %d ranks\n", CASES, ranks);
        for (int k = 0; k < CASES; k++) {
            double exact = exact_period(amplitude(k)), error = all[k] / exact - 1.0;
            printf("amplitude %5.1f deg   period %.6f s   exact %.6f s   relative error %8.1e\n", amplitude(k) * 180.0 / pi,
                   all[k], exact, error);
            fprintf(file, "%.9g,%.9g\n", amplitude(k), all[k]);
            good = good && fabs(error) < 1e-5;
        }
        fclose(file);
    }
    MPI_Bcast(&good, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return good ? 0 : 1;
}
