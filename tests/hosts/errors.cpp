// Failures through swashplate.hpp with exceptions: status and text arrive, callables may throw, nothing leaks.
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>
#include <swashplate.hpp>

namespace {

int wrong = 0;

void expect(bool condition, const char* claim) {
    if (!condition) {
        std::printf("not so: %s\n", claim);
        wrong++;
    }
}

// The error of a call that must fail.
template <class Call>
swp::Error error_of(Call call) {
    try {
        call();
    } catch (const swp::Error& error) {
        return error;
    }
    return swp::Error(SWP_OK, "");
}

}  // namespace

int main() {
    expect(swp::library_version() == SWP_VERSION, "library and header have one version");
    expect(std::strcmp(swp::library_version_string(), "") != 0, "the version has a text");

    swp::Model model;
    const auto ground = model.add_ground("ground", swp::zero);
    const auto ball = model.add_node("ball", {0.0, 0.0, -1.0});
    const auto again = error_of([&] { model.add_node("ball", swp::zero); });
    expect(again.status() == SWP_DUPLICATE_NAME, "a name may be used once");
    expect(std::strstr(again.what(), "ball") != nullptr, "the text says which name");
    expect(std::string(again.status_name()) == "SWP_DUPLICATE_NAME", "the status has its name");
    expect(again.what() == model.error_text(), "the exception carries the text of the model");
    expect(error_of([&] { model.find_node("nobody"); }).status() != SWP_OK, "an unknown name is an error");
    expect(model.find_node("ball").id == ball.id, "a known name is found");
    const auto stale = error_of([&] { model.set_node_velocity(swp_node{77}, swp::zero); });
    expect(stale.status() == SWP_UNKNOWN_ID, "an id is checked");

    model.add_rigid_body("ball", ball, 1.0, swp::zero, swp::diagonal(0.1, 0.1, 0.1));
    const auto joint = model.add_spherical("pivot", model.attach(ground, swp::zero), model.attach(ball, swp::zero));
    expect(model.find_joint("pivot").id == joint.id, "a joint is found");
    const auto late = [](double t, double* out) -> std::int32_t {
        if (t > 0.5) throw std::runtime_error("the host has no value");
        out[0] = out[1] = out[2] = 0.0;
        return 0;
    };
    model.add_force("host", ball, SWP_DEAD, {1.0, 0.0, 0.0}, model.add_callback(late));
    const auto empty = error_of([&] { swp::Simulation(swp::Model(nullptr)); });
    expect(empty.status() == SWP_NULL_POINTER, "an empty model is refused");

    swp::Simulation sim(model);
    expect(!sim.report().empty(), "there is a report of the start");
    expect(error_of([&] { model.add_node("late", swp::zero); }).status() == SWP_FROZEN_MODEL, "a model in use is frozen");
    expect(error_of([&] { sim.accept(); }).status() == SWP_WRONG_STATE, "accept needs begin");
    double small[2];
    expect(error_of([&] { sim.positions(small, 2); }).status() == SWP_WRONG_SIZE, "a wrong size is an error");

    int calls = 0;
    auto stop_at_third = [&calls](double) { return ++calls == 3 ? 1 : 0; };
    sim.set_progress(stop_at_third);
    expect(error_of([&] { sim.advance(0.1, 0.01); }).status() == SWP_CANCELLED, "progress can cancel");
    expect(calls == 3, "progress is called once a step");
    sim.clear_progress();
    sim.advance(0.1, 0.01);

    const swp::Snapshot saved = sim.save();
    std::vector<std::uint8_t> bytes(saved.byte_count());
    expect(saved.to_bytes(bytes.data(), bytes.size()) == bytes.size() && !bytes.empty(), "a snapshot has bytes");
    swp::Snapshot copy = swp::Snapshot::from_bytes(bytes.data(), bytes.size());
    bytes[bytes.size() / 2] ^= 1;
    const auto bad = error_of([&] { swp::Snapshot::from_bytes(bytes.data(), bytes.size() - 1); });
    expect(bad.status() == SWP_BAD_SNAPSHOT && bad.what()[0] != '\0', "bytes cut off are refused with a text");

    const auto failed = error_of([&] { sim.advance(1.0, 0.01); });
    expect(failed.status() == SWP_CALLBACK_FAILED, "an exception in a callable becomes a status");
    expect(failed.what() == sim.error_text() && failed.what()[0] != '\0', "with a text in the simulation");
    expect(sim.time() <= 0.51, "and the simulation stays before the failing step");
    sim.restore(copy);
    expect(sim.time() == 0.1, "a snapshot from bytes restores the time");

    swp::Simulation moved = std::move(sim);
    expect(!sim && moved.time() == 0.1, "a simulation can be moved");
    expect(error_of([&] { sim.step(0.01); }).status() == SWP_NULL_POINTER, "the empty one is refused");
    swp::Model kept = std::move(model);
    moved = swp::Simulation(kept);
    expect(moved.time() == 0.0, "and assigned");
    return wrong == 0 ? 0 : 1;
}
