// swashplate.hpp compiled with -fno-exceptions: results carry a status, and ignoring it does no harm.
#include <cstdio>
#include <string>
#include <utility>
#include <swashplate.hpp>

namespace {

int wrong = 0;

void expect(bool condition, const char* claim) {
    if (!condition) {
        std::printf("not so: %s\n", claim);
        wrong++;
    }
}

}  // namespace

int main() {
    expect(swp::check_version().ok(), "library and header fit");
    auto created = swp::Model::create();
    if (!created) return 1;
    swp::Model model = std::move(created).value();

    const auto ground = model.add_ground("ground", swp::zero);
    const auto mass = model.add_point_node("mass", {1.0, 0.0, 0.0});
    const auto again = model.add_point_node("mass", {2.0, 0.0, 0.0});
    expect(ground.ok() && mass.ok(), "success is ok");
    expect(!again && again.status() == SWP_DUPLICATE_NAME, "a failure has a status");
    expect(again.value().id == 0, "and an id that is never valid");
    expect(model.error_text().find("mass") != std::string::npos, "and a text in the model");
    expect(model.add_point_mass("lost", again.value(), 1.0).status() == SWP_UNKNOWN_ID, "an unchecked id is refused");

    expect(model.add_point_mass("mass", mass.value(), 1.0).ok(), "a point mass");
    expect(model.set_gravity({0.0, 0.0, -9.81}).ok(), "gravity");
    const auto a = model.attach(ground.value(), swp::zero), b = model.attach(mass.value(), {1.0, 0.0, 0.0});
    expect(model.add_distance("string", a.value(), b.value(), 1.0).ok(), "a string");

    swp_sim_options options = swp::default_options();
    options.rho_infinity = 2.0;
    expect(!swp::Simulation::create(model, options).ok(), "a wrong option is refused");
    auto started = swp::Simulation::create(model);
    if (!started) {
        std::printf("%s\n", model.error_text().c_str());
        return 1;
    }
    swp::Simulation sim = std::move(started).value();
    expect(sim.step(1e-3).ok(), "a step");
    expect(sim.step(-1.0).status() == SWP_INVALID_ARGUMENT, "a negative step is refused");
    expect(!sim.error_text().empty(), "with a text");
    expect(sim.time().value() == 1e-3, "and the time stands");
    expect(sim.motion(mass.value()).value().position[2] < 0.0, "the mass falls");
    auto snapshot = sim.save();
    expect(snapshot.ok() && sim.restore(snapshot.value()).ok(), "save and restore");
    swp::Simulation nothing;
    expect(nothing.step(1e-3).status() == SWP_NULL_POINTER, "an empty simulation is refused");
    return wrong == 0 ? 0 : 1;
}
