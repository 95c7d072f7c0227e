// The model of agree.c through swashplate.hpp.
#include <array>
#include <cinttypes>
#include <cstdio>
#include <cstring>
#include <swashplate.hpp>

namespace {

void show(const char* what, const double* values, std::size_t count) {
    for (std::size_t i = 0; i < count; i++) {
        std::uint64_t bits;
        std::memcpy(&bits, &values[i], sizeof bits);
        std::printf("%s %zu %016" PRIX64 "\n", what, i + 1, bits);
    }
}
template <std::size_t N>
void show(const char* what, const double (&values)[N]) { show(what, values, N); }
template <std::size_t N>
void show(const char* what, const std::array<double, N>& values) { show(what, values.data(), N); }
void show(const char* what, double value) { show(what, &value, 1); }

}  // namespace

int main() try {
    const swp::Quaternion z_to_y{0.7071067811865476, -0.7071067811865476, 0.0, 0.0};
    const swp::Quaternion z_to_x{0.7071067811865476, 0.0, 0.7071067811865476, 0.0};
    const double scale = 0.25;
    const auto ramp = [scale](double t, double* out) {
        out[0] = scale * t;
        out[1] = scale;
        out[2] = 0.0;
        return 0;
    };

    swp::check_version();
    swp::Model m;
    m.set_gravity({0.0, 0.0, -9.81});

    const auto ground = m.add_ground("ground", swp::zero);
    const auto shaft = m.add_node("shaft", {0.0, 0.0, 0.5});
    const auto arm = m.add_node("arm", {0.6, 0.0, 1.0});
    const auto slider = m.add_node("slider", {0.8, 0.0, 1.0});
    const auto bob = m.add_node("bob", {1.1, 0.0, 0.7});
    m.add_rigid_body("shaft", shaft, 2.0, swp::zero, swp::diagonal(0.05, 0.05, 0.02));
    m.add_rigid_body("arm", arm, 1.5, {0.01, 0.0, 0.0}, {0.002, 0.001, 0, 0.001, 0.1, 0, 0, 0, 0.1});
    m.add_rigid_body("slider", slider, 0.3, swp::zero, swp::diagonal(1e-3, 1e-3, 1e-3));
    m.add_rigid_body("bob", bob, 0.4, swp::zero, swp::diagonal(4e-3, 4e-3, 1e-3));
    m.add_point_mass("weight", bob, 0.1, {0.0, 0.02, -0.1});

    const auto bearing = m.add_revolute("bearing", m.attach(ground, swp::zero), m.attach(shaft, swp::zero));
    const swp::Vec3 hinge{0.1, 0.0, 1.0}, rail{0.8, 0.0, 1.0}, tip{1.1, 0.0, 1.0};
    const auto flap = m.add_revolute("flap", m.attach(shaft, hinge, z_to_y), m.attach(arm, hinge, z_to_y));
    const auto slide = m.add_prismatic("slide", m.attach(arm, rail, z_to_x), m.attach(slider, rail, z_to_x));
    const auto hook = m.add_universal("hook", m.attach(arm, tip), m.attach(bob, tip));

    const std::array<swp_function, 2> motion{m.add_one_minus_cosine(2.0, 0.0, 0.5, true),
                                             m.add_harmonic(0.05, 12.0, 0.0)};
    m.drive_joint(bearing, 0, m.add_sum(motion.size(), motion.data()));
    m.add_joint_spring("flap spring", flap, 0, 60.0, 0.5, 0.0);
    m.add_joint_spring("slide spring", slide, 0, 200.0, 1.0, 0.01);
    const double times[4] = {0.0, 0.1, 0.3, 1.0}, values[4] = {0.0, 1.0, -0.5, 0.0};
    const auto table = m.add_table(4, times, values, SWP_INTERPOLATE_CUBIC);
    m.add_force("push", arm, SWP_FOLLOWER, {0.0, 0.0, 2.0}, table, {0.5, 0.0, 0.0});
    const auto polynomial = m.add_callback(ramp);
    const std::array<swp_function, 2> wave{m.add_constant(3.0), m.add_harmonic(1.0, 7.0, 0.5)};
    m.add_moment("twist", bob, SWP_DEAD, {0.01, 0.0, 0.02}, m.add_product(wave.size(), wave.data()));
    m.add_force("pull", bob, SWP_DEAD, {0.0, 1.0, 0.0}, polynomial);
    const auto input = m.add_input("host force", 0.1);
    m.add_force("host", slider, SWP_DEAD, {0.0, 0.0, 1.0}, input);
    m.start_joint(slide, 0, 0.02, -0.1);

    swp_sim_options options = swp::default_options();
    options.rho_infinity = 0.8;
    swp::Simulation sim(m, options);

    for (int i = 1; i <= 100; i++) {
        sim.set_input(input, 0.001 * i);
        sim.step(2e-3);
    }
    sim.begin(1e-3);
    sim.iterate();
    sim.set_input(input, 0.5);
    sim.iterate();
    sim.accept();
    const swp::Snapshot saved = sim.save();
    sim.advance(0.3, 2e-3);
    sim.restore(saved);
    sim.advance(0.4, 2e-3);

    std::printf("sizes %zu %zu %zu %zu %zu\n", sizeof(swp_attachment), sizeof(swp_motion), sizeof(swp_sim_options),
                sizeof(swp_audit), sizeof(swp_newton_report));
    std::printf("counts %zu %zu\n", m.node_count(), m.joint_count());
    std::array<swp_motion, 5> motions;
    sim.all_motions(motions.data(), motions.size());
    for (const swp_motion& node : motions) {
        show("position", node.position);
        show("orientation", node.orientation);
        show("velocity", node.velocity);
        show("angular velocity", node.angular_velocity);
        show("acceleration", node.acceleration);
        show("angular acceleration", node.angular_acceleration);
    }
    const swp::Reaction reaction = sim.joint_reaction(hook, SWP_SIDE_B, SWP_AXES_JOINT);
    show("reaction force", reaction.force);
    show("reaction moment", reaction.moment);
    show("drive", sim.joint_drive(bearing, 0));
    show("flap", sim.joint_coordinate(flap, 0).value);
    show("flap rate", sim.joint_coordinate(flap, 0).rate);
    show("relative displacement", sim.joint_relative(hook).displacement);
    show("relative rotation", sim.joint_relative(hook).rotation);
    show("rotation matrix", sim.rotation_matrix(bob));
    show("rotation vector", sim.rotation_vector(bob));
    double multipliers[6];
    const std::size_t conditions = sim.joint_multipliers(hook, nullptr, 0);
    sim.joint_multipliers(hook, multipliers, conditions);
    show("multipliers", multipliers, conditions);
    const swp_audit audit = sim.audit({0.0, 0.0, 1.0});
    show("kinetic energy", audit.kinetic_energy);
    show("potential energy", audit.potential_energy);
    show("work applied", audit.work_applied);
    show("work driven", audit.work_driven);
    show("angular momentum", audit.angular_momentum);
    const swp_newton_report report = sim.newton();
    std::printf("steps %" PRIu64 " iterations %" PRIu64 "\n", report.steps, report.iterations_total);

    swp_sim_options other = swp::default_options();
    other.scheme = SWP_MOMENTUM_DECAYING;
    other.decay_alpha = 0.5;
    sim.set_scheme(other);
    sim.advance(0.42, 2e-3);
    const swp_step_audit last = sim.step_audit();
    show("energy change", last.energy_change);
    show("scheme dissipation", last.scheme_dissipation);
    show("change of angular momentum", last.angular_momentum_change);
    other.scheme = SWP_RADAU_IIA;
    sim.set_scheme(other);
    swp_step_control control = swp::default_step_control();
    control.largest = 5e-3;
    const auto late = [](double t) { return t - 0.44; };
    sim.set_event(late, SWP_DIRECTION_RISING, 1e-7);
    const bool happened = sim.advance_controlled(0.5, control);
    show("event", sim.time());
    sim.clear_event();
    sim.advance_past(0.45, control);
    show("between steps", sim.interpolate_node(bob, 0.45).position);
    const swp_sim_counters counters = sim.counters();
    std::printf("event %d accepted %" PRIu64 " searches %" PRIu64 "\n", happened, counters.accepted, counters.event_searches);
    sim.reset_counters();

    swp::Model third;
    third.set_gravity({0.0, 0.0, -9.81});
    const swp_node disc = third.add_node("disc", {0.0, 0.0, 0.3}), sledge = third.add_node("sledge", {1.0, 1.0, 1.0});
    third.add_rigid_body("disc", disc, 2.0, swp::zero, swp::diagonal(0.1, 0.2, 0.1));
    third.add_rigid_body("sledge", sledge, 1.0, swp::zero, swp::diagonal(0.1, 0.2, 0.1));
    third.set_node_velocity(disc, {1.0, 0.0, 0.0}, {0.1, 3.0, 0.2});
    third.set_node_velocity(sledge, {1.0, 0.0, 0.0});
    const auto rim = third.add_rolling_disc("rim", disc, swp::zero, {0.0, 1.0, 0.0}, 0.3, swp::zero, {0.0, 0.0, 1.0});
    const auto edge = third.add_knife_edge("edge", sledge, {0.2, 0.0, 0.0}, {0.0, 1.0, 0.0});
    const auto turning = [](double, std::size_t, const double*, double* row, double* b) {
        row[5] = 1.0;
        *b = -0.5;
        return 0;
    };
    const auto turn = third.add_pfaffian("turn", 1, &sledge, turning, 1.0);
    swp::Simulation rolling(third);
    rolling.advance(0.1, 2e-3);
    show("rim", rolling.contact(rim).point);
    show("force at the rim", rolling.contact(rim).force);
    show("force at the edge", rolling.contact(edge).tangential);
    show("turning moment", rolling.pfaffian(turn));

    swp::Model second;
    swp_engineering constants = swp::no_engineering();
    constants.axial = 1e7;
    constants.shear[0] = constants.shear[1] = 2e6;
    constants.torsion = 1e4;
    constants.bending[0] = 2e4;
    constants.bending[1] = 5e4;
    constants.mass = 4.0;
    constants.inertia[0] = 0.06;
    constants.inertia[1] = 0.02;
    constants.inertia[2] = 0.04;
    const auto wing = second.add_beam("wing", swp::zero, {2.0, 0.0, 0.0},
                                      second.add_engineering_section("plain", constants));
    const auto fixed = second.attach(second.add_ground("ground", swp::zero), swp::zero);
    second.add_rigid_connection("clamp", fixed, second.attach(second.beam_node(wing, 0), swp::zero));
    second.add_moment("bend", second.beam_node(wing, 10), SWP_DEAD, {0.0, 500.0, 0.0}, second.add_constant(1.0));
    swp::Simulation bent(second);
    bent.solve_static();
    double mesh[7];
    bent.curvature_mesh(wing, SWP_MESH_SPRING, 6, 3.0, mesh, 7);
    show("mesh", mesh);
    return 0;
} catch (const swp::Error& error) {
    std::fprintf(stderr, "%s: %s\n", error.status_name(), error.what());
    return 1;
}
