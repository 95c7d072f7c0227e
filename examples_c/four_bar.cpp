// A crank-rocker four-bar linkage (Gransden 2015, section 5.2), swinging freely under gravity in the x-y plane.
//
//            C                     ground   A-D  1.0 m
//         __/ \                    crank    A-B  0.3 m   1.5 kg
//      __/     \ rocker            coupler  B-C  1.0 m   5.0 kg
//   B_/ coupler \                  rocker   D-C  0.6 m   3.0 kg
//   |crank       \                 all uniform slender bars, all axes along z
//   A ---ground---D
//
// With four hinges the linkage is over-constrained: each hinge also keeps the bars in the plane, which the others do
// already. The program shows the three ways to meet this:
//   1. by default the library refuses such a model and says which conditions are redundant;
//   2. on request it goes on with least-squares multipliers: the motion is exact, the redundant reactions are a choice;
//   3. the engineer removes the redundancy: a ball joint at B, a cylindrical joint at C.
// Models 2 and 3 must turn in the same, known period. Usage: four_bar [output.csv]

#include <cmath>
#include <cstdio>
#include <string>
#include <swashplate.hpp>

namespace {

constexpr double pi = 3.14159265358979323846;
constexpr double exact_period = 1.3514262119162666;  // [s], from the equation in one coordinate at rtol 1e-12
constexpr double step = 1e-3;                         // [s]

struct FourBar {
    swp::Model model;
    swp_node crank, coupler, rocker;
    swp_joint a;  // crank hinge; coordinate 0 is the crank's angle from its start
};

// A uniform slender bar from a point at the given angle; its node is in the middle, with the first axis along the bar.
// A body needs inertia about all axes: the bar has a thousandth of its transverse one about its own axis.
swp_node add_bar(swp::Model& model, const char* name, double mass, double length, double angle, const swp::Vec3& from) {
    const swp::Vec3 middle{from[0] + 0.5 * length * std::cos(angle), from[1] + 0.5 * length * std::sin(angle), 0.0};
    const swp_node node = model.add_node(name, middle, {std::cos(0.5 * angle), 0.0, 0.0, std::sin(0.5 * angle)});
    const double transverse = mass * length * length / 12.0;
    model.add_rigid_body(name, node, mass, swp::zero, swp::diagonal(1e-3 * transverse, transverse, transverse));
    return node;
}

FourBar build(bool four_hinges) {
    const double crank_angle = 0.5 * pi, coupler_angle = 0.30288055802267766, rocker_angle = 1.6467338486390541;
    const swp::Vec3 A{0.0, 0.0, 0.0}, B{0.0, 0.3, 0.0}, D{1.0, 0.0, 0.0};
    const swp::Vec3 C{1.0 + 0.6 * std::cos(rocker_angle), 0.6 * std::sin(rocker_angle), 0.0};

    FourBar m;
    m.model.set_gravity({0.0, -9.81, 0.0});
    const swp_node ground = m.model.add_ground("ground", A);
    m.crank = add_bar(m.model, "crank", 1.5, 0.3, crank_angle, A);
    m.coupler = add_bar(m.model, "coupler", 5.0, 1.0, coupler_angle, B);
    m.rocker = add_bar(m.model, "rocker", 3.0, 0.6, rocker_angle, D);

    // Joint frames are given in inertial axes: the third axis of each is z, and all angles start at zero.
    const auto at = [&m](swp_node node, const swp::Vec3& point) { return m.model.attach(node, point); };
    m.a = m.model.add_revolute("A", at(ground, A), at(m.crank, A));
    if (four_hinges) {
        m.model.add_revolute("B", at(m.crank, B), at(m.coupler, B));
        m.model.add_revolute("C", at(m.coupler, C), at(m.rocker, C));
    } else {
        // 5 + 3 + 4 + 5 = 17 independent conditions for 18 coordinates. The ball at B holds the coupler in the plane of
        // the crank; the cylinder at C keeps its axis along z, so it cannot spin about the line from B to C.
        m.model.add_spherical("B", at(m.crank, B), at(m.coupler, B));
        m.model.add_cylindrical("C", at(m.coupler, C), at(m.rocker, C));
    }
    m.model.add_revolute("D", at(ground, D), at(m.rocker, D));
    // The crank starts with 1 rad/s; the library finds the velocities of the other bars.
    m.model.start_joint(m.a, 0, swp::leave, 1.0);
    return m;
}

double angle_of(const swp::Simulation& sim, swp_node bar) {
    const auto r = sim.rotation_matrix(bar);  // row-major: the bar's first axis is r[0], r[3], r[6]
    return std::atan2(r[3], r[0]);
}

// Steps until the crank has made one turn and returns the time it took; writes a line a step if a file is given.
double period(FourBar& m, const swp_sim_options& options, std::FILE* csv) {
    swp::Simulation sim(m.model, options);
    const std::string report = sim.report();  // its first line counts unknowns and conditions
    std::printf("%s\n", report.substr(0, report.find('\n')).c_str());
    const swp_audit start = sim.audit();
    if (csv) std::fprintf(csv, "time [s],crank [rad],coupler [rad],rocker [rad],crank rate [rad/s],energy drift [J]\n");

    double time = 0.0, turned = 0.0, rate = 1.0, drift = 0.0;
    for (;;) {
        sim.step(step);
        const auto crank = sim.joint_coordinate(m.a, 0);
        const double before = turned, rate_before = rate;
        turned += std::remainder(crank.value - turned, 2.0 * pi);
        rate = crank.rate;
        time += step;
        const swp_audit audit = sim.audit();
        drift = audit.kinetic_energy + audit.potential_energy - start.kinetic_energy - start.potential_energy;
        if (csv)
            std::fprintf(csv, "%.6f,%.9f,%.9f,%.9f,%.9f,%.3e\n", time, 0.5 * pi + turned, angle_of(sim, m.coupler),
                         angle_of(sim, m.rocker), rate, drift);
        if (turned >= 2.0 * pi) {
            // Time as a cubic function of the angle over the last step, from both angles and both rates.
            const double d = turned - before, s = (2.0 * pi - before) / d;
            const double slopes = (1.0 - s) / rate_before - s / rate;
            return time - step + s * s * (3.0 - 2.0 * s) * step + s * (1.0 - s) * slopes * d;
        }
        if (time > 3.0) return std::nan("");
    }
}

}  // namespace

int main(int argc, char** argv) try {
    swp::check_version();
    swp_sim_options options = swp::default_options();
    options.rho_infinity = 0.95;

    std::printf("1. four hinges, default options\n");
    FourBar hinges = build(true);
    bool refused = false;
    try {
        swp::Simulation sim(hinges.model, options);
    } catch (const swp::Error& error) {
        refused = error.status() == SWP_REDUNDANT_CONSTRAINTS;
        std::printf("%s: %s\n", error.status_name(), error.what());
    }

    std::printf("\n2. four hinges, least-squares multipliers\n");
    options.redundancy = SWP_REDUNDANCY_LEAST_SQUARES;
    const double with_hinges = period(hinges, options, nullptr);

    std::printf("\n3. hinge, ball, cylinder, hinge\n");
    options.redundancy = SWP_REDUNDANCY_STOP;
    FourBar clean = build(false);
    std::FILE* csv = std::fopen(argc > 1 ? argv[1] : "four_bar.csv", "w");
    if (!csv) {
        std::perror("four_bar");
        return 1;
    }
    const double without = period(clean, options, csv);
    std::fclose(csv);

    std::printf("\nperiod of the crank, exact %.9f s\n", exact_period);
    std::printf("  four hinges            %.9f s, error %9.2e s\n", with_hinges, with_hinges - exact_period);
    std::printf("  hinge, ball, cylinder  %.9f s, error %9.2e s\n", without, without - exact_period);
    const bool right = refused && std::fabs(without - exact_period) < 1e-4 && std::fabs(with_hinges - without) < 1e-8;
    return right ? 0 : 1;
} catch (const swp::Error& error) {
    std::fprintf(stderr, "%s: %s\n", error.status_name(), error.what());
    return 1;
}
