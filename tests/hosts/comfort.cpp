// What swashplate.hpp has beyond C: names as std::string_view, arrays as spans, quaternions from axes. Compiled with exceptions and,
// as comfort_returning, without. References are closed forms, or the same model built with counts and pointers.
#include <array>
#include <cmath>
#include <cstdio>
#include <string>
#include <string_view>
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

// The value of a result and its status, with exceptions and without.
#ifndef SWASHPLATE_NO_EXCEPTIONS
template <class T>
T value(T result) { return result; }
template <class Call>
swp_status status_of(Call call) {
    try {
        call();
    } catch (const swp::Error& error) {
        expect(error.what()[0] != '\0', "a failure has a text");
        return error.status();
    }
    return SWP_OK;
}
#else
template <class T>
T value(swp::Result<T> result) { return std::move(result).value(); }
template <class Call>
swp_status status_of(Call call) { return call().status(); }
#endif
void done(swp_status status) { expect(status == SWP_OK, "the call is done"); }

double dot(const swp::Vec3& a, const swp::Vec3& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

// Column k of the rotation matrix of a unit quaternion: where it takes axis k.
swp::Vec3 axis(const swp::Quaternion& q, int k) {
    const double w = q[0], x = q[1], y = q[2], z = q[3];
    const swp::Vec3 columns[3] = {{1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)},
                                  {2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)},
                                  {2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)}};
    return columns[k - 1];
}

double length(const swp::Quaternion& q) { return std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]); }

double cosine(const swp::Vec3& a, const swp::Vec3& b) { return dot(a, b) / std::sqrt(dot(a, a) * dot(b, b)); }

void quaternions() {
    // all pairs of 26 directions: each of the four components is the largest somewhere
    std::vector<swp::Vec3> directions;
    for (int i = -1; i <= 1; i++)
        for (int j = -1; j <= 1; j++)
            for (int k = -1; k <= 1; k++)
                if (i || j || k) directions.push_back({1.0 * i, 2.0 * j, 3.0 * k});
    double worst = 0.0;
    int refused = 0;
    for (const swp::Vec3& a : directions) {
        const swp::Quaternion along = value(swp::frame_from_axis(a));
        worst = std::fmax(worst, std::fabs(length(along) - 1.0));
        worst = std::fmax(worst, std::fabs(cosine(axis(along, 3), a) - 1.0));
        for (const swp::Vec3& b : directions) {
            swp::Quaternion q{};
            const swp_status status = status_of([&] {
                auto result = swp::frame_from_axes(a, b);
#ifndef SWASHPLATE_NO_EXCEPTIONS
                q = result;
#else
                q = result.value();
#endif
                return result;
            });
            if (status != SWP_OK) {
                expect(status == SWP_INVALID_ARGUMENT && std::fabs(cosine(a, b)) > 1.0 - 1e-14, "only parallel directions are refused");
                refused++;
                continue;
            }
            worst = std::fmax(worst, std::fabs(length(q) - 1.0));
            worst = std::fmax(worst, std::fabs(cosine(axis(q, 1), a) - 1.0));
            // axis 2 is what is left of b without its part along a
            const double part = dot(a, b) / dot(a, a);
            const swp::Vec3 rest{b[0] - part * a[0], b[1] - part * a[1], b[2] - part * a[2]};
            worst = std::fmax(worst, std::fabs(cosine(axis(q, 2), rest) - 1.0));
        }
    }
    expect(worst < 1e-14, "axes lie where they were given");
    expect(refused == 2 * 26, "each direction is parallel to itself and to its opposite");
    const swp::Quaternion same = value(swp::frame_from_axes({1e-200, 0.0, 0.0}, {0.0, 1e200, 0.0}));
    expect(same == swp::identity, "lengths do not matter");
    // a hinge along y: a turn of -90 degrees about x
    const swp::Quaternion hinge = value(swp::frame_from_axis({0.0, 2.0, 0.0}));
    expect(std::fabs(hinge[0] - std::sqrt(0.5)) < 1e-15 && std::fabs(hinge[1] + std::sqrt(0.5)) < 1e-15, "a hinge along y");
    const swp::Vec3 nearly_down{1e-9, 0.0, -1.0};
    expect(std::fabs(axis(value(swp::frame_from_axis(nearly_down)), 3)[0] - 1e-9) < 1e-20, "beside -z nothing is lost");
    expect(status_of([] { return swp::frame_from_axis(swp::zero); }) == SWP_INVALID_ARGUMENT, "no direction is refused");
    expect(status_of([] { return swp::frame_from_axes(swp::zero, {1.0, 0.0, 0.0}); }) == SWP_INVALID_ARGUMENT, "nor zero");
}

void names() {
    swp::Model model = value(swp::Model::create());
    const std::string line = "ground,hub,blade";
    const std::string_view view = line;
    const swp_node ground = value(model.add_ground(view.substr(0, 6), swp::zero));
    value(model.add_node(view.substr(7, 3), {0.0, 0.0, 1.0}));
    value(model.add_node(std::string("blade"), {1.0, 0.0, 1.0}));
    expect(value(model.find_node("ground")).id == ground.id, "a part of a text is a name");
    expect(value(model.find_id<swp_node>("node", view.substr(11))).id == value(model.find_node("blade")).id, "so is its end");
    const char* none = nullptr;
    expect(status_of([&] { return model.add_node(none, swp::zero); }) == SWP_NULL_POINTER, "no name is refused");
    expect(status_of([&] { return model.add_node(std::string_view("a\0b", 3), swp::zero); }) == SWP_INVALID_ARGUMENT,
           "a name with a zero byte inside is refused, not cut");
    expect(value(model.node_count()) == 3, "and nothing was added");
}

// A beam on a driven hinge, built with counts and pointers, or with spans.
struct Blade {
    swp::Model model;
    swp_beam beam;
    swp_stations stations;
    swp_joint hinge;
};

Blade build(bool spans) {
    Blade b{value(swp::Model::create()), {}, {}, {}};
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
    const swp_section section = value(b.model.add_engineering_section("plain", constants));
    const std::vector<swp::Vec3> points{{0.0, 0.0, 0.0}, {2.0, 0.0, 0.0}};
    const std::array<double, 3> places{0.5, 1.0, 1.5};
    const double times[] = {0.0, 1.0, 2.0}, values[] = {0.0, 0.5, 0.0};
    const swp::Vec3 forces[] = {{0.0, 0.0, 1.0}, {0.0, 0.0, 2.0}, {0.0, 0.0, 1.0}};
    const std::vector<double> ratios{0.01, 0.02};
    swp_beam_options options = swp::default_beam_options();
    options.elements = 4;
    const swp::Quaternion y = value(swp::frame_from_axis({0.0, 1.0, 0.0}));
    const swp_node ground = value(b.model.add_ground("ground", swp::zero));
    swp_function table;
    if (spans) {
        b.beam = value(b.model.add_beam("blade", points, {}, {section}, options));
        table = value(b.model.add_table(times, values, SWP_INTERPOLATE_CUBIC));
        done(status_of([&] { return b.model.add_distributed_load("lift", b.beam, SWP_DEAD, places, forces, table); }));
        b.stations = value(b.model.add_stations("stations", b.beam, SWP_DEAD, places));
        done(status_of([&] { return b.model.damp_beam_modes(b.beam, ratios); }));
    } else {
        b.beam = value(b.model.add_beam("blade", 2, points.data(), 1, nullptr, &section, options));
        table = value(b.model.add_table(3, times, values, SWP_INTERPOLATE_CUBIC));
        done(status_of([&] {
            return b.model.add_distributed_load("lift", b.beam, SWP_DEAD, 3, places.data(), forces, nullptr, table);
        }));
        b.stations = value(b.model.add_stations("stations", b.beam, SWP_DEAD, 3, places.data()));
        done(status_of([&] { return b.model.damp_beam_modes(b.beam, 2, ratios.data()); }));
    }
    const swp_node root = value(b.model.beam_node(b.beam, 0));
    b.hinge = value(b.model.add_revolute("hinge", value(b.model.attach(ground, swp::zero, y)),
                                         value(b.model.attach(root, swp::zero, y))));
    done(status_of([&] { return b.model.drive_joint(b.hinge, 0, table); }));
    return b;
}

void spans() {
    const Blade one = build(true), two = build(false);
    const std::string text = value(one.model.to_text());
    expect(text == value(two.model.to_text()) && text.size() > 1000, "spans build the model that counts and pointers build");

    swp::Simulation sim = value(swp::Simulation::create(one.model));
    const std::size_t nodes = value(one.model.node_count());
    std::vector<swp_motion> motions(nodes);
    std::vector<double> positions(3 * nodes);
    done(status_of([&] { return sim.all_motions(motions); }));
    done(status_of([&] { return sim.positions(positions); }));
    expect(motions[nodes - 2].position[0] == positions[3 * (nodes - 2)], "results go into the caller's vectors");
    expect(status_of([&] { return sim.positions(swp::Span<double>(positions.data(), 2)); }) == SWP_WRONG_SIZE, "which must fit");
    done(status_of([&] { return sim.set_station_loads(one.stations, {swp::Vec6{1.0}, swp::Vec6{}, swp::Vec6{}}); }));

    std::vector<double> multipliers = value(sim.joint_multipliers(one.hinge));
    std::array<double, 6> room{};
    expect(multipliers.size() == value(sim.joint_multipliers(one.hinge, room)), "an array of the right size comes back");
    expect(value(one.model.beam_mesh(one.beam)) == std::vector<double>({0.0, 0.5, 1.0, 1.5, 2.0}), "a mesh of four elements");

    std::array<double, 2> frequency{}, damping{};
    std::vector<double> shapes(12 * nodes * 2);
    done(status_of([&] { return sim.solve_static(); }));
    done(status_of([&] { return sim.modes(swp::zero, frequency, damping, shapes); }));
    expect(frequency[0] > 0.0 && frequency[0] < frequency[1], "frequencies increase");
    shapes.pop_back();
    expect(status_of([&] { return sim.modes(swp::zero, frequency, damping, shapes); }) == SWP_WRONG_SIZE, "shapes must fit");
    std::array<double, 4> fan{};
    done(status_of([&] { return sim.set_station_loads(one.stations, std::vector<swp::Vec6>(3)); }));
    done(status_of([&] { return sim.campbell({0.0, 1.0, 0.0}, {0.0, 1.0}, fan); }));
    expect(std::fabs(fan[0] / frequency[0] - 1.0) < 1e-3 && fan[2] != fan[0], "a row of the fan for each speed");
    expect(status_of([&] { return sim.campbell({0.0, 1.0, 0.0}, {0.0, 1.0, 2.0}, fan); }) == SWP_WRONG_SIZE, "rows have one length");

    swp::Model model = value(swp::Model::create());
    const double short_one[] = {1.0};
    expect(status_of([&] { return model.add_table({0.0, 1.0}, short_one, SWP_INTERPOLATE_LINEAR); }) == SWP_WRONG_SIZE,
           "arrays that belong together must have one number");
    const swp_function three = value(model.add_sum({value(model.add_constant(1.0)), value(model.add_constant(2.0))}));
    expect(three.id != 0, "a list in braces will do");

    const swp::Snapshot saved = value(sim.save());
    const std::vector<std::uint8_t> bytes = value(saved.to_bytes());
    expect(bytes.size() == saved.byte_count() && !bytes.empty(), "bytes of a snapshot come as a vector");
    const swp::Snapshot copy = value(swp::Snapshot::from_bytes(bytes));
    expect(value(copy.to_bytes()) == bytes, "and go back");
}

// A spring of the host's between a node and ground, and a load of the host's that a file refers to.
void callables() {
    swp::Model model = value(swp::Model::create());
    const swp_node mass = value(model.add_point_node("mass", {0.1, 0.0, 0.0}));
    value(model.add_point_mass("mass", mass, 2.0));
    const auto spring = [](const swp_host_view& view, const swp_host_forces& out) {
        out.force[0] = -50.0 * view.poses[0];
        return 0;
    };
    value(model.add_host_element("spring", {mass}, {}, {}, spring));
    int calls = 0;
    const auto load = [&calls](double, double* out) {
        calls++;
        out[0] = out[1] = out[2] = 0.0;
        return 0;
    };
    const swp_function function = value(model.add_callback(load));
    done(status_of([&] { return model.name_function(function, std::string_view("gust")); }));
    value(model.add_force("gust", mass, SWP_DEAD, {0.0, 0.0, 1.0}, function));
    swp::Simulation sim = value(swp::Simulation::create(model));
    done(status_of([&] { return sim.advance(0.2, 1e-3); }));
    // x = 0.1 cos(5 t)
    const double x = value(sim.motion(mass)).position[0];
    expect(std::fabs(x - 0.1 * std::cos(1.0)) < 1e-5, "a mass on a spring of the host's");

    swp::Model copy = value(swp::Model::create());
    const std::string text = value(model.to_text());
    expect(status_of([&] { return copy.from_text(text); }) == SWP_BAD_FILE, "a file's functions of the host must be bound");
    done(status_of([&] { return copy.bind_function("gust", load); }));
    done(status_of([&] { return copy.bind_host_element("spring", spring); }));
    done(status_of([&] { return copy.from_text(text); }));
    calls = 0;
    swp::Simulation again = value(swp::Simulation::create(copy));
    done(status_of([&] { return again.advance(0.2, 1e-3); }));
    expect(calls > 0 && value(again.motion(mass)).position[0] == x, "bound callables are called, and give the same bits");
#ifndef SWASHPLATE_NO_EXCEPTIONS
    const auto thrown = [](const swp_host_view& view, const swp_host_forces&) -> std::int32_t {
        if (view.time > 0.0) throw std::runtime_error("no force");
        return 0;
    };
    swp::Model third = value(swp::Model::create());
    done(status_of([&] { return third.bind_function("gust", load); }));
    done(status_of([&] { return third.bind_host_element("spring", thrown); }));
    done(status_of([&] { return third.from_text(text); }));
    swp::Simulation last = value(swp::Simulation::create(third));
    expect(status_of([&] { return last.step(1e-3); }) == SWP_CALLBACK_FAILED, "what they throw becomes a status");
#endif
}

}  // namespace

int main() {
    quaternions();
    names();
    spans();
    callables();
    return wrong == 0 ? 0 : 1;
}
