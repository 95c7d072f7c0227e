// swashplate.hpp: the C interface of swashplate.h as C++17 classes. Header only.
//
// Three move-only classes own the three handles and free them: Model, Simulation, Snapshot. Ids (swp_node, swp_joint,
// ...), motions, options, audits and enumeration constants are those of swashplate.h. What a function does, and its
// units, is said there; here stands only what differs.
//
// Failure. With exceptions, a function returns its result and throws swp::Error (status and text). Compiled with
// -fno-exceptions, or with SWASHPLATE_NO_EXCEPTIONS defined, the same function returns swp::Result<T>:
//
//     auto hub = model.add_node("hub", {0.0, 0.0, 0.0});
//     if (!hub) return fail(hub.status(), model.error_text());
//     use(hub.value());
//
// The value of a failed Result is an id 0, a null handle or zeros: the C interface refuses the first two with a status,
// so a missing check cannot do harm. The two modes live in different inline namespaces, so translation units of both
// kinds may be linked together.
//
// Threads. As in C: simulations of one model may run in several threads, each simulation in one thread at a time.
//
// Memory. Single results come back by value (ids, arrays of 3, 4 or 9 numbers); whole-model results are written to the
// caller's memory. Matrices are row-major.

#ifndef SWASHPLATE_HPP
#define SWASHPLATE_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

#include "swashplate.h"

#if !defined(SWASHPLATE_NO_EXCEPTIONS) && !defined(__cpp_exceptions)
#define SWASHPLATE_NO_EXCEPTIONS
#endif

namespace swp {

using Vec3 = std::array<double, 3>;
using Quaternion = std::array<double, 4>;  ///< unit quaternion w, x, y, z; maps node axes to inertial axes
using Mat3 = std::array<double, 9>;        ///< row-major
using Vec6 = std::array<double, 6>;        ///< force and moment, or strain and curvature
using Mat6 = std::array<double, 36>;       ///< row-major

inline constexpr Vec3 zero{0.0, 0.0, 0.0};
inline constexpr Quaternion identity{1.0, 0.0, 0.0, 0.0};
/// For Model::start_joint: leave this value or rate as it is.
inline constexpr double leave = std::numeric_limits<double>::quiet_NaN();

/// A row-major diagonal matrix, for instance a principal inertia tensor.
constexpr Mat3 diagonal(double a, double b, double c) { return {a, 0.0, 0.0, 0.0, b, 0.0, 0.0, 0.0, c}; }

/// A failure: its status, and as what() the library's text (what happened, where, what to try).
class Error : public std::runtime_error {
public:
    Error(swp_status status, const std::string& text) : std::runtime_error(text), status_(status) {}
    swp_status status() const noexcept { return status_; }
    const char* status_name() const noexcept { return swp_status_name(status_); }

private:
    swp_status status_;
};

/// Value and rate of a joint coordinate.
struct Coordinate {
    double value, rate;
};

/// Displacement and rotation vector of side B seen from side A, in the axes of A.
struct RelativeMotion {
    Vec3 displacement, rotation;
};

/// What a joint exerts on one of its sides.
struct Reaction {
    Vec3 force, moment;
};

/// Section force (force, moment; in the axes asked for) and strain (strain, curvature; section axes).
struct SectionForce {
    Vec6 force, strain;
};

namespace detail {
/// Asks a `(buffer, length, needed)` function of the C interface for its text: once for the length, once for the text.
template <class Ask>
std::string text(Ask ask) {
    std::size_t needed = 0;
    ask(nullptr, 0, &needed);
    std::string out(needed, '\0');
    if (needed != 0) ask(&out[0], out.size(), &needed);
    while (!out.empty() && out.back() == '\0') out.pop_back();
    return out;
}
/// A callable as user pointer; cast back to its own type, const or not, before it is called.
template <class Callable>
void* address(Callable& callable) noexcept {
    return const_cast<void*>(static_cast<const void*>(std::addressof(callable)));
}
}  // namespace detail

/// Text of this thread's last failure of a function without a handle, such as Model::create or Snapshot::from_bytes.
inline std::string last_error_text() {
    return detail::text([](char* b, std::size_t n, std::size_t* needed) { return swp_last_error(b, n, needed); });
}

/// Version of the loaded library, as number (major*10000 + minor*100 + patch) and as text.
inline std::uint32_t library_version() noexcept { return swp_version(); }
inline const char* library_version_string() noexcept { return swp_version_string(); }

/// Options with the library's defaults.
inline swp_sim_options default_options() noexcept {
    swp_sim_options options{};
    swp_sim_options_init(&options);
    return options;
}

/// Control of the step with the library's defaults.
inline swp_step_control default_step_control() noexcept {
    swp_step_control control{};
    swp_step_control_init(&control);
    return control;
}

/// Options of a path of equilibria with the library's defaults.
inline swp_path_options default_path_options() noexcept {
    swp_path_options options{};
    swp_path_options_init(&options);
    return options;
}

/// Options of a beam with the library's defaults.
inline swp_beam_options default_beam_options() noexcept {
    swp_beam_options options{};
    swp_beam_options_init(&options);
    return options;
}

/// Options of an element of the host's with the library's defaults.
inline swp_host_element_options default_host_element_options() noexcept {
    swp_host_element_options options{};
    swp_host_element_options_init(&options);
    return options;
}

/// Engineering constants of a section, all zero.
inline swp_engineering no_engineering() noexcept {
    swp_engineering constants{};
    swp_engineering_init(&constants);
    return constants;
}

#ifndef SWASHPLATE_NO_EXCEPTIONS

inline namespace throwing {

/// With exceptions a result is the value itself.
template <class T>
using Result = T;

namespace failure {
template <class T, class Text>
T result(swp_status status, T&& value, Text&& text) {
    if (status != SWP_OK) throw Error(status, text());
    return std::forward<T>(value);
}
template <class Text>
void result(swp_status status, Text&& text) {
    if (status != SWP_OK) throw Error(status, text());
}
/// Calls a host's function from the library: an exception becomes a failure, it never passes through the library.
template <class Call>
std::int32_t guarded(Call&& call) noexcept {
    try {
        return call();
    } catch (...) {
        return 1;
    }
}
}  // namespace failure

#else

inline namespace returning {

/// A value or a failure. The value of a failure is T{}: id 0, null handle, zeros.
template <class T>
class [[nodiscard]] Result {
public:
    Result(swp_status status, T&& value) : value_(std::move(value)), status_(status) {}
    bool ok() const noexcept { return status_ == SWP_OK; }
    explicit operator bool() const noexcept { return ok(); }
    swp_status status() const noexcept { return status_; }
    T& value() & noexcept { return value_; }
    const T& value() const& noexcept { return value_; }
    T value() && noexcept { return std::move(value_); }

private:
    T value_;
    swp_status status_;
};

template <>
class [[nodiscard]] Result<void> {
public:
    Result(swp_status status) : status_(status) {}
    bool ok() const noexcept { return status_ == SWP_OK; }
    explicit operator bool() const noexcept { return ok(); }
    swp_status status() const noexcept { return status_; }

private:
    swp_status status_;
};

namespace failure {
template <class T, class Text>
Result<T> result(swp_status status, T&& value, Text&&) {
    return {status, status == SWP_OK ? std::move(value) : T{}};
}
template <class Text>
Result<void> result(swp_status status, Text&&) {
    return status;
}
template <class Call>
std::int32_t guarded(Call&& call) noexcept {
    return call();
}
}  // namespace failure

#endif

/// Fails if the loaded library does not fit the header this program was compiled with. Call it first.
inline Result<void> check_version() { return failure::result(swp_check_version(SWP_VERSION), last_error_text); }

/// A saved state of a simulation.
class Snapshot {
public:
    Snapshot() noexcept = default;
    /// Takes over a handle of the C interface.
    explicit Snapshot(swp_snapshot* handle) noexcept : handle_(handle) {}
    Snapshot(Snapshot&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
    Snapshot& operator=(Snapshot&& other) noexcept {
        if (this != &other) {
            swp_snapshot_free(handle_);
            handle_ = std::exchange(other.handle_, nullptr);
        }
        return *this;
    }
    ~Snapshot() { swp_snapshot_free(handle_); }

    /// From bytes written by to_bytes.
    static Result<Snapshot> from_bytes(const std::uint8_t* bytes, std::size_t length) {
        swp_snapshot* handle = nullptr;
        const swp_status status = swp_snapshot_from_bytes(bytes, length, &handle);
        return failure::result(status, Snapshot(handle), last_error_text);
    }
    /// How many bytes to_bytes writes; 0 for an empty Snapshot.
    std::size_t byte_count() const noexcept {
        std::size_t needed = 0;
        swp_snapshot_to_bytes(handle_, nullptr, 0, &needed);
        return needed;
    }
    /// Writes the state to the caller's buffer of at least byte_count() bytes; returns the number written.
    Result<std::size_t> to_bytes(std::uint8_t* buffer, std::size_t length) const {
        std::size_t needed = 0;
        const swp_status status = swp_snapshot_to_bytes(handle_, buffer, length, &needed);
        return failure::result(status, std::move(needed), last_error_text);
    }

    swp_snapshot* handle() const noexcept { return handle_; }
    swp_snapshot* release() noexcept { return std::exchange(handle_, nullptr); }
    explicit operator bool() const noexcept { return handle_ != nullptr; }

private:
    swp_snapshot* handle_ = nullptr;
};

/// What a diagnosis of a model found.
class Diagnosis {
public:
    Diagnosis() noexcept = default;
    /// Takes over a handle of the C interface.
    explicit Diagnosis(swp_diagnosis* handle) noexcept : handle_(handle) {}
    Diagnosis(Diagnosis&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
    Diagnosis& operator=(Diagnosis&& other) noexcept {
        if (this != &other) {
            swp_diagnosis_free(handle_);
            handle_ = std::exchange(other.handle_, nullptr);
        }
        return *this;
    }
    ~Diagnosis() { swp_diagnosis_free(handle_); }

    Result<swp_diagnosis_numbers> numbers() const {
        swp_diagnosis_numbers out{};
        const swp_status status = swp_diagnosis_get_numbers(handle_, &out);
        return failure::result(status, std::move(out), last_error_text);
    }
    /// All of it, one finding a line; empty for an empty Diagnosis.
    std::string text() const {
        return detail::text([&](char* b, std::size_t n, std::size_t* needed) { return swp_diagnosis_text(handle_, b, n, needed); });
    }
    /// Text of one finding, counted from 0; how bad and about what, if asked for.
    std::string finding(std::size_t index, std::int32_t* severity = nullptr, std::int32_t* kind = nullptr) const {
        return detail::text([&](char* b, std::size_t n, std::size_t* needed) {
            return swp_diagnosis_finding(handle_, index, severity, kind, b, n, needed);
        });
    }

    swp_diagnosis* handle() const noexcept { return handle_; }
    swp_diagnosis* release() noexcept { return std::exchange(handle_, nullptr); }
    explicit operator bool() const noexcept { return handle_ != nullptr; }

private:
    swp_diagnosis* handle_ = nullptr;
};

/// What the mechanism is made of. It cannot change while a simulation uses it.
class Model {
public:
    static Result<Model> create() {
        swp_model* handle = nullptr;
        const swp_status status = swp_model_create(&handle);
        return failure::result(status, Model(handle), last_error_text);
    }
#ifndef SWASHPLATE_NO_EXCEPTIONS
    Model() : Model(create().release()) {}
#else
    /// An empty Model; a usable one comes from create().
    Model() noexcept = default;
#endif
    /// Takes over a handle of the C interface.
    explicit Model(swp_model* handle) noexcept : handle_(handle) {}
    Model(Model&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
    Model& operator=(Model&& other) noexcept {
        if (this != &other) {
            swp_model_free(handle_);
            handle_ = std::exchange(other.handle_, nullptr);
        }
        return *this;
    }
    ~Model() { swp_model_free(handle_); }

    swp_model* handle() const noexcept { return handle_; }
    swp_model* release() noexcept { return std::exchange(handle_, nullptr); }
    explicit operator bool() const noexcept { return handle_ != nullptr; }

    /// Text of the last failure of this model, or of creating a simulation of it.
    std::string error_text() const {
        if (handle_ == nullptr) return last_error_text();
        return detail::text(
            [this](char* b, std::size_t n, std::size_t* needed) { return swp_model_error(handle_, b, n, needed); });
    }

    // ---- nodes -----------------------------------------------------------------------------------------------------

    Result<swp_node> add_node(const char* name, const Vec3& position, const Quaternion& orientation = identity) {
        swp_node out{};
        return give(swp_model_add_node(handle_, name, position.data(), orientation.data(), &out), out);
    }
    Result<swp_node> add_ground(const char* name, const Vec3& position, const Quaternion& orientation = identity) {
        swp_node out{};
        return give(swp_model_add_ground(handle_, name, position.data(), orientation.data(), &out), out);
    }
    Result<swp_node> add_point_node(const char* name, const Vec3& position) {
        swp_node out{};
        return give(swp_model_add_point_node(handle_, name, position.data(), &out), out);
    }
    Result<void> set_node_velocity(swp_node node, const Vec3& velocity, const Vec3& angular_velocity = zero) {
        return give(swp_model_set_node_velocity(handle_, node, velocity.data(), angular_velocity.data()));
    }
    Result<swp_node> find_node(const char* name) const {
        swp_node out{};
        return give(swp_model_find_node(handle_, name, &out), out);
    }
    Result<std::size_t> node_count() const {
        std::size_t out = 0;
        return give(swp_model_node_count(handle_, &out), out);
    }

    // ---- bodies and gravity ----------------------------------------------------------------------------------------

    Result<void> set_gravity(const Vec3& gravity) { return give(swp_model_set_gravity(handle_, gravity.data())); }
    /// inertia: about the centre of mass, in node axes.
    Result<swp_body> add_rigid_body(const char* name, swp_node node, double mass, const Vec3& center_of_mass,
                                    const Mat3& inertia) {
        swp_body out{};
        const double* com = center_of_mass.data();
        return give(swp_model_add_rigid_body(handle_, name, node, mass, com, inertia.data(), &out), out);
    }
    Result<swp_body> add_point_mass(const char* name, swp_node node, double mass, const Vec3& offset = zero) {
        swp_body out{};
        return give(swp_model_add_point_mass(handle_, name, node, mass, offset.data(), &out), out);
    }

    // ---- functions of time -----------------------------------------------------------------------------------------

    Result<swp_function> add_constant(double value) {
        swp_function out{};
        return give(swp_model_add_constant(handle_, value, &out), out);
    }
    /// The table is copied by the library.
    Result<swp_function> add_table(std::size_t count, const double* times, const double* values,
                                   std::int32_t interpolation) {
        swp_function out{};
        return give(swp_model_add_table(handle_, count, times, values, interpolation, &out), out);
    }
    Result<swp_function> add_harmonic(double amplitude, double frequency, double phase) {
        swp_function out{};
        return give(swp_model_add_harmonic(handle_, amplitude, frequency, phase, &out), out);
    }
    Result<swp_function> add_one_minus_cosine(double amplitude, double start, double duration, bool hold) {
        swp_function out{};
        return give(swp_model_add_one_minus_cosine(handle_, amplitude, start, duration, hold ? 1 : 0, &out), out);
    }
    Result<swp_function> add_sum(std::size_t count, const swp_function* functions) {
        swp_function out{};
        return give(swp_model_add_sum(handle_, count, functions, &out), out);
    }
    Result<swp_function> add_product(std::size_t count, const swp_function* functions) {
        swp_function out{};
        return give(swp_model_add_product(handle_, count, functions, &out), out);
    }
    Result<swp_function> add_callback(swp_function_callback callback, void* user) {
        swp_function out{};
        return give(swp_model_add_callback(handle_, callback, user, &out), out);
    }
    /// A callable `int32_t (double t, double out[3])`. It is not copied: it must live as long as the model and its
    /// simulations, and bear calls from several threads if simulations run in several threads. An exception thrown in
    /// it becomes SWP_CALLBACK_FAILED.
    template <class Callable>
    Result<swp_function> add_callback(Callable& callable) {
        const auto call = [](double t, double* out, void* user) noexcept -> std::int32_t {
            return failure::guarded([&] { return (*static_cast<Callable*>(user))(t, out); });
        };
        return add_callback(static_cast<swp_function_callback>(call), detail::address(callable));
    }
    template <class Callable>
    Result<swp_function> add_callback(Callable&&) = delete;  // a temporary would not live long enough
    Result<swp_function> add_input(const char* name, double initial) {
        swp_function out{};
        return give(swp_model_add_input(handle_, name, initial, &out), out);
    }
    Result<swp_function> find_input(const char* name) const {
        swp_function out{};
        return give(swp_model_find_input(handle_, name, &out), out);
    }

    // ---- joints ----------------------------------------------------------------------------------------------------

    /// Where a joint sits on a node, from a point and a frame given in inertial axes in the reference configuration.
    Result<swp_attachment> attach(swp_node node, const Vec3& point, const Quaternion& orientation = identity) {
        swp_attachment out{};
        return give(swp_model_attach(handle_, node, point.data(), orientation.data(), &out), out);
    }
    Result<swp_joint> add_revolute(const char* name, const swp_attachment& a, const swp_attachment& b) {
        swp_joint out{};
        return give(swp_model_add_revolute(handle_, name, &a, &b, &out), out);
    }
    Result<swp_joint> add_prismatic(const char* name, const swp_attachment& a, const swp_attachment& b) {
        swp_joint out{};
        return give(swp_model_add_prismatic(handle_, name, &a, &b, &out), out);
    }
    Result<swp_joint> add_cylindrical(const char* name, const swp_attachment& a, const swp_attachment& b) {
        swp_joint out{};
        return give(swp_model_add_cylindrical(handle_, name, &a, &b, &out), out);
    }
    Result<swp_joint> add_planar(const char* name, const swp_attachment& a, const swp_attachment& b) {
        swp_joint out{};
        return give(swp_model_add_planar(handle_, name, &a, &b, &out), out);
    }
    Result<swp_joint> add_spherical(const char* name, const swp_attachment& a, const swp_attachment& b) {
        swp_joint out{};
        return give(swp_model_add_spherical(handle_, name, &a, &b, &out), out);
    }
    Result<swp_joint> add_universal(const char* name, const swp_attachment& a, const swp_attachment& b) {
        swp_joint out{};
        return give(swp_model_add_universal(handle_, name, &a, &b, &out), out);
    }
    Result<swp_joint> add_rigid_connection(const char* name, const swp_attachment& a, const swp_attachment& b) {
        swp_joint out{};
        return give(swp_model_add_rigid_connection(handle_, name, &a, &b, &out), out);
    }
    Result<swp_joint> add_point_on_line(const char* name, const swp_attachment& a, const swp_attachment& b) {
        swp_joint out{};
        return give(swp_model_add_point_on_line(handle_, name, &a, &b, &out), out);
    }
    Result<swp_joint> add_point_in_plane(const char* name, const swp_attachment& a, const swp_attachment& b) {
        swp_joint out{};
        return give(swp_model_add_point_in_plane(handle_, name, &a, &b, &out), out);
    }
    Result<swp_joint> add_screw(const char* name, const swp_attachment& a, const swp_attachment& b, double pitch) {
        swp_joint out{};
        return give(swp_model_add_screw(handle_, name, &a, &b, pitch, &out), out);
    }
    Result<swp_joint> add_distance(const char* name, const swp_attachment& a, const swp_attachment& b, double length) {
        swp_joint out{};
        return give(swp_model_add_distance(handle_, name, &a, &b, length, &out), out);
    }
    Result<swp_joint> find_joint(const char* name) const {
        swp_joint out{};
        return give(swp_model_find_joint(handle_, name, &out), out);
    }
    Result<std::size_t> joint_count() const {
        std::size_t out = 0;
        return give(swp_model_joint_count(handle_, &out), out);
    }
    Result<void> drive_joint(swp_joint joint, std::int32_t coordinate, swp_function function) {
        return give(swp_model_drive_joint(handle_, joint, coordinate, function));
    }
    /// Pass swp::leave for the one that is not to be set.
    Result<void> start_joint(swp_joint joint, std::int32_t coordinate, double value, double rate) {
        return give(swp_model_start_joint(handle_, joint, coordinate, value, rate));
    }
    Result<swp_spring> add_joint_spring(const char* name, swp_joint joint, std::int32_t coordinate, double stiffness,
                                        double damping, double rest) {
        swp_spring out{};
        return give(swp_model_add_joint_spring(handle_, name, joint, coordinate, stiffness, damping, rest, &out), out);
    }

    // ---- loads -----------------------------------------------------------------------------------------------------

    /// frame: SWP_DEAD or SWP_FOLLOWER; offset in node axes.
    Result<swp_load> add_force(const char* name, swp_node node, std::int32_t frame, const Vec3& force,
                               swp_function function, const Vec3& offset = zero) {
        swp_load out{};
        return give(swp_model_add_force(handle_, name, node, frame, force.data(), offset.data(), function, &out), out);
    }
    Result<swp_load> add_moment(const char* name, swp_node node, std::int32_t frame, const Vec3& moment,
                                swp_function function) {
        swp_load out{};
        return give(swp_model_add_moment(handle_, name, node, frame, moment.data(), function, &out), out);
    }

    // ---- beams -----------------------------------------------------------------------------------------------------

    /// convention: one of swp_convention, for both matrices.
    Result<swp_section> add_section(const char* name, std::int32_t convention, const Mat6& stiffness, const Mat6& mass,
                                    double damping = 0.0) {
        swp_section out{};
        const double *k = stiffness.data(), *m = mass.data();
        return give(swp_model_add_section(handle_, name, convention, k, m, damping, &out), out);
    }
    Result<swp_section> add_engineering_section(const char* name, const swp_engineering& constants) {
        swp_section out{};
        return give(swp_model_add_engineering_section(handle_, name, &constants, &out), out);
    }
    /// Axis through `point_count` points, with a twist at each or nullptr; sections at `station_count` places (one
    /// fewer than places with options.staircase); `mesh`: options.elements + 1 places, or nullptr.
    Result<swp_beam> add_beam(const char* name, std::size_t point_count, const Vec3* points, std::size_t station_count,
                              const double* places, const swp_section* sections,
                              const swp_beam_options& options = default_beam_options(), const double* twist = nullptr,
                              const double* mesh = nullptr) {
        swp_beam out{};
        const double* numbers = points == nullptr ? nullptr : points->data();
        return give(swp_model_add_beam(handle_, name, &options, point_count, numbers, twist, station_count, places,
                                       sections, mesh, &out),
                    out);
    }
    /// A straight beam with one section everywhere.
    Result<swp_beam> add_beam(const char* name, const Vec3& root, const Vec3& tip, swp_section section,
                              const swp_beam_options& options = default_beam_options()) {
        const Vec3 points[2] = {root, tip};
        return add_beam(name, 2, points, 1, nullptr, &section, options);
    }
    Result<swp_beam> find_beam(const char* name) const {
        swp_beam out{};
        return give(swp_model_find_beam(handle_, name, &out), out);
    }
    Result<std::size_t> beam_node_count(swp_beam beam) const {
        std::size_t out = 0;
        return give(swp_model_beam_node_count(handle_, beam, &out), out);
    }
    /// 0 is the root.
    Result<swp_node> beam_node(swp_beam beam, std::size_t index) const {
        swp_node out{};
        return give(swp_model_beam_node(handle_, beam, index, &out), out);
    }
    /// Damps the lowest modes of a beam, clamped at its first node, with these ratios of critical damping.
    Result<void> damp_beam_modes(swp_beam beam, std::size_t count, const double* ratios) {
        return give(swp_model_damp_beam_modes(handle_, beam, count, ratios));
    }

    Result<double> beam_length(swp_beam beam) const {
        double out = 0.0;
        return give(swp_model_beam_length(handle_, beam, &out), out);
    }
    /// How many numbers beam_mesh writes; 0 for an unknown beam.
    std::size_t beam_mesh_count(swp_beam beam) const noexcept {
        std::size_t needed = 0;
        swp_model_beam_mesh(handle_, beam, nullptr, 0, &needed);
        return needed;
    }
    /// Fills the caller's `count` numbers; count is beam_mesh_count(beam).
    Result<void> beam_mesh(swp_beam beam, double* out, std::size_t count) const {
        return give(swp_model_beam_mesh(handle_, beam, out, count, nullptr));
    }
    /// Elements, and smoothed section values that were replaced; empty for an unknown beam.
    std::string beam_report(swp_beam beam) const {
        return detail::text([this, beam](char* b, std::size_t n, std::size_t* needed) {
            return swp_model_beam_report(handle_, beam, b, n, needed);
        });
    }
    /// forces and moments (or nullptr) per length at `count` places, linear in between.
    Result<void> add_distributed_load(const char* name, swp_beam beam, std::int32_t frame, std::size_t count,
                                      const double* places, const Vec3* forces, const Vec3* moments,
                                      swp_function function) {
        const double* f = forces == nullptr ? nullptr : forces->data();
        const double* m = moments == nullptr ? nullptr : moments->data();
        return give(swp_model_add_distributed_load(handle_, name, beam, frame, count, places, f, m, function));
    }
    /// offsets in section axes, or nullptr.
    Result<swp_stations> add_stations(const char* name, swp_beam beam, std::int32_t frame, std::size_t count,
                                      const double* places, const Vec3* offsets = nullptr) {
        swp_stations out{};
        const double* o = offsets == nullptr ? nullptr : offsets->data();
        return give(swp_model_add_stations(handle_, name, beam, frame, count, places, o, &out), out);
    }
    /// Loads at the start: force and moment of each of the `count` stations.
    Result<void> set_station_loads(swp_stations stations, const Vec6* loads, std::size_t count) {
        const double* numbers = loads == nullptr ? nullptr : loads->data();
        return give(swp_model_set_station_loads(handle_, stations, numbers, count));
    }

    // ---- what acts on joint coordinates, and what couples them -----------------------------------------------------

    /// Straight lines through `count` points (value, force against the coordinate).
    Result<swp_spring> add_joint_spring_table(const char* name, swp_joint joint, std::int32_t coordinate, std::size_t count,
                                              const double* values, const double* forces) {
        swp_spring out{};
        return give(swp_model_add_joint_spring_table(handle_, name, joint, coordinate, count, values, forces, &out), out);
    }
    Result<swp_spring> add_joint_preload(const char* name, swp_joint joint, std::int32_t coordinate, double stiffness,
                                         double rest, double preload) {
        swp_spring out{};
        return give(swp_model_add_joint_preload(handle_, name, joint, coordinate, stiffness, rest, preload, &out), out);
    }
    /// upward: does it stop motion to larger values?
    Result<swp_spring> add_joint_stop(const char* name, swp_joint joint, std::int32_t coordinate, double limit, bool upward,
                                      double stiffness, double softness) {
        swp_spring out{};
        return give(swp_model_add_joint_stop(handle_, name, joint, coordinate, limit, upward ? 1 : 0, stiffness, softness,
                                             &out),
                    out);
    }
    /// Straight lines through `count` points (rate, force against it).
    Result<swp_spring> add_joint_damper_table(const char* name, swp_joint joint, std::int32_t coordinate, std::size_t count,
                                              const double* rates, const double* forces) {
        swp_spring out{};
        return give(swp_model_add_joint_damper_table(handle_, name, joint, coordinate, count, rates, forces, &out), out);
    }
    Result<swp_spring> add_joint_friction(const char* name, swp_joint joint, std::int32_t coordinate, double sliding,
                                          double breakaway, double stribeck, double creep) {
        swp_spring out{};
        return give(swp_model_add_joint_friction(handle_, name, joint, coordinate, sliding, breakaway, stribeck, creep,
                                                 &out),
                    out);
    }
    Result<swp_spring> add_joint_force(const char* name, swp_joint joint, std::int32_t coordinate, double factor,
                                       swp_function function) {
        swp_spring out{};
        return give(swp_model_add_joint_force(handle_, name, joint, coordinate, factor, function, &out), out);
    }
    /// The sum of factors times coordinates stays what it is, plus `function` if its id is not 0.
    Result<swp_coupling> add_coupling(const char* name, std::size_t count, const swp_joint* joints,
                                      const std::int32_t* coordinates, const double* factors, swp_function function = {}) {
        swp_coupling out{};
        return give(swp_model_add_coupling(handle_, name, count, joints, coordinates, factors, function, &out), out);
    }

    /// locked: it begins locked, where the reference configuration has it.
    Result<void> add_lock(swp_joint joint, std::int32_t coordinate, bool locked = false) {
        return give(swp_model_add_lock(handle_, joint, coordinate, locked ? 1 : 0));
    }

    /// Locks or releases at the end of the first step that ends at or behind `time`.
    Result<void> schedule_lock(swp_joint joint, std::int32_t coordinate, double time, bool locked) {
        return give(swp_model_schedule_lock(handle_, joint, coordinate, time, locked ? 1 : 0));
    }

    // ---- actuators, chains, gears ----------------------------------------------------------------------------------

    /// A function that follows its command with T ds/dt + s = command; `limits` and `start` (one number) may be null.
    Result<swp_function> add_first_order_actuator(const char* name, swp_function command, double time_constant,
                                                  const swp_actuator_limits* limits = nullptr,
                                                  const double* start = nullptr) {
        swp_function out{};
        return give(swp_model_add_first_order_actuator(handle_, name, command, time_constant, limits, start, &out), out);
    }
    /// The same of second order; `start`: value and rate.
    Result<swp_function> add_second_order_actuator(const char* name, swp_function command, double frequency, double damping,
                                                   const swp_actuator_limits* limits = nullptr,
                                                   const double* start = nullptr) {
        swp_function out{};
        return give(swp_model_add_second_order_actuator(handle_, name, command, frequency, damping, limits, start, &out), out);
    }
    /// Links from a Denavit-Hartenberg table; `nodes` and `joints` receive `count` ids each.
    Result<void> add_chain(const char* name, const swp_attachment& base, std::size_t count, const swp_link* links,
                           swp_node* nodes, swp_joint* joints) {
        return give(swp_model_add_chain(handle_, name, &base, count, links, nodes, joints));
    }
    Result<swp_coupling> add_gears(const char* name, swp_joint_coordinate one, swp_joint_coordinate two, double teeth_one,
                                   double teeth_two, bool internal = false) {
        swp_coupling out{};
        return give(swp_model_add_gears(handle_, name, one, two, teeth_one, teeth_two, internal ? 1 : 0, &out), out);
    }
    Result<swp_coupling> add_bevel_gears(const char* name, swp_joint_coordinate one, swp_joint_coordinate two,
                                         double teeth_one, double teeth_two) {
        swp_coupling out{};
        return give(swp_model_add_bevel_gears(handle_, name, one, two, teeth_one, teeth_two, &out), out);
    }
    Result<swp_coupling> add_rack(const char* name, swp_joint_coordinate pinion, swp_joint_coordinate rack, double radius) {
        swp_coupling out{};
        return give(swp_model_add_rack(handle_, name, pinion, rack, radius, &out), out);
    }
    Result<swp_coupling> add_belt(const char* name, swp_joint_coordinate one, swp_joint_coordinate two, double radius_one,
                                  double radius_two, bool crossed = false) {
        swp_coupling out{};
        return give(swp_model_add_belt(handle_, name, one, two, radius_one, radius_two, crossed ? 1 : 0, &out), out);
    }
    Result<swp_coupling> add_differential(const char* name, swp_joint_coordinate carrier, swp_joint_coordinate output_one,
                                          swp_joint_coordinate output_two) {
        swp_coupling out{};
        return give(swp_model_add_differential(handle_, name, carrier, output_one, output_two, &out), out);
    }

    // ---- springs between nodes -------------------------------------------------------------------------------------

    /// Points in node axes; tension stiffness (distance − length) + damping rate + preload.
    Result<swp_line_spring> add_line_spring(const char* name, swp_node a, const Vec3& point_a, swp_node b,
                                            const Vec3& point_b, double stiffness, double length, double damping = 0.0,
                                            double preload = 0.0) {
        swp_line_spring out{};
        return give(swp_model_add_line_spring(handle_, name, a, point_a.data(), b, point_b.data(), stiffness, length,
                                              damping, preload, &out),
                    out);
    }
    /// `damping` (a Mat6) and `preload` (6 numbers) may be null.
    Result<swp_bushing> add_bushing(const char* name, const swp_attachment& a, const swp_attachment& b,
                                    const Mat6& stiffness, const Mat6* damping = nullptr,
                                    const std::array<double, 6>* preload = nullptr) {
        swp_bushing out{};
        return give(swp_model_add_bushing(handle_, name, &a, &b, stiffness.data(), damping ? damping->data() : nullptr,
                                          preload ? preload->data() : nullptr, &out),
                    out);
    }

    // ---- conditions on velocities ----------------------------------------------------------------------------------

    /// center and unit axis of the disc in node axes; the plane by a point and its unit normal, towards the disc.
    Result<swp_contact> add_rolling_disc(const char* name, swp_node node, const Vec3& center, const Vec3& axis,
                                         double radius, const Vec3& point, const Vec3& normal) {
        swp_contact out{};
        return give(swp_model_add_rolling_disc(handle_, name, node, center.data(), axis.data(), radius, point.data(),
                                               normal.data(), &out),
                    out);
    }
    Result<swp_contact> add_knife_edge(const char* name, swp_node node, const Vec3& offset, const Vec3& across) {
        swp_contact out{};
        return give(swp_model_add_knife_edge(handle_, name, node, offset.data(), across.data(), &out), out);
    }
    Result<swp_pfaffian> add_pfaffian(const char* name, std::size_t count, const swp_node* nodes,
                                      swp_pfaffian_callback callback, void* user, double length) {
        swp_pfaffian out{};
        return give(swp_model_add_pfaffian(handle_, name, count, nodes, callback, user, length, &out), out);
    }
    /// A callable `int32_t (double t, size_t nodes, const double* poses, double* row, double* b)`; it is kept and called as
    /// that of add_callback.
    template <class Callable>
    Result<swp_pfaffian> add_pfaffian(const char* name, std::size_t count, const swp_node* nodes, Callable& callable,
                                      double length) {
        const auto call = [](double t, std::size_t n, const double* poses, double* row, double* b,
                             void* user) noexcept -> std::int32_t {
            return failure::guarded([&] { return (*static_cast<Callable*>(user))(t, n, poses, row, b); });
        };
        void* user = detail::address(callable);
        return add_pfaffian(name, count, nodes, static_cast<swp_pfaffian_callback>(call), user, length);
    }

    // ---- elements and conditions of the host ----------------------------------------------------------------------

    /// An element computed by the host, over nodes and joint coordinates; options may be nullptr.
    Result<swp_host_element> add_host_element(const char* name, std::size_t node_count, const swp_node* nodes,
                                              std::size_t coordinate_count, const swp_joint* joints,
                                              const std::int32_t* coordinates, swp_host_element_callback callback,
                                              void* user, const swp_host_element_options* options) {
        swp_host_element out{};
        return give(swp_model_add_host_element(handle_, name, node_count, nodes, coordinate_count, joints, coordinates,
                                               callback, user, options, &out),
                    out);
    }
    /// A callable `int32_t (const swp_host_view&, const swp_host_forces&)` over nodes; it is kept and called as that of
    /// add_callback.
    template <class Callable>
    Result<swp_host_element> add_host_element(const char* name, std::size_t node_count, const swp_node* nodes,
                                              Callable& callable, const swp_host_element_options* options = nullptr) {
        const auto call = [](const swp_host_view* view, const swp_host_forces* out, void* user) noexcept -> std::int32_t {
            return failure::guarded([&] { return (*static_cast<Callable*>(user))(*view, *out); });
        };
        return add_host_element(name, node_count, nodes, 0, nullptr, nullptr,
                                static_cast<swp_host_element_callback>(call), detail::address(callable), options);
    }
    /// Conditions on positions computed by the host.
    Result<swp_host_condition> add_host_condition(const char* name, std::size_t count, std::size_t node_count,
                                                  const swp_node* nodes, std::size_t coordinate_count,
                                                  const swp_joint* joints, const std::int32_t* coordinates,
                                                  swp_host_condition_callback callback, void* user,
                                                  bool gives_curvature, double length) {
        swp_host_condition out{};
        return give(swp_model_add_host_condition(handle_, name, count, node_count, nodes, coordinate_count, joints,
                                                 coordinates, callback, user, gives_curvature ? 1 : 0, length, &out),
                    out);
    }
    /// A callable `int32_t (const swp_host_view&, const swp_host_values&)` over nodes.
    template <class Callable>
    Result<swp_host_condition> add_host_condition(const char* name, std::size_t count, std::size_t node_count,
                                                  const swp_node* nodes, Callable& callable, bool gives_curvature,
                                                  double length) {
        const auto call = [](const swp_host_view* view, const swp_host_values* out, void* user) noexcept -> std::int32_t {
            return failure::guarded([&] { return (*static_cast<Callable*>(user))(*view, *out); });
        };
        return add_host_condition(name, count, node_count, nodes, 0, nullptr, nullptr,
                                  static_cast<swp_host_condition_callback>(call), detail::address(callable),
                                  gives_curvature, length);
    }
    /// Tangents against differences, in configurations within spread [m, rad] of the reference.
    Result<swp_host_check> check_host_element(swp_host_element element, double spread) const {
        swp_host_check out{};
        return give(swp_model_check_host_element(handle_, element, spread, &out), out);
    }
    Result<swp_host_check> check_host_condition(swp_host_condition condition, double spread) const {
        swp_host_check out{};
        return give(swp_model_check_host_condition(handle_, condition, spread, &out), out);
    }

    Result<void> check() { return give(swp_model_check(handle_)); }
    /// What is wrong or looks wrong, for steps of this size; options may be nullptr.
    Result<Diagnosis> diagnose(double step, const swp_sim_options* options = nullptr) const {
        swp_diagnosis* handle = nullptr;
        const swp_status status = swp_model_diagnose(handle_, options, step, &handle);
        Diagnosis out(handle);
        return give(status, out);
    }

    // ---- files -----------------------------------------------------------------------------------------------------

    Result<void> write(const char* path) const { return give(swp_model_write(handle_, path)); }
    Result<std::string> to_text() const {
        std::size_t needed = 0;
        swp_status status = swp_model_to_text(handle_, nullptr, 0, &needed);
        std::string out(status == SWP_OK ? needed : 0, '\0');
        if (status == SWP_OK) status = swp_model_to_text(handle_, &out[0], out.size(), &needed);
        if (!out.empty()) out.pop_back();
        return give(status, out);
    }
    /// Into an empty model; callbacks that the file names are bound before.
    Result<void> read(const char* path) { return give(swp_model_read(handle_, path)); }
    Result<void> from_text(const char* text) { return give(swp_model_from_text(handle_, text)); }
    Result<void> name_function(swp_function function, const char* name) {
        return give(swp_model_name_function(handle_, function, name));
    }
    Result<void> bind_function(const char* name, swp_function_callback callback, void* user) {
        return give(swp_model_bind_function(handle_, name, callback, user));
    }
    Result<void> bind_host_element(const char* name, swp_host_element_callback callback, void* user) {
        return give(swp_model_bind_host_element(handle_, name, callback, user));
    }
    Result<void> bind_host_condition(const char* name, swp_host_condition_callback callback, void* user) {
        return give(swp_model_bind_host_condition(handle_, name, callback, user));
    }
    Result<void> bind_pfaffian(const char* name, swp_pfaffian_callback callback, void* user) {
        return give(swp_model_bind_pfaffian(handle_, name, callback, user));
    }
    /// Anything by its name, for instance find_id<swp_spring>("spring", "lag damper").
    template <class Id>
    Result<Id> find_id(const char* kind, const char* name) const {
        Id out{};
        return give(swp_model_find_id(handle_, kind, name, &out.id), out);
    }

private:
    template <class T>
    Result<T> give(swp_status status, T& value) const {
        return failure::result(status, std::move(value), [this] { return error_text(); });
    }
    Result<void> give(swp_status status) const {
        return failure::result(status, [this] { return error_text(); });
    }

    swp_model* handle_ = nullptr;
};

/// All that moves. Several simulations may share one model; the model may be destroyed before them.
class Simulation {
public:
    /// Checks the model and finds a consistent start. The text of a failure is in model.error_text().
    static Result<Simulation> create(const Model& model, const swp_sim_options& options = default_options()) {
        swp_sim* handle = nullptr;
        const swp_status status = swp_sim_create(model.handle(), &options, &handle);
        return failure::result(status, Simulation(handle), [&model] { return model.error_text(); });
    }
#ifndef SWASHPLATE_NO_EXCEPTIONS
    explicit Simulation(const Model& model, const swp_sim_options& options = default_options())
        : Simulation(create(model, options).release()) {}
#else
    /// An empty Simulation; a usable one comes from create().
    Simulation() noexcept = default;
#endif
    /// Takes over a handle of the C interface.
    explicit Simulation(swp_sim* handle) noexcept : handle_(handle) {}
    Simulation(Simulation&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
    Simulation& operator=(Simulation&& other) noexcept {
        if (this != &other) {
            swp_sim_free(handle_);
            handle_ = std::exchange(other.handle_, nullptr);
        }
        return *this;
    }
    ~Simulation() { swp_sim_free(handle_); }

    swp_sim* handle() const noexcept { return handle_; }
    swp_sim* release() noexcept { return std::exchange(handle_, nullptr); }
    explicit operator bool() const noexcept { return handle_ != nullptr; }

    /// Text of the last failure of this simulation.
    std::string error_text() const {
        if (handle_ == nullptr) return last_error_text();
        return detail::text(
            [this](char* b, std::size_t n, std::size_t* needed) { return swp_sim_error(handle_, b, n, needed); });
    }
    /// What was found at the start: size, degrees of freedom, corrections, redundant conditions.
    std::string report() const {
        return detail::text(
            [this](char* b, std::size_t n, std::size_t* needed) { return swp_sim_report(handle_, b, n, needed); });
    }

    /// Another scheme for the steps to come; only the options of the scheme are taken.
    Result<void> set_scheme(const swp_sim_options& options) { return give(swp_sim_set_scheme(handle_, &options)); }
    std::string scheme_name() const {
        return detail::text(
            [this](char* b, std::size_t n, std::size_t* needed) { return swp_sim_scheme_name(handle_, b, n, needed); });
    }

    // ---- stepping --------------------------------------------------------------------------------------------------

    Result<double> time() const {
        double out = 0.0;
        return give(swp_sim_time(handle_, &out), out);
    }
    Result<void> set_input(swp_function input, double value) { return give(swp_sim_set_input(handle_, input, value)); }
    Result<void> set_inputs(std::size_t count, const swp_function* inputs, const double* values) {
        return give(swp_sim_set_inputs(handle_, count, inputs, values));
    }
    /// One of swp_input_rule for an input, or for all inputs and all loads of stations.
    Result<void> set_input_rule(const swp_function* input, std::int32_t rule) {
        return give(swp_sim_set_input_rule(handle_, input, rule));
    }
    Result<void> set_station_rule(swp_stations stations, std::int32_t rule) {
        return give(swp_sim_set_station_rule(handle_, stations, rule));
    }
    /// With rates, as an input that drives a joint needs them.
    Result<void> set_input_rates(swp_function input, double value, double rate, double second_rate) {
        return give(swp_sim_set_input_rates(handle_, input, value, rate, second_rate));
    }
    /// Accelerations and reactions for the inputs that are set, without a step.
    Result<void> evaluate() { return give(swp_sim_evaluate(handle_)); }
    Result<void> step(double dt) { return give(swp_sim_step(handle_, dt)); }
    Result<void> advance(double t_end, double dt_max) { return give(swp_sim_advance(handle_, t_end, dt_max)); }
    /// Steps whose error is controlled, to t_end or to an event: true if one happened.
    Result<bool> advance_controlled(double t_end, const swp_step_control& control = default_step_control()) {
        std::int32_t event = 0;
        const swp_status status = swp_sim_advance_controlled(handle_, t_end, &control, &event);
        bool happened = event != 0;
        return give(status, happened);
    }
    /// The same until t has been reached or passed.
    Result<bool> advance_past(double t, const swp_step_control& control = default_step_control()) {
        std::int32_t event = 0;
        const swp_status status = swp_sim_advance_past(handle_, t, &control, &event);
        bool happened = event != 0;
        return give(status, happened);
    }
    Result<swp_sim_counters> counters() const {
        swp_sim_counters out{};
        return give(swp_sim_get_counters(handle_, &out), out);
    }
    Result<void> reset_counters() { return give(swp_sim_reset_counters(handle_)); }

    /// Evaluate elements with this many threads, 1 to 256; the same bits for any number.
    Result<void> set_threads(std::int32_t count) { return give(swp_sim_set_threads(handle_, count)); }
    Result<void> begin(double dt) { return give(swp_sim_begin(handle_, dt)); }
    Result<void> iterate() { return give(swp_sim_iterate(handle_)); }
    Result<void> accept() { return give(swp_sim_accept(handle_)); }
    Result<void> reject() { return give(swp_sim_reject(handle_)); }
    Result<void> solve_static() { return give(swp_sim_solve_static(handle_)); }
    /// Equilibrium while all turns with omega about the line through `about`.
    Result<void> solve_rotating(const Vec3& omega, const Vec3& about = zero) {
        return give(swp_sim_solve_rotating(handle_, omega.data(), about.data()));
    }
    /// loads: force and moment of each of the `count` stations.
    Result<void> set_station_loads(swp_stations stations, const Vec6* loads, std::size_t count) {
        const double* numbers = loads == nullptr ? nullptr : loads->data();
        return give(swp_sim_set_station_loads(handle_, stations, numbers, count));
    }
    Result<void> set_progress(swp_progress_callback callback, void* user) {
        return give(swp_sim_set_progress(handle_, callback, user));
    }
    /// A callable `int32_t (double t)`; nonzero or an exception cancels. It is not copied and must outlive its use.
    template <class Callable>
    Result<void> set_progress(Callable& callable) {
        const auto call = [](double t, void* user) noexcept -> std::int32_t {
            return failure::guarded([&] { return (*static_cast<Callable*>(user))(t); });
        };
        return set_progress(static_cast<swp_progress_callback>(call), detail::address(callable));
    }
    template <class Callable>
    Result<void> set_progress(Callable&&) = delete;  // a temporary would not live long enough
    Result<void> clear_progress() { return give(swp_sim_set_progress(handle_, nullptr, nullptr)); }
    Result<void> set_event(swp_event_callback callback, void* user, std::int32_t direction, double tolerance) {
        return give(swp_sim_set_event(handle_, callback, user, direction, tolerance));
    }
    /// A callable `double (double t)`, whose change of sign is the event; an exception becomes SWP_CALLBACK_FAILED. It is not
    /// copied and must outlive its use.
    template <class Callable>
    Result<void> set_event(Callable& callable, std::int32_t direction = SWP_DIRECTION_BOTH, double tolerance = 1e-9) {
        const auto call = [](double t, double* value, void* user) noexcept -> std::int32_t {
            return failure::guarded([&] {
                *value = (*static_cast<Callable*>(user))(t);
                return 0;
            });
        };
        return set_event(static_cast<swp_event_callback>(call), detail::address(callable), direction, tolerance);
    }
    template <class Callable>
    Result<void> set_event(Callable&&, std::int32_t = 0, double = 0.0) = delete;  // a temporary would not live long enough
    Result<void> clear_event() {
        return give(swp_sim_set_event(handle_, nullptr, nullptr, SWP_DIRECTION_BOTH, 1e-9));
    }

    // ---- results ---------------------------------------------------------------------------------------------------

    Result<swp_motion> motion(swp_node node) const {
        swp_motion out{};
        return give(swp_sim_motion(handle_, node, &out), out);
    }
    /// At a time within the last accepted step.
    Result<swp_motion> interpolate_node(swp_node node, double t) const {
        swp_motion out{};
        return give(swp_sim_interpolate_node(handle_, node, t, &out), out);
    }
    Result<Mat3> rotation_matrix(swp_node node) const {
        Mat3 out{};
        return give(swp_sim_rotation_matrix(handle_, node, out.data()), out);
    }
    Result<Vec3> rotation_vector(swp_node node) const {
        Vec3 out{};
        return give(swp_sim_rotation_vector(handle_, node, out.data()), out);
    }
    /// Fills the caller's `count` motions; count is the number of nodes.
    Result<void> all_motions(swp_motion* out, std::size_t count) const {
        return give(swp_sim_all_motions(handle_, out, count));
    }
    /// Fills the caller's `count` numbers; count is three times the number of nodes.
    Result<void> positions(double* out, std::size_t count) const {
        return give(swp_sim_positions(handle_, out, count));
    }

    Result<Coordinate> joint_coordinate(swp_joint joint, std::int32_t coordinate) const {
        Coordinate out{};
        return give(swp_sim_joint_coordinate(handle_, joint, coordinate, &out.value, &out.rate), out);
    }
    Result<RelativeMotion> joint_relative(swp_joint joint) const {
        RelativeMotion out{};
        return give(swp_sim_joint_relative(handle_, joint, out.displacement.data(), out.rotation.data()), out);
    }
    /// Force or moment of the drive of a joint coordinate.
    Result<double> joint_drive(swp_joint joint, std::int32_t coordinate) const {
        double out = 0.0;
        return give(swp_sim_joint_drive(handle_, joint, coordinate, &out), out);
    }
    /// side: SWP_SIDE_A or SWP_SIDE_B; axes: SWP_AXES_INERTIAL or SWP_AXES_JOINT.
    Result<Reaction> joint_reaction(swp_joint joint, std::int32_t side, std::int32_t axes) const {
        Reaction out{};
        return give(swp_sim_joint_reaction(handle_, joint, side, axes, out.force.data(), out.moment.data()), out);
    }
    /// Fills the caller's memory; count is the number of multipliers: joint_multipliers(joint, nullptr, 0) returns it.
    Result<std::size_t> joint_multipliers(swp_joint joint, double* out, std::size_t count) const {
        std::size_t needed = 0;
        return give(swp_sim_joint_multipliers(handle_, joint, out, count, &needed), needed);
    }
    /// Force or torque that a spring, stop, damper, friction or force actuator exerts along its coordinate.
    Result<double> joint_action(swp_spring spring) const {
        double out = 0.0;
        return give(swp_sim_joint_action(handle_, spring, &out), out);
    }
    /// Locks a coordinate where it is; the impulse of the lock along it.
    Result<double> lock(swp_joint joint, std::int32_t coordinate) {
        double out = 0.0;
        return give(swp_sim_lock(handle_, joint, coordinate, &out), out);
    }
    Result<void> release(swp_joint joint, std::int32_t coordinate) {
        return give(swp_sim_release(handle_, joint, coordinate));
    }
    Result<bool> locked(swp_joint joint, std::int32_t coordinate) const {
        std::int32_t out = 0;
        const swp_status status = swp_sim_locked(handle_, joint, coordinate, &out);
        bool held = out != 0;
        return give(status, held);
    }
    /// Closed or open, where, since when, and the impulse when it closed.
    Result<swp_lock_state> lock_state(swp_joint joint, std::int32_t coordinate) const {
        swp_lock_state out{};
        return give(swp_sim_lock_state(handle_, joint, coordinate, &out), out);
    }
    /// Command, output, rates and limits of an actuator.
    Result<swp_actuator_motion> actuator(swp_function actuator) const {
        swp_actuator_motion out{};
        return give(swp_sim_actuator(handle_, actuator, &out), out);
    }
    /// Force or torque of a coupling along one of its coordinates, by its place among them.
    Result<double> coupling_effort(swp_coupling coupling, std::int32_t place) const {
        double out = 0.0;
        return give(swp_sim_coupling_effort(handle_, coupling, place, &out), out);
    }
    /// How the joints were closed, with `assemble` in the options.
    Result<swp_assembly> assembly() const {
        swp_assembly out{};
        return give(swp_sim_assembly(handle_, &out), out);
    }
    /// Length, rate and tension of a spring between two points.
    Result<swp_line_spring_state> line_spring(swp_line_spring spring) const {
        swp_line_spring_state out{};
        return give(swp_sim_line_spring(handle_, spring, &out), out);
    }
    /// Strains and forces of a bushing.
    Result<swp_bushing_state> bushing(swp_bushing bushing) const {
        swp_bushing_state out{};
        return give(swp_sim_bushing(handle_, bushing, &out), out);
    }
    /// Where a rolling disc or a knife edge touches, the force on its node there, and the slip.
    Result<swp_contact_state> contact(swp_contact contact) const {
        swp_contact_state out{};
        return give(swp_sim_contact(handle_, contact, &out), out);
    }
    /// Multiplier of a condition of the host's.
    /// Multipliers of conditions of the host's; count is their number.
    Result<void> host_condition(swp_host_condition condition, std::size_t count, double* out) const {
        return give(swp_sim_host_condition(handle_, condition, count, out));
    }
    Result<double> pfaffian(swp_pfaffian pfaffian) const {
        double out = 0.0;
        return give(swp_sim_pfaffian(handle_, pfaffian, &out), out);
    }
    /// Fills the caller's `count` motions; count is the number of stations.
    Result<void> station_motions(swp_stations stations, swp_motion* out, std::size_t count) const {
        return give(swp_sim_station_motions(handle_, stations, out, count));
    }
    /// axes: SWP_AXES_INERTIAL or SWP_AXES_SECTION.
    Result<SectionForce> section_force(swp_beam beam, double place, std::int32_t axes) const {
        SectionForce out{};
        return give(swp_sim_section_force(handle_, beam, place, axes, out.strain.data(), out.force.data()), out);
    }
    /// A new mesh from the sections of a beam and its curvature now; meshing: SWP_MESH_SPRING or SWP_MESH_COST. Fills the
    /// caller's `count` numbers; count is elements + 1.
    Result<void> curvature_mesh(swp_beam beam, std::int32_t meshing, std::int32_t elements, double element_ratio,
                                double* out, std::size_t count) const {
        return give(swp_sim_curvature_mesh(handle_, beam, meshing, elements, element_ratio, out, count));
    }
    /// Fills the caller's `count` frequencies, damping ratios and shapes (count * nodes * 12); the last two may be
    /// nullptr.
    Result<void> modes(const Vec3& spin, std::size_t count, double* frequency, double* damping = nullptr,
                       double* shapes = nullptr) {
        return give(swp_sim_modes(handle_, spin.data(), count, frequency, damping, shapes));
    }
    /// Fills the caller's speed_count * count frequencies, a row a speed.
    Result<void> campbell(const Vec3& axis, std::size_t speed_count, const double* speeds, std::size_t count,
                          double* frequencies, const Vec3& about = zero) {
        return give(swp_sim_campbell(handle_, axis.data(), about.data(), speed_count, speeds, count, frequencies));
    }
    /// To a load factor along the path of equilibria; without an input all loads and gravity grow by one factor.
    Result<void> go_to_load(double factor, const swp_function* input = nullptr,
                            const swp_path_options& options = default_path_options()) {
        return give(swp_sim_go_to_load(handle_, input, factor, &options));
    }
    /// The path of equilibria to a load factor, or to what the options end it at.
    Result<void> trace_path(double to, const swp_function* input = nullptr,
                            const swp_path_options& options = default_path_options()) {
        return give(swp_sim_trace_path(handle_, input, to, &options));
    }
    Result<std::size_t> path_count() const {
        std::size_t out = 0;
        return give(swp_sim_path_count(handle_, &out), out);
    }
    Result<swp_path_point> path_point(std::size_t point) const {
        swp_path_point out{};
        return give(swp_sim_path_point(handle_, point, &out), out);
    }
    Result<void> visit_path(std::size_t point) { return give(swp_sim_visit_path(handle_, point)); }
    Result<void> set_load_step_limit(std::size_t most) { return give(swp_sim_set_load_step_limit(handle_, most)); }
    Result<swp_statics_report> statics_report() const {
        swp_statics_report out{};
        return give(swp_sim_statics_report(handle_, &out), out);
    }
    /// Energies, works, momenta (angular momentum about the given point) and violations.
    Result<swp_audit> audit(const Vec3& about = zero) const {
        swp_audit out{};
        return give(swp_sim_audit(handle_, about.data(), &out), out);
    }
    /// The books of the last step.
    Result<swp_step_audit> step_audit() const {
        swp_step_audit out{};
        return give(swp_sim_step_audit(handle_, &out), out);
    }
    Result<swp_newton_report> newton() const {
        swp_newton_report out{};
        return give(swp_sim_newton(handle_, &out), out);
    }
    /// Relative error that rounding may cause in reactions now; from about 0.01 on they are not to be relied on.
    Result<double> reaction_uncertainty() {
        double out = 0;
        return give(swp_sim_reaction_uncertainty(handle_, &out), out);
    }

    // ---- snapshots -------------------------------------------------------------------------------------------------

    Result<Snapshot> save() const {
        swp_snapshot* out = nullptr;
        const swp_status status = swp_sim_save(handle_, &out);
        return failure::result(status, Snapshot(out), [this] { return error_text(); });
    }
    Result<void> restore(const Snapshot& snapshot) { return give(swp_sim_restore(handle_, snapshot.handle())); }

    // ---- case files ------------------------------------------------------------------------------------------------

    /// A case file; its model goes into the empty `model`. The text of a failure is in model.error_text().
    static Result<Simulation> read_case(Model& model, const char* path) {
        swp_sim* handle = nullptr;
        const swp_status status = swp_case_read(model.handle(), path, &handle);
        return failure::result(status, Simulation(handle), [&model] { return model.error_text(); });
    }
    static Result<Simulation> case_from_text(Model& model, const char* text) {
        swp_sim* handle = nullptr;
        const swp_status status = swp_case_from_text(model.handle(), text, &handle);
        return failure::result(status, Simulation(handle), [&model] { return model.error_text(); });
    }
    Result<void> write_case(const char* path) const { return give(swp_sim_write_case(handle_, path)); }
    std::string case_text() const {
        return detail::text(
            [this](char* b, std::size_t n, std::size_t* needed) { return swp_sim_case_text(handle_, b, n, needed); });
    }
    /// Text of the call that repeat() would make again; empty if there is none.
    std::string failure_text() const {
        return detail::text(
            [this](char* b, std::size_t n, std::size_t* needed) { return swp_sim_failure(handle_, b, n, needed); });
    }
    Result<void> repeat() { return give(swp_sim_repeat(handle_)); }

private:
    template <class T>
    Result<T> give(swp_status status, T& value) const {
        return failure::result(status, std::move(value), [this] { return error_text(); });
    }
    Result<void> give(swp_status status) const {
        return failure::result(status, [this] { return error_text(); });
    }

    swp_sim* handle_ = nullptr;
};

}  // inline namespace throwing or returning

}  // namespace swp

#endif
