// swashplate.hpp: the C interface of swashplate.h as C++17 classes. Header only.
//
// Made by bindings/generate.py from swashplate.h and from bindings/swashplate.hpp, which is written by hand; do not edit.
//
// Four move-only classes own the four handles and free them: Model, Simulation, Snapshot, Diagnosis. Ids (swp_node, swp_joint,
// ...), motions, options, audits and enumeration constants are those of swashplate.h. What a function does, and its
// units, is said there; here stands the first sentence of it, and what differs.
//
// Arguments stand in the order of swashplate.h; those that may be NULL there have a default and come last. A name or text is a
// const char*, a std::string or a std::string_view. 3, 4, 6, 9 and 36 numbers are a std::array; whole arrays are a count with
// pointers, as in C, or Spans: std::array, std::vector, C arrays, lists in braces. Spans that belong together must have one number
// (SWP_WRONG_SIZE).
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
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

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

/// A name or another text that goes in. One with a zero byte inside, where C would end it, is refused as bad UTF-8.
class Text {
public:
    Text(const char* text) noexcept : text_(text) {}
    Text(const std::string& text) : Text(std::string_view(text)) {}
    Text(std::string_view text) : copy_(text) {
        for (char& letter : copy_)
            if (letter == '\0') letter = '\xff';
        text_ = copy_.c_str();
    }
    Text(const Text&) = delete;
    Text& operator=(const Text&) = delete;
    const char* c_str() const noexcept { return text_; }

private:
    std::string copy_;
    const char* text_ = nullptr;
};

/// Values of the caller's that lie side by side, for the time of a call.
template <class T>
class Span {
    template <class Container>
    using element = std::remove_pointer_t<decltype(std::data(std::declval<Container&>()))>;

public:
    constexpr Span() noexcept = default;
    constexpr Span(T* data, std::size_t size) noexcept : data_(data), size_(size) {}
    /// A std::vector, a std::array, a std::span, an array of C.
    template <class Container, class = std::enable_if_t<std::is_convertible_v<element<Container> (*)[], T (*)[]>>>
    constexpr Span(Container&& container) noexcept : Span(std::data(container), std::size(container)) {}
    /// A list in braces; for what goes in.
    template <class U = T, class = std::enable_if_t<std::is_const_v<U>>>
    constexpr Span(const std::initializer_list<std::remove_const_t<U>>& list) noexcept : Span(list.begin(), list.size()) {}
    constexpr T* data() const noexcept { return data_; }
    constexpr std::size_t size() const noexcept { return size_; }
    constexpr bool empty() const noexcept { return size_ == 0; }

private:
    T* data_ = nullptr;
    std::size_t size_ = 0;
};

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

/// Results of swp_model_section_matrices.
struct SectionMatrices {
    Mat6 stiffness;
    Mat6 mass;
};

/// Results of swp_model_shell_nearest.
struct ShellNearest {
    swp_shell_place out;
    double distance;
};

/// Results of swp_model_face_set_count.
struct FaceSetCount {
    std::size_t faces;
    std::size_t nodes;
};

/// Results of swp_sim_tie_reaction.
struct TieReaction {
    Vec3 force;
    Vec3 moment;
};

/// Results of swp_sim_generalised_coordinate.
struct GeneralisedCoordinate {
    double value;
    double rate;
    double second_rate;
};

/// Results of swp_sim_solid_resultant.
struct SolidResultant {
    Vec3 force;
    Vec3 moment;
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
/// Where numbers lie; nullptr if there are none.
template <std::size_t N>
const double* numbers(const std::array<double, N>* values) noexcept {
    return values == nullptr ? nullptr : values->data();
}
template <class T>
T* numbers(Span<T> values) noexcept {
    return values.empty() ? nullptr : values.data();
}
template <std::size_t N>
const double* numbers(Span<const std::array<double, N>> values) noexcept {
    return values.empty() ? nullptr : values.data()->data();
}
/// Text of this thread's last failure, for handles that keep none.
template <class C>
swp_status thread_error(const C*, char* buffer, std::size_t length, std::size_t* needed) noexcept {
    return swp_last_error(buffer, length, needed);
}
}  // namespace detail

/// Text of this thread's last failure of a function without a handle, such as Model::create or Snapshot::from_bytes.
inline std::string last_error_text() {
    return detail::text([](char* b, std::size_t n, std::size_t* needed) { return swp_last_error(b, n, needed); });
}

/// Version of the loaded library, as number (major*10000 + minor*100 + patch) and as text.
inline std::uint32_t library_version() noexcept { return swp_version(); }
inline const char* library_version_string() noexcept { return swp_version_string(); }

/// Fill engineering constants with zeros; the stiffnesses must be set.
inline swp_engineering no_engineering() noexcept {
    swp_engineering options{};
    swp_engineering_init(&options);
    return options;
}

/// Fill options with their defaults.
inline swp_beam_options default_beam_options() noexcept {
    swp_beam_options options{};
    swp_beam_options_init(&options);
    return options;
}

/// Defaults of how a mesh becomes a shell.
inline swp_shell_options default_shell_options() noexcept {
    swp_shell_options options{};
    swp_shell_options_init(&options);
    return options;
}

/// Defaults of how a mesh becomes a solid.
inline swp_solid_options default_solid_options() noexcept {
    swp_solid_options options{};
    swp_solid_options_init(&options);
    return options;
}

/// Fill the options of an element of the host's with their defaults.
inline swp_host_element_options default_host_element_options() noexcept {
    swp_host_element_options options{};
    swp_host_element_options_init(&options);
    return options;
}

/// Fill options with their defaults.
inline swp_sim_options default_options() noexcept {
    swp_sim_options options{};
    swp_sim_options_init(&options);
    return options;
}

/// Fill a step control with its defaults.
inline swp_step_control default_step_control() noexcept {
    swp_step_control options{};
    swp_step_control_init(&options);
    return options;
}

/// Fill options with defaults.
inline swp_path_options default_path_options() noexcept {
    swp_path_options options{};
    swp_path_options_init(&options);
    return options;
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

namespace failure {
/// Arrays that do not fit together.
template <class T>
Result<T> wrong_size(const char* text) {
    const auto say = [text] { return std::string(text); };
    if constexpr (std::is_void_v<T>)
        return result(SWP_WRONG_SIZE, say);
    else
        return result(SWP_WRONG_SIZE, T{}, say);
}
}  // namespace failure

/// Fails if the loaded library does not fit the header this program was compiled with. Call it first.
inline Result<void> check_version() { return failure::result(swp_check_version(SWP_VERSION), last_error_text); }

/// Owns a handle of the C interface. Ask: where the text of its last failure is.
template <class C, void (*Free)(C*), swp_status (*Ask)(const C*, char*, std::size_t, std::size_t*)>
class Owner {
public:
    Owner() noexcept = default;
    /// Takes over a handle of the C interface.
    explicit Owner(C* handle) noexcept : handle_(handle) {}
    Owner(Owner&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
    Owner& operator=(Owner&& other) noexcept {
        if (this != &other) {
            Free(handle_);
            handle_ = std::exchange(other.handle_, nullptr);
        }
        return *this;
    }
    ~Owner() { Free(handle_); }

    C* handle() const noexcept { return handle_; }
    C* release() noexcept { return std::exchange(handle_, nullptr); }
    explicit operator bool() const noexcept { return handle_ != nullptr; }

    /// Text of the last failure; that of creating a simulation is the model's.
    std::string error_text() const {
        if (handle_ == nullptr) return last_error_text();
        return detail::text([this](char* b, std::size_t n, std::size_t* needed) { return Ask(handle_, b, n, needed); });
    }

protected:
    template <class T>
    Result<T> give(swp_status status, T& value) const {
        return failure::result(status, std::move(value), [this] { return error_text(); });
    }
    Result<void> give(swp_status status) const {
        return failure::result(status, [this] { return error_text(); });
    }

    C* handle_ = nullptr;
};

/// A saved state of a simulation.
class Snapshot : public Owner<swp_snapshot, swp_snapshot_free, detail::thread_error<swp_snapshot>> {
public:
    using Owner::Owner;

    /// From bytes written by to_bytes.
    static Result<Snapshot> from_bytes(const std::uint8_t* bytes, std::size_t length) {
        swp_snapshot* handle = nullptr;
        const swp_status status = swp_snapshot_from_bytes(bytes, length, &handle);
        return failure::result(status, Snapshot(handle), last_error_text);
    }
    static Result<Snapshot> from_bytes(Span<const std::uint8_t> bytes) { return from_bytes(bytes.data(), bytes.size()); }
    /// How many bytes to_bytes writes; 0 for an empty Snapshot.
    std::size_t byte_count() const noexcept {
        std::size_t needed = 0;
        swp_snapshot_to_bytes(handle_, nullptr, 0, &needed);
        return needed;
    }
    /// Copy a snapshot to bytes that can be stored: with version and checksum, little-endian on every machine.
    Result<std::size_t> to_bytes(std::uint8_t* buffer, std::size_t length) const {
        std::size_t needed = 0;
        return give(swp_snapshot_to_bytes(handle_, buffer, length, &needed), needed);
    }
    Result<std::size_t> to_bytes(Span<std::uint8_t> buffer) const {
        std::size_t needed = 0;
        return give(swp_snapshot_to_bytes(handle_, detail::numbers(buffer), buffer.size(), &needed), needed);
    }
    Result<std::vector<std::uint8_t>> to_bytes() const {
        std::vector<std::uint8_t> out;
        std::size_t needed = 0;
        swp_status status = swp_snapshot_to_bytes(handle_, nullptr, 0, &needed);
        if (needed != 0) {
            out.resize(needed);
            status = swp_snapshot_to_bytes(handle_, out.data(), out.size(), &needed);
        }
        return give(status, out);
    }
};

/// What a diagnosis of a model found.
class Diagnosis : public Owner<swp_diagnosis, swp_diagnosis_free, detail::thread_error<swp_diagnosis>> {
public:
    using Owner::Owner;

    /// Text of one finding, counted from 0; how bad and about what, if asked for.
    std::string finding(std::size_t index, std::int32_t* severity = nullptr, std::int32_t* kind = nullptr) const {
        return detail::text([&](char* b, std::size_t n, std::size_t* needed) {
            return swp_diagnosis_finding(handle_, index, severity, kind, b, n, needed);
        });
    }
    /// A diagnosis in numbers.
    Result<swp_diagnosis_numbers> numbers() const {
        swp_diagnosis_numbers out{};
        return give(swp_diagnosis_get_numbers(handle_, &out), out);
    }
    /// A whole diagnosis as text, one finding a line, the worst first.
    std::string text() const {
        return detail::text([&](char* b, std::size_t n, std::size_t* needed) {
            return swp_diagnosis_text(handle_, b, n, needed);
        });
    }
};

/// What the mechanism is made of. It cannot change while a simulation uses it.
class Model : public Owner<swp_model, swp_model_free, swp_model_error> {
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
    explicit Model(swp_model* handle) noexcept : Owner(handle) {}

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
    /// A callable `int32_t (double t, size_t nodes, const double* poses, double* row, double* b)`; it is kept and called as
    /// that of add_callback.
    template <class Callable>
    Result<swp_pfaffian> add_pfaffian(const Text& name, std::size_t count, const swp_node* nodes, Callable& callable,
                                      double length) {
        const auto call = [](double t, std::size_t n, const double* poses, double* row, double* b,
                             void* user) noexcept -> std::int32_t {
            return failure::guarded([&] { return (*static_cast<Callable*>(user))(t, n, poses, row, b); });
        };
        void* user = detail::address(callable);
        return add_pfaffian(name, count, nodes, static_cast<swp_pfaffian_callback>(call), user, length);
    }
    /// A callable `int32_t (const swp_host_view&, const swp_host_forces&)` over nodes; it is kept and called as that of
    /// add_callback.
    template <class Callable>
    Result<swp_host_element> add_host_element(const Text& name, std::size_t node_count, const swp_node* nodes,
                                              Callable& callable, const swp_host_element_options* options = nullptr) {
        const auto call = [](const swp_host_view* view, const swp_host_forces* out, void* user) noexcept -> std::int32_t {
            return failure::guarded([&] { return (*static_cast<Callable*>(user))(*view, *out); });
        };
        return add_host_element(name, node_count, nodes, 0, nullptr, nullptr,
                                static_cast<swp_host_element_callback>(call), detail::address(callable), options);
    }
    /// A callable `int32_t (const swp_host_view&, const swp_host_values&)` over nodes.
    template <class Callable>
    Result<swp_host_condition> add_host_condition(const Text& name, std::size_t count, std::size_t node_count,
                                                  const swp_node* nodes, Callable& callable, bool gives_curvature,
                                                  double length) {
        const auto call = [](const swp_host_view* view, const swp_host_values* out, void* user) noexcept -> std::int32_t {
            return failure::guarded([&] { return (*static_cast<Callable*>(user))(*view, *out); });
        };
        return add_host_condition(name, count, node_count, nodes, 0, nullptr, nullptr,
                                  static_cast<swp_host_condition_callback>(call), detail::address(callable),
                                  gives_curvature, length);
    }
    /// A straight beam with one section everywhere.
    Result<swp_beam> add_beam(const Text& name, const Vec3& root, const Vec3& tip, swp_section section,
                              const swp_beam_options& options = default_beam_options()) {
        const Vec3 points[2] = {root, tip};
        return add_beam(name, 2, points, 1, nullptr, &section, options);
    }
    /// The axis through points, with a twist at each or none; sections at places (one fewer than places with options.staircase; one
    /// alone needs no place); `mesh`: options.elements + 1 places, or none.
    Result<swp_beam> add_beam(const Text& name, Span<const Vec3> points, Span<const double> places, Span<const swp_section> sections,
                              const swp_beam_options& options = default_beam_options(), Span<const double> twist = {},
                              Span<const double> mesh = {}) {
        const std::size_t stations = places.empty() ? sections.size() : places.size();
        if (sections.size() + (options.staircase != 0 ? 1 : 0) != stations || (places.empty() && stations > 1))
            return failure::wrong_size<swp_beam>("add_beam: places and sections do not fit together");
        if (!twist.empty() && twist.size() != points.size())
            return failure::wrong_size<swp_beam>("add_beam: a twist is needed at each point");
        if (!mesh.empty() && mesh.size() != static_cast<std::size_t>(options.elements) + 1)
            return failure::wrong_size<swp_beam>("add_beam: the mesh needs one place more than options.elements");
        return add_beam(name, points.size(), points.data(), stations, detail::numbers(places), sections.data(), options,
                        detail::numbers(twist), detail::numbers(mesh));
    }
    /// How many numbers beam_mesh writes; 0 for an unknown beam.
    std::size_t beam_mesh_count(swp_beam beam) const noexcept {
        std::size_t needed = 0;
        swp_model_beam_mesh(handle_, beam, nullptr, 0, &needed);
        return needed;
    }
    Result<std::string> to_text() const {
        std::size_t needed = 0;
        swp_status status = swp_model_to_text(handle_, nullptr, 0, &needed);
        std::string out(status == SWP_OK ? needed : 0, '\0');
        if (status == SWP_OK) status = swp_model_to_text(handle_, &out[0], out.size(), &needed);
        if (!out.empty()) out.pop_back();
        return give(status, out);
    }
    /// Anything by its name, for instance find_id<swp_spring>("spring", "lag damper").
    template <class Id>
    Result<Id> find_id(const Text& kind, const Text& name) const {
        Id out{};
        return give(swp_model_find_id(handle_, kind.c_str(), name.c_str(), &out.id), out);
    }

    /// Add a node that moves and turns.
    Result<swp_node> add_node(const Text& name, const Vec3& position, const Quaternion& orientation = identity) {
        swp_node out{};
        return give(swp_model_add_node(handle_, name.c_str(), position.data(), orientation.data(), &out), out);
    }
    /// Add a node that is fixed in space; arguments as in swp_model_add_node.
    Result<swp_node> add_ground(const Text& name, const Vec3& position, const Quaternion& orientation = identity) {
        swp_node out{};
        return give(swp_model_add_ground(handle_, name.c_str(), position.data(), orientation.data(), &out), out);
    }
    /// Add a node that moves but has no orientation: three unknowns, for point masses.
    Result<swp_node> add_point_node(const Text& name, const Vec3& position) {
        swp_node out{};
        return give(swp_model_add_point_node(handle_, name.c_str(), position.data(), &out), out);
    }
    /// Give a node its velocity [m/s] and angular velocity [rad/s], NULL for none, at the start, inertial axes; zero
    /// unless given.
    Result<void> set_node_velocity(swp_node node, const Vec3& velocity, const Vec3& angular_velocity = zero) {
        return give(swp_model_set_node_velocity(handle_, node, velocity.data(), angular_velocity.data()));
    }
    /// Find a node by name; SWP_UNKNOWN_ID if there is none.
    Result<swp_node> find_node(const Text& name) const {
        swp_node out{};
        return give(swp_model_find_node(handle_, name.c_str(), &out), out);
    }
    /// Number of nodes, ground nodes included; bulk queries list them in the order in which they were added.
    Result<std::size_t> node_count() const {
        std::size_t out{};
        return give(swp_model_node_count(handle_, &out), out);
    }
    /// Number of joints.
    Result<std::size_t> joint_count() const {
        std::size_t out{};
        return give(swp_model_joint_count(handle_, &out), out);
    }
    /// Set the acceleration of gravity, 3 components [m/s²], inertial axes; zero unless set.
    Result<void> set_gravity(const Vec3& gravity) {
        return give(swp_model_set_gravity(handle_, gravity.data()));
    }
    /// Add a rigid body to a node; a node may carry several.
    Result<swp_body> add_rigid_body(const Text& name, swp_node node, double mass, const Vec3& center_of_mass,
            const Mat3& inertia) {
        swp_body out{};
        return give(swp_model_add_rigid_body(handle_, name.c_str(), node, mass, center_of_mass.data(), inertia.data(),
                &out), out);
    }
    /// Add a point mass [kg] to a node, at `offset` (3 components [m], node axes; NULL for none).
    Result<swp_body> add_point_mass(const Text& name, swp_node node, double mass, const Vec3& offset = zero) {
        swp_body out{};
        return give(swp_model_add_point_mass(handle_, name.c_str(), node, mass, offset.data(), &out), out);
    }
    /// Add a constant function of time.
    Result<swp_function> add_constant(double value) {
        swp_function out{};
        return give(swp_model_add_constant(handle_, value, &out), out);
    }
    /// Add a function given by `count` points (at least 2).
    Result<swp_function> add_table(std::size_t count, const double* times, const double* values,
            std::int32_t interpolation) {
        swp_function out{};
        return give(swp_model_add_table(handle_, count, times, values, interpolation, &out), out);
    }
    Result<swp_function> add_table(Span<const double> times, Span<const double> values, std::int32_t interpolation) {
        if (values.size() != times.size())
            return failure::wrong_size<swp_function>("add_table: times and values differ in number");
        swp_function out{};
        return give(swp_model_add_table(handle_, times.size(), detail::numbers(times), detail::numbers(values),
                interpolation, &out), out);
    }
    /// Add the function amplitude · sin(frequency · t + phase); `frequency` [rad/s], `phase` [rad].
    Result<swp_function> add_harmonic(double amplitude, double frequency, double phase) {
        swp_function out{};
        return give(swp_model_add_harmonic(handle_, amplitude, frequency, phase, &out), out);
    }
    /// Add the function amplitude · (1 − cos(π (t − start)/duration))/2: zero before `start` [s], `amplitude` at start
    /// + duration; afterwards it stays there (`hold` not 0) or returns to zero at start + 2 duration and stays there.
    Result<swp_function> add_one_minus_cosine(double amplitude, double start, double duration, bool hold) {
        swp_function out{};
        return give(swp_model_add_one_minus_cosine(handle_, amplitude, start, duration, hold ? 1 : 0, &out), out);
    }
    /// Add the sum of `count` (at least 1) functions of this model.
    Result<swp_function> add_sum(std::size_t count, const swp_function* functions) {
        swp_function out{};
        return give(swp_model_add_sum(handle_, count, functions, &out), out);
    }
    Result<swp_function> add_sum(Span<const swp_function> functions) {
        swp_function out{};
        return give(swp_model_add_sum(handle_, functions.size(), detail::numbers(functions), &out), out);
    }
    /// Add the product of `count` (at least 1) functions of this model.
    Result<swp_function> add_product(std::size_t count, const swp_function* functions) {
        swp_function out{};
        return give(swp_model_add_product(handle_, count, functions, &out), out);
    }
    Result<swp_function> add_product(Span<const swp_function> functions) {
        swp_function out{};
        return give(swp_model_add_product(handle_, functions.size(), detail::numbers(functions), &out), out);
    }
    /// Add a function computed by the host; see swp_function_callback.
    Result<swp_function> add_callback(swp_function_callback callback, void* user) {
        swp_function out{};
        return give(swp_model_add_callback(handle_, callback, user, &out), out);
    }
    /// Add an input: a number that the host sets with swp_sim_set_input before or during a step.
    Result<swp_function> add_input(const Text& name, double initial) {
        swp_function out{};
        return give(swp_model_add_input(handle_, name.c_str(), initial, &out), out);
    }
    /// Find an input by name; SWP_UNKNOWN_ID if there is none.
    Result<swp_function> find_input(const Text& name) const {
        swp_function out{};
        return give(swp_model_find_input(handle_, name.c_str(), &out), out);
    }
    /// Check the model as a whole: nodes that nothing determines, joints that do not fit the reference configuration
    /// (beyond 1e-6 of the model's size), joints on points that need an orientation.
    Result<void> check() {
        return give(swp_model_check(handle_));
    }
    /// Find a joint by name; SWP_UNKNOWN_ID if there is none.
    Result<swp_joint> find_joint(const Text& name) const {
        swp_joint out{};
        return give(swp_model_find_joint(handle_, name.c_str(), &out), out);
    }
    /// Make an attachment from a point (3 components [m]) and a frame (unit quaternion w, x, y, z, or NULL for the
    /// inertial axes) given in inertial axes, for the reference configuration.
    Result<swp_attachment> attach(swp_node node, const Vec3& point, const Quaternion& orientation = identity) {
        swp_attachment out{};
        return give(swp_model_attach(handle_, node, point.data(), orientation.data(), &out), out);
    }
    /// Add a revolute joint: B turns about axis 3 of A.
    Result<swp_joint> add_revolute(const Text& name, const swp_attachment& a, const swp_attachment& b) {
        swp_joint out{};
        return give(swp_model_add_revolute(handle_, name.c_str(), &a, &b, &out), out);
    }
    /// Add a prismatic joint: B slides along axis 3 of A and does not turn.
    Result<swp_joint> add_prismatic(const Text& name, const swp_attachment& a, const swp_attachment& b) {
        swp_joint out{};
        return give(swp_model_add_prismatic(handle_, name.c_str(), &a, &b, &out), out);
    }
    /// Add a cylindrical joint: B slides along axis 3 of A and turns about it.
    Result<swp_joint> add_cylindrical(const Text& name, const swp_attachment& a, const swp_attachment& b) {
        swp_joint out{};
        return give(swp_model_add_cylindrical(handle_, name.c_str(), &a, &b, &out), out);
    }
    /// Add a planar joint: B slides along axes 1 and 2 of A and turns about axis 3.
    Result<swp_joint> add_planar(const Text& name, const swp_attachment& a, const swp_attachment& b) {
        swp_joint out{};
        return give(swp_model_add_planar(handle_, name.c_str(), &a, &b, &out), out);
    }
    /// Add a spherical joint: the points coincide.
    Result<swp_joint> add_spherical(const Text& name, const swp_attachment& a, const swp_attachment& b) {
        swp_joint out{};
        return give(swp_model_add_spherical(handle_, name.c_str(), &a, &b, &out), out);
    }
    /// Add a universal joint: a cross with one arm along axis 1 of A and the other along axis 2 of B.
    Result<swp_joint> add_universal(const Text& name, const swp_attachment& a, const swp_attachment& b) {
        swp_joint out{};
        return give(swp_model_add_universal(handle_, name.c_str(), &a, &b, &out), out);
    }
    /// Add a rigid connection: the two frames move as one.
    Result<swp_joint> add_rigid_connection(const Text& name, const swp_attachment& a, const swp_attachment& b) {
        swp_joint out{};
        return give(swp_model_add_rigid_connection(handle_, name.c_str(), &a, &b, &out), out);
    }
    /// Keep the point of B on axis 3 of A.
    Result<swp_joint> add_point_on_line(const Text& name, const swp_attachment& a, const swp_attachment& b) {
        swp_joint out{};
        return give(swp_model_add_point_on_line(handle_, name.c_str(), &a, &b, &out), out);
    }
    /// Keep the point of B in the plane of axes 1 and 2 of A.
    Result<swp_joint> add_point_in_plane(const Text& name, const swp_attachment& a, const swp_attachment& b) {
        swp_joint out{};
        return give(swp_model_add_point_in_plane(handle_, name.c_str(), &a, &b, &out), out);
    }
    /// Add a screw joint: B turns about axis 3 of A and advances along it by `pitch` [m] a turn, positive for a
    /// right-handed thread; not zero (that is a revolute joint).
    Result<swp_joint> add_screw(const Text& name, const swp_attachment& a, const swp_attachment& b, double pitch) {
        swp_joint out{};
        return give(swp_model_add_screw(handle_, name.c_str(), &a, &b, pitch, &out), out);
    }
    /// Keep the points of A and B at a distance of `length` [m], positive: a massless rod.
    Result<swp_joint> add_distance(const Text& name, const swp_attachment& a, const swp_attachment& b, double length) {
        swp_joint out{};
        return give(swp_model_add_distance(handle_, name.c_str(), &a, &b, length, &out), out);
    }
    /// Prescribe a joint coordinate as a function of time [m] or [rad].
    Result<void> drive_joint(swp_joint joint, std::int32_t coordinate, swp_function function) {
        return give(swp_model_drive_joint(handle_, joint, coordinate, function));
    }
    /// Give the value [m] or [rad] and the rate of a joint coordinate at the start; NaN leaves one of them free.
    Result<void> start_joint(swp_joint joint, std::int32_t coordinate, double value, double rate) {
        return give(swp_model_start_joint(handle_, joint, coordinate, value, rate));
    }
    /// Add a spring and damper on a joint coordinate: force or torque −stiffness (s − rest) − damping ds/dt along it.
    Result<swp_spring> add_joint_spring(const Text& name, swp_joint joint, std::int32_t coordinate, double stiffness,
            double damping, double rest) {
        swp_spring out{};
        return give(swp_model_add_joint_spring(handle_, name.c_str(), joint, coordinate, stiffness, damping, rest,
                &out), out);
    }
    /// Clamp a node.
    Result<swp_joint> add_clamp(const Text& name, swp_node a, swp_node b) {
        swp_joint out{};
        return give(swp_model_add_clamp(handle_, name.c_str(), a, b, &out), out);
    }
    /// Tie nodes to the frame of a node: a bolt, a lug, a cuff; what a body, a joint or a beam on `frame` exerts is
    /// passed to all of them.
    Result<swp_tie> add_tie(const Text& name, swp_node frame, std::size_t node_count, const swp_node* nodes,
            std::size_t weight_count, const double* weights, std::int32_t kind) {
        swp_tie out{};
        return give(swp_model_add_tie(handle_, name.c_str(), frame, node_count, nodes, weight_count, weights, kind,
                &out), out);
    }
    Result<swp_tie> add_tie(const Text& name, swp_node frame, Span<const swp_node> nodes, Span<const double> weights,
            std::int32_t kind) {
        swp_tie out{};
        return give(swp_model_add_tie(handle_, name.c_str(), frame, nodes.size(), detail::numbers(nodes),
                weights.size(), detail::numbers(weights), kind, &out), out);
    }
    /// Add a chain of `count` rigid links from a Denavit-Hartenberg table, on `base`, whose axes are frame 0.
    Result<void> add_chain(const Text& name, const swp_attachment& base, std::size_t count, const swp_link* links,
            swp_node* nodes, swp_joint* joints) {
        return give(swp_model_add_chain(handle_, name.c_str(), &base, count, links, nodes, joints));
    }
    Result<void> add_chain(const Text& name, const swp_attachment& base, Span<const swp_link> links,
            Span<swp_node> nodes, Span<swp_joint> joints) {
        if (nodes.size() != links.size())
            return failure::wrong_size<void>("add_chain: links and nodes differ in number");
        if (joints.size() != links.size())
            return failure::wrong_size<void>("add_chain: links and joints differ in number");
        return give(swp_model_add_chain(handle_, name.c_str(), &base, links.size(), detail::numbers(links),
                detail::numbers(nodes), detail::numbers(joints)));
    }
    /// Add a pair of gears on parallel axes.
    Result<swp_coupling> add_gears(const Text& name, swp_joint_coordinate one, swp_joint_coordinate two,
            double teeth_one, double teeth_two, bool internal = false) {
        swp_coupling out{};
        return give(swp_model_add_gears(handle_, name.c_str(), one, two, teeth_one, teeth_two, internal ? 1 : 0, &out),
                out);
    }
    /// Add a pair of bevel gears, as swp_model_add_gears, on axes that meet at an angle.
    Result<swp_coupling> add_bevel_gears(const Text& name, swp_joint_coordinate one, swp_joint_coordinate two,
            double teeth_one, double teeth_two) {
        swp_coupling out{};
        return give(swp_model_add_bevel_gears(handle_, name.c_str(), one, two, teeth_one, teeth_two, &out), out);
    }
    /// Add a rack and a pinion of a pitch `radius` [m], positive: the turning coordinate of a joint and the sliding one
    /// of a prismatic or cylindrical joint across its axis, both on one housing.
    Result<swp_coupling> add_rack(const Text& name, swp_joint_coordinate pinion, swp_joint_coordinate rack,
            double radius) {
        swp_coupling out{};
        return give(swp_model_add_rack(handle_, name.c_str(), pinion, rack, radius, &out), out);
    }
    /// Add a belt or a chain around two wheels of these radii [m], positive, on parallel axes in one housing.
    Result<swp_coupling> add_belt(const Text& name, swp_joint_coordinate one, swp_joint_coordinate two,
            double radius_one, double radius_two, bool crossed = false) {
        swp_coupling out{};
        return give(swp_model_add_belt(handle_, name.c_str(), one, two, radius_one, radius_two, crossed ? 1 : 0, &out),
                out);
    }
    /// Add a differential: the carrier turns with the mean of two outputs; turning coordinates about parallel axes in
    /// one housing.
    Result<swp_coupling> add_differential(const Text& name, swp_joint_coordinate carrier,
            swp_joint_coordinate output_one, swp_joint_coordinate output_two) {
        swp_coupling out{};
        return give(swp_model_add_differential(handle_, name.c_str(), carrier, output_one, output_two, &out), out);
    }
    /// Add a spring by points on a joint coordinate: the force or torque against it, −`forces`, at `count` increasing
    /// `values` [m] or [rad] of the coordinate, straight lines between them and on beyond the ends.
    Result<swp_spring> add_joint_spring_table(const Text& name, swp_joint joint, std::int32_t coordinate,
            std::size_t count, const double* values, const double* forces) {
        swp_spring out{};
        return give(swp_model_add_joint_spring_table(handle_, name.c_str(), joint, coordinate, count, values, forces,
                &out), out);
    }
    Result<swp_spring> add_joint_spring_table(const Text& name, swp_joint joint, std::int32_t coordinate,
            Span<const double> values, Span<const double> forces) {
        if (forces.size() != values.size())
            return failure::wrong_size<swp_spring>("add_joint_spring_table: values and forces differ in number");
        swp_spring out{};
        return give(swp_model_add_joint_spring_table(handle_, name.c_str(), joint, coordinate, values.size(),
                detail::numbers(values), detail::numbers(forces), &out), out);
    }
    /// Add a preloaded spring on a joint coordinate: force or torque −stiffness (s − rest) − preload along it.
    Result<swp_spring> add_joint_preload(const Text& name, swp_joint joint, std::int32_t coordinate, double stiffness,
            double rest, double preload) {
        swp_spring out{};
        return give(swp_model_add_joint_preload(handle_, name.c_str(), joint, coordinate, stiffness, rest, preload,
                &out), out);
    }
    /// Add a one-sided stop on a joint coordinate, a droop or flap stop: no force up to `limit` [m] or [rad], beyond it
    /// a spring whose stiffness grows from zero to `stiffness` [N/m] or [N·m/rad] over `softness` [m] or [rad], both
    /// positive.
    Result<swp_spring> add_joint_stop(const Text& name, swp_joint joint, std::int32_t coordinate, double limit,
            bool upward, double stiffness, double softness) {
        swp_spring out{};
        return give(swp_model_add_joint_stop(handle_, name.c_str(), joint, coordinate, limit, upward ? 1 : 0,
                stiffness, softness, &out), out);
    }
    /// Add a damper by points on a joint coordinate, a lag damper: the force or torque against the rate, −`forces`, at
    /// `count` increasing `rates` [m/s] or [rad/s].
    Result<swp_spring> add_joint_damper_table(const Text& name, swp_joint joint, std::int32_t coordinate,
            std::size_t count, const double* rates, const double* forces) {
        swp_spring out{};
        return give(swp_model_add_joint_damper_table(handle_, name.c_str(), joint, coordinate, count, rates, forces,
                &out), out);
    }
    Result<swp_spring> add_joint_damper_table(const Text& name, swp_joint joint, std::int32_t coordinate,
            Span<const double> rates, Span<const double> forces) {
        if (forces.size() != rates.size())
            return failure::wrong_size<swp_spring>("add_joint_damper_table: rates and forces differ in number");
        swp_spring out{};
        return give(swp_model_add_joint_damper_table(handle_, name.c_str(), joint, coordinate, rates.size(),
                detail::numbers(rates), detail::numbers(forces), &out), out);
    }
    /// Add friction on a joint coordinate: (sliding + (breakaway − sliding) exp(−(ds/dt / stribeck)²)) tanh(ds/dt /
    /// creep) against the rate.
    Result<swp_spring> add_joint_friction(const Text& name, swp_joint joint, std::int32_t coordinate, double sliding,
            double breakaway, double stribeck, double creep) {
        swp_spring out{};
        return give(swp_model_add_joint_friction(handle_, name.c_str(), joint, coordinate, sliding, breakaway,
                stribeck, creep, &out), out);
    }
    /// Add a force actuator on a joint coordinate.
    Result<swp_spring> add_joint_force(const Text& name, swp_joint joint, std::int32_t coordinate, double factor,
            swp_function function) {
        swp_spring out{};
        return give(swp_model_add_joint_force(handle_, name.c_str(), joint, coordinate, factor, function, &out), out);
    }
    /// Couple `count` joint coordinates: the sum of `factors[k]` times coordinate `coordinates[k]` of `joints[k]` stays
    /// what it is in the reference configuration, plus `function` if its id is not 0.
    Result<swp_coupling> add_coupling(const Text& name, std::size_t count, const swp_joint* joints,
            const std::int32_t* coordinates, const double* factors, swp_function function = {}) {
        swp_coupling out{};
        return give(swp_model_add_coupling(handle_, name.c_str(), count, joints, coordinates, factors, function, &out),
                out);
    }
    Result<swp_coupling> add_coupling(const Text& name, Span<const swp_joint> joints,
            Span<const std::int32_t> coordinates, Span<const double> factors, swp_function function = {}) {
        if (coordinates.size() != joints.size())
            return failure::wrong_size<swp_coupling>("add_coupling: joints and coordinates differ in number");
        if (factors.size() != joints.size())
            return failure::wrong_size<swp_coupling>("add_coupling: joints and factors differ in number");
        swp_coupling out{};
        return give(swp_model_add_coupling(handle_, name.c_str(), joints.size(), detail::numbers(joints),
                detail::numbers(coordinates), detail::numbers(factors), function, &out), out);
    }
    /// Let a joint coordinate be locked and released during a run, with swp_sim_lock and swp_sim_release.
    Result<void> add_lock(swp_joint joint, std::int32_t coordinate, bool locked = false) {
        return give(swp_model_add_lock(handle_, joint, coordinate, locked ? 1 : 0));
    }
    /// Add a generalised coordinate s [m]: an unknown number with a mass [kg], a stiffness [N/m] and a damping [N·s/m]
    /// of its own, none of them negative, and its value [m] and rate [m/s] at the start: m s̈ + d ṡ + k s = 0, but for
    /// what elements that use it exert.
    Result<void> add_generalised_coordinate(const Text& name, double mass, double stiffness, double damping,
            double value, double rate) {
        return give(swp_model_add_generalised_coordinate(handle_, name.c_str(), mass, stiffness, damping, value, rate));
    }
    /// Add an actuator of first order: a function s with T ds/dt + s = command, T = `time_constant` [s], positive.
    Result<swp_function> add_first_order_actuator(const Text& name, swp_function command, double time_constant,
            const swp_actuator_limits* limits = nullptr, const double* start = nullptr) {
        swp_function out{};
        return give(swp_model_add_first_order_actuator(handle_, name.c_str(), command, time_constant, limits, start,
                &out), out);
    }
    /// Add an actuator of second order: a function s with s'' + 2 damping frequency s' + frequency² s = frequency²
    /// command; `frequency` [rad/s] and `damping`, the ratio to critical, positive.
    Result<swp_function> add_second_order_actuator(const Text& name, swp_function command, double frequency,
            double damping, const swp_actuator_limits* limits = nullptr, const double* start = nullptr) {
        swp_function out{};
        return give(swp_model_add_second_order_actuator(handle_, name.c_str(), command, frequency, damping, limits,
                start, &out), out);
    }
    /// Lock (`locked` 1) or release (0) a joint coordinate at a `time` [s].
    Result<void> schedule_lock(swp_joint joint, std::int32_t coordinate, double time, bool locked) {
        return give(swp_model_schedule_lock(handle_, joint, coordinate, time, locked ? 1 : 0));
    }
    /// Add a spring and damper along the line between a point on node `a` and a point on node `b`, two different nodes,
    /// not both ground.
    Result<swp_line_spring> add_line_spring(const Text& name, swp_node a, const Vec3& point_a, swp_node b,
            const Vec3& point_b, double stiffness, double length, double damping = 0.0, double preload = 0.0) {
        swp_line_spring out{};
        return give(swp_model_add_line_spring(handle_, name.c_str(), a, point_a.data(), b, point_b.data(), stiffness,
                length, damping, preload, &out), out);
    }
    /// Add a bushing: a spring and damper in all six directions between a frame on node A and a frame on node B, two
    /// different nodes with orientation, not both ground.
    Result<swp_bushing> add_bushing(const Text& name, const swp_attachment& a, const swp_attachment& b,
            const Mat6& stiffness, const Mat6* damping = nullptr, const Vec6* preload = nullptr) {
        swp_bushing out{};
        return give(swp_model_add_bushing(handle_, name.c_str(), &a, &b, stiffness.data(), detail::numbers(damping),
                detail::numbers(preload), &out), out);
    }
    /// Add a thin disc that rolls on a plane without slip and never leaves it.
    Result<swp_contact> add_rolling_disc(const Text& name, swp_node node, const Vec3& center, const Vec3& axis,
            double radius, const Vec3& point, const Vec3& normal) {
        swp_contact out{};
        return give(swp_model_add_rolling_disc(handle_, name.c_str(), node, center.data(), axis.data(), radius,
                point.data(), normal.data(), &out), out);
    }
    /// Add a knife edge, as of a skate or a sleigh: the point at `offset` (3 components [m]) of a node that moves and
    /// turns cannot move along the direction `across` (unit vector), both in node axes.
    Result<swp_contact> add_knife_edge(const Text& name, swp_node node, const Vec3& offset, const Vec3& across) {
        swp_contact out{};
        return give(swp_model_add_knife_edge(handle_, name.c_str(), node, offset.data(), across.data(), &out), out);
    }
    /// Add a condition on velocities computed by the host, over `count` (1 to 4) different nodes; see
    /// swp_pfaffian_callback.
    Result<swp_pfaffian> add_pfaffian(const Text& name, std::size_t count, const swp_node* nodes,
            swp_pfaffian_callback callback, void* user, double length) {
        swp_pfaffian out{};
        return give(swp_model_add_pfaffian(handle_, name.c_str(), count, nodes, callback, user, length, &out), out);
    }
    Result<swp_pfaffian> add_pfaffian(const Text& name, Span<const swp_node> nodes, swp_pfaffian_callback callback,
            void* user, double length) {
        swp_pfaffian out{};
        return give(swp_model_add_pfaffian(handle_, name.c_str(), nodes.size(), detail::numbers(nodes), callback, user,
                length, &out), out);
    }
    /// A callable `int32_t (double, size_t, const double*, double*, double*)`; it is not copied and must live as long
    /// as it may be called. An exception thrown in it becomes SWP_CALLBACK_FAILED.
    template <class Callable>
    Result<swp_pfaffian> add_pfaffian(const Text& name, Span<const swp_node> nodes, Callable& callback, double length) {
        const auto call = [](double t, std::size_t nodes_, const double* positions_and_quaternions, double* row,
                double* b, void* user) noexcept -> std::int32_t {
            return failure::guarded([&] { return (*static_cast<Callable*>(user))(t, nodes_, positions_and_quaternions,
                    row, b); });
        };
        return add_pfaffian(name, nodes, static_cast<swp_pfaffian_callback>(call), detail::address(callback), length);
    }
    /// Add a section by its matrices, for beams to come.
    Result<swp_section> add_section(const Text& name, std::int32_t convention, const Mat6& stiffness, const Mat6& mass,
            double damping = 0.0) {
        swp_section out{};
        return give(swp_model_add_section(handle_, name.c_str(), convention, stiffness.data(), mass.data(), damping,
                &out), out);
    }
    /// The matrices of a section of beams.
    Result<SectionMatrices> section_matrices(swp_section section) const {
        SectionMatrices out{};
        return give(swp_model_section_matrices(handle_, section, out.stiffness.data(), out.mass.data()), out);
    }
    /// Add a section by engineering constants, for beams to come.
    Result<swp_section> add_engineering_section(const Text& name, const swp_engineering& constants) {
        swp_section out{};
        return give(swp_model_add_engineering_section(handle_, name.c_str(), &constants, &out), out);
    }
    /// Add a beam: nodes along an axis, elements between them, mass at the nodes.
    Result<swp_beam> add_beam(const Text& name, std::size_t point_count, const Vec3* points, std::size_t station_count,
            const double* station_places, const swp_section* station_sections,
            const swp_beam_options& options = default_beam_options(), const double* twist = nullptr,
            const double* mesh = nullptr) {
        swp_beam out{};
        return give(swp_model_add_beam(handle_, name.c_str(), &options, point_count, detail::numbers(points), twist,
                station_count, station_places, station_sections, mesh, &out), out);
    }
    /// Find a beam by name; SWP_UNKNOWN_ID if there is none.
    Result<swp_beam> find_beam(const Text& name) const {
        swp_beam out{};
        return give(swp_model_find_beam(handle_, name.c_str(), &out), out);
    }
    /// Number of nodes of a beam.
    Result<std::size_t> beam_node_count(swp_beam beam) const {
        std::size_t out{};
        return give(swp_model_beam_node_count(handle_, beam, &out), out);
    }
    /// Node `index` of a beam: 0 is the root, the number of nodes less one the tip; SWP_INVALID_ARGUMENT beyond.
    Result<swp_node> beam_node(swp_beam beam, std::size_t index) const {
        swp_node out{};
        return give(swp_model_beam_node(handle_, beam, index, &out), out);
    }
    /// Length of a beam along its axis [m], as built.
    Result<double> beam_length(swp_beam beam) const {
        double out{};
        return give(swp_model_beam_length(handle_, beam, &out), out);
    }
    /// Add a load distributed along a beam, times `function`: linear between `count` (at least 2) places, zero outside.
    Result<void> add_distributed_load(const Text& name, swp_beam beam, std::int32_t frame, std::size_t count,
            const double* places, const Vec3* forces, const Vec3* moments, swp_function function) {
        return give(swp_model_add_distributed_load(handle_, name.c_str(), beam, frame, count, places,
                detail::numbers(forces), detail::numbers(moments), function));
    }
    Result<void> add_distributed_load(const Text& name, swp_beam beam, std::int32_t frame, Span<const double> places,
            Span<const Vec3> forces, swp_function function, Span<const Vec3> moments = {}) {
        if (forces.size() != places.size())
            return failure::wrong_size<void>("add_distributed_load: places and forces differ in number");
        if (!moments.empty() && moments.size() != places.size())
            return failure::wrong_size<void>("add_distributed_load: places and moments differ in number");
        return give(swp_model_add_distributed_load(handle_, name.c_str(), beam, frame, places.size(),
                detail::numbers(places), detail::numbers(forces), detail::numbers(moments), function));
    }
    /// Add a set of stations to a beam: points where the host sets forces and moments (swp_sim_set_station_loads) and
    /// reads motions (swp_sim_station_motions), for instance those of its blade elements.
    Result<swp_stations> add_stations(const Text& name, swp_beam beam, std::int32_t frame, std::size_t count,
            const double* places, const Vec3* offsets = nullptr) {
        swp_stations out{};
        return give(swp_model_add_stations(handle_, name.c_str(), beam, frame, count, places, detail::numbers(offsets),
                &out), out);
    }
    Result<swp_stations> add_stations(const Text& name, swp_beam beam, std::int32_t frame, Span<const double> places,
            Span<const Vec3> offsets = {}) {
        if (!offsets.empty() && offsets.size() != places.size())
            return failure::wrong_size<swp_stations>("add_stations: places and offsets differ in number");
        swp_stations out{};
        return give(swp_model_add_stations(handle_, name.c_str(), beam, frame, places.size(), detail::numbers(places),
                detail::numbers(offsets), &out), out);
    }
    /// Mesh of a beam.
    Result<void> beam_mesh(swp_beam beam, double* out, std::size_t count) const {
        std::size_t needed = 0;
        return give(swp_model_beam_mesh(handle_, beam, out, count, &needed));
    }
    Result<void> beam_mesh(swp_beam beam, Span<double> out) const {
        std::size_t needed = 0;
        return give(swp_model_beam_mesh(handle_, beam, detail::numbers(out), out.size(), &needed));
    }
    Result<std::vector<double>> beam_mesh(swp_beam beam) const {
        std::vector<double> out;
        std::size_t needed = 0;
        swp_status status = swp_model_beam_mesh(handle_, beam, nullptr, 0, &needed);
        if (needed != 0) {
            out.resize(needed);
            status = swp_model_beam_mesh(handle_, beam, out.data(), out.size(), &needed);
        }
        return give(status, out);
    }
    /// How a beam was built, as text: number and lengths of its elements, smoothed section values that were not
    /// physical and were replaced.
    std::string beam_report(swp_beam beam) const {
        return detail::text([&](char* b, std::size_t n, std::size_t* needed) {
            return swp_model_beam_report(handle_, beam, b, n, needed);
        });
    }
    /// Add the section of a plate of one isotropic material, its middle surface the reference surface; shear factor
    /// 5/6.
    Result<swp_shell_section> add_plate_section(const Text& name, double young, double poisson, double density,
            double thickness, double damping) {
        swp_shell_section out{};
        return give(swp_model_add_plate_section(handle_, name.c_str(), young, poisson, density, thickness, damping,
                &out), out);
    }
    /// Add the section of a laminate.
    Result<swp_shell_section> add_laminate(const Text& name, std::size_t count, const swp_ply* plies, double reference,
            double damping) {
        swp_shell_section out{};
        return give(swp_model_add_laminate(handle_, name.c_str(), count, plies, reference, damping, &out), out);
    }
    Result<swp_shell_section> add_laminate(const Text& name, Span<const swp_ply> plies, double reference,
            double damping) {
        swp_shell_section out{};
        return give(swp_model_add_laminate(handle_, name.c_str(), plies.size(), detail::numbers(plies), reference,
                damping, &out), out);
    }
    /// Add a section of shells by its matrix.
    Result<swp_shell_section> add_shell_section(const Text& name, std::int32_t convention, const std::array<double,
            64>& stiffness, double thickness, const Vec3& inertia, double damping) {
        swp_shell_section out{};
        return give(swp_model_add_shell_section(handle_, name.c_str(), convention, stiffness.data(), thickness,
                inertia.data(), damping, &out), out);
    }
    /// Add a shell on nodes of the model.
    Result<swp_shell> add_shell(const Text& name, std::size_t node_count, const swp_node* nodes,
            std::size_t section_count, const swp_shell_section* sections,
            const swp_shell_options& options = default_shell_options()) {
        swp_shell out{};
        return give(swp_model_add_shell(handle_, name.c_str(), &options, node_count, nodes, section_count, sections,
                &out), out);
    }
    Result<swp_shell> add_shell(const Text& name, Span<const swp_node> nodes, Span<const swp_shell_section> sections,
            const swp_shell_options& options = default_shell_options()) {
        swp_shell out{};
        return give(swp_model_add_shell(handle_, name.c_str(), &options, nodes.size(), detail::numbers(nodes),
                sections.size(), detail::numbers(sections), &out), out);
    }
    /// Add a shell on a structured patch of n × m elements, with its nodes.
    Result<swp_shell> add_shell_patch(const Text& name, swp_shell_section section, std::int32_t n, std::int32_t m,
            std::size_t place_count, const Vec3* places, const swp_shell_options& options = default_shell_options()) {
        swp_shell out{};
        return give(swp_model_add_shell_patch(handle_, name.c_str(), &options, section, n, m, place_count,
                detail::numbers(places), &out), out);
    }
    Result<swp_shell> add_shell_patch(const Text& name, swp_shell_section section, std::int32_t n, std::int32_t m,
            Span<const Vec3> places, const swp_shell_options& options = default_shell_options()) {
        swp_shell out{};
        return give(swp_model_add_shell_patch(handle_, name.c_str(), &options, section, n, m, places.size(),
                detail::numbers(places), &out), out);
    }
    /// Number of elements of a shell.
    Result<std::size_t> shell_element_count(swp_shell shell) const {
        std::size_t out{};
        return give(swp_model_shell_element_count(handle_, shell, &out), out);
    }
    /// Number of nodes of a shell, each counted once.
    Result<std::size_t> shell_node_count(swp_shell shell) const {
        std::size_t out{};
        return give(swp_model_shell_node_count(handle_, shell, &out), out);
    }
    /// The nodes of a shell, each once, in the order in which its elements have them; `node_count` must be their
    /// number.
    Result<void> shell_nodes(swp_shell shell, std::size_t node_count, swp_node* nodes) const {
        return give(swp_model_shell_nodes(handle_, shell, node_count, nodes));
    }
    Result<void> shell_nodes(swp_shell shell, Span<swp_node> nodes) const {
        return give(swp_model_shell_nodes(handle_, shell, nodes.size(), detail::numbers(nodes)));
    }
    /// Add a pressure on all of a shell.
    Result<void> add_pressure(const Text& name, swp_shell shell, double pressure, swp_function function) {
        return give(swp_model_add_pressure(handle_, name.c_str(), shell, pressure, function));
    }
    /// Add a dead force per area on all of a shell.
    Result<void> add_traction(const Text& name, swp_shell shell, const Vec3& traction, swp_function function) {
        return give(swp_model_add_traction(handle_, name.c_str(), shell, traction.data(), function));
    }
    /// Add a load along an edge.
    Result<void> add_edge_load(const Text& name, std::size_t node_count, const swp_node* nodes, std::int32_t frame,
            const Vec3& force, swp_function function, const Vec3& moment = zero) {
        return give(swp_model_add_edge_load(handle_, name.c_str(), node_count, nodes, frame, force.data(),
                moment.data(), function));
    }
    Result<void> add_edge_load(const Text& name, Span<const swp_node> nodes, std::int32_t frame, const Vec3& force,
            swp_function function, const Vec3& moment = zero) {
        return give(swp_model_add_edge_load(handle_, name.c_str(), nodes.size(), detail::numbers(nodes), frame,
                force.data(), moment.data(), function));
    }
    /// Add a set of stations to a shell: points where the host sets forces and moments (swp_sim_set_station_loads) and
    /// reads motions (swp_sim_station_motions), for instance the nodes of its flow solver.
    Result<swp_stations> add_shell_stations(const Text& name, swp_shell shell, std::int32_t frame, std::size_t count,
            const swp_shell_place* places, const Vec3* offsets = nullptr) {
        swp_stations out{};
        return give(swp_model_add_shell_stations(handle_, name.c_str(), shell, frame, count, places,
                detail::numbers(offsets), &out), out);
    }
    Result<swp_stations> add_shell_stations(const Text& name, swp_shell shell, std::int32_t frame,
            Span<const swp_shell_place> places, Span<const Vec3> offsets = {}) {
        if (!offsets.empty() && offsets.size() != places.size())
            return failure::wrong_size<swp_stations>("add_shell_stations: places and offsets differ in number");
        swp_stations out{};
        return give(swp_model_add_shell_stations(handle_, name.c_str(), shell, frame, places.size(),
                detail::numbers(places), detail::numbers(offsets), &out), out);
    }
    /// The point of a shell's reference surface, undeformed, that is nearest to a place in space.
    Result<ShellNearest> shell_nearest(swp_shell shell, const Vec3& place) const {
        ShellNearest out{};
        return give(swp_model_shell_nearest(handle_, shell, place.data(), &out.out, &out.distance), out);
    }
    /// Add an isotropic material of solids, St.
    Result<swp_solid_material> add_isotropic_material(const Text& name, double young, double poisson, double density,
            double damping) {
        swp_solid_material out{};
        return give(swp_model_add_isotropic_material(handle_, name.c_str(), young, poisson, density, damping, &out),
                out);
    }
    /// Add a compressible neo-Hookean material of solids, W = ½ μ (tr C − 3) − μ ln J + ½ λ (ln J)²; for large strains.
    Result<swp_solid_material> add_neo_hooke_material(const Text& name, double young, double poisson, double density,
            double damping) {
        swp_solid_material out{};
        return give(swp_model_add_neo_hooke_material(handle_, name.c_str(), young, poisson, density, damping, &out),
                out);
    }
    /// Add an orthotropic material of solids, St.
    Result<swp_solid_material> add_orthotropic_material(const Text& name, const Vec3& young, const Vec3& poisson,
            const Vec3& shear, double density, double damping) {
        swp_solid_material out{};
        return give(swp_model_add_orthotropic_material(handle_, name.c_str(), young.data(), poisson.data(),
                shear.data(), density, damping, &out), out);
    }
    /// Add an anisotropic material of solids by its stiffness: 36 numbers [Pa], 6×6, row-major, in material axes, in
    /// the order 11 22 33 23 13 12 of stresses and of strains with doubled shear; symmetric and positive definite.
    Result<swp_solid_material> add_anisotropic_material(const Text& name, const Mat6& stiffness, double density,
            double damping) {
        swp_solid_material out{};
        return give(swp_model_add_anisotropic_material(handle_, name.c_str(), stiffness.data(), density, damping,
                &out), out);
    }
    /// Add a solid on nodes of the model.
    Result<swp_solid> add_solid(const Text& name, std::int32_t nodes_per_element, std::size_t node_count,
            const swp_node* nodes, std::size_t material_count, const swp_solid_material* materials,
            std::size_t axes_count, const Mat3* axes, const swp_solid_options& options = default_solid_options()) {
        swp_solid out{};
        return give(swp_model_add_solid(handle_, name.c_str(), &options, nodes_per_element, node_count, nodes,
                material_count, materials, axes_count, detail::numbers(axes), &out), out);
    }
    Result<swp_solid> add_solid(const Text& name, std::int32_t nodes_per_element, Span<const swp_node> nodes,
            Span<const swp_solid_material> materials, Span<const Mat3> axes,
            const swp_solid_options& options = default_solid_options()) {
        swp_solid out{};
        return give(swp_model_add_solid(handle_, name.c_str(), &options, nodes_per_element, nodes.size(),
                detail::numbers(nodes), materials.size(), detail::numbers(materials), axes.size(),
                detail::numbers(axes), &out), out);
    }
    /// Add a solid on a structured block of n × m × l hexahedra, with its nodes.
    Result<swp_solid> add_solid_block(const Text& name, const swp_solid_options& options, swp_solid_material material,
            std::int32_t nodes_per_element, std::int32_t n, std::int32_t m, std::int32_t l, std::size_t place_count,
            const Vec3* places) {
        swp_solid out{};
        return give(swp_model_add_solid_block(handle_, name.c_str(), &options, material, nodes_per_element, n, m, l,
                place_count, detail::numbers(places), &out), out);
    }
    Result<swp_solid> add_solid_block(const Text& name, const swp_solid_options& options, swp_solid_material material,
            std::int32_t nodes_per_element, std::int32_t n, std::int32_t m, std::int32_t l, Span<const Vec3> places) {
        swp_solid out{};
        return give(swp_model_add_solid_block(handle_, name.c_str(), &options, material, nodes_per_element, n, m, l,
                places.size(), detail::numbers(places), &out), out);
    }
    /// Add a solid that a section sweeps along a curve, with twist and taper: a blade.
    Result<swp_solid> add_solid_sweep(const Text& name, const swp_solid_options& options, std::size_t place_count,
            const std::array<double, 2>* places, std::int32_t nodes_per_element, std::size_t corner_count,
            const std::size_t* corners, std::size_t material_count, const swp_solid_material* materials,
            std::size_t axes_count, const Mat3* axes, std::size_t station_count, const swp_sweep_station* stations) {
        swp_solid out{};
        return give(swp_model_add_solid_sweep(handle_, name.c_str(), &options, place_count, detail::numbers(places),
                nodes_per_element, corner_count, corners, material_count, materials, axes_count, detail::numbers(axes),
                station_count, stations, &out), out);
    }
    Result<swp_solid> add_solid_sweep(const Text& name, const swp_solid_options& options, Span<const std::array<double,
            2>> places, std::int32_t nodes_per_element, Span<const std::size_t> corners,
            Span<const swp_solid_material> materials, Span<const Mat3> axes, Span<const swp_sweep_station> stations) {
        swp_solid out{};
        return give(swp_model_add_solid_sweep(handle_, name.c_str(), &options, places.size(), detail::numbers(places),
                nodes_per_element, corners.size(), detail::numbers(corners), materials.size(),
                detail::numbers(materials), axes.size(), detail::numbers(axes), stations.size(),
                detail::numbers(stations), &out), out);
    }
    /// Add the section of a beam that a prismatic solid with this cross section has: its 6×6 stiffness by the six
    /// Saint-Venant problems, with all couplings, and its mass, about the origin of the section.
    Result<swp_section> add_section_mesh(const Text& name, std::size_t place_count, const std::array<double,
            2>* places, std::int32_t nodes_per_element, std::size_t corner_count, const std::size_t* corners,
            std::size_t material_count, const swp_solid_material* materials, std::size_t axes_count, const Mat3* axes) {
        swp_section out{};
        return give(swp_model_add_section_mesh(handle_, name.c_str(), place_count, detail::numbers(places),
                nodes_per_element, corner_count, corners, material_count, materials, axes_count, detail::numbers(axes),
                &out), out);
    }
    Result<swp_section> add_section_mesh(const Text& name, Span<const std::array<double, 2>> places,
            std::int32_t nodes_per_element, Span<const std::size_t> corners, Span<const swp_solid_material> materials,
            Span<const Mat3> axes) {
        swp_section out{};
        return give(swp_model_add_section_mesh(handle_, name.c_str(), places.size(), detail::numbers(places),
                nodes_per_element, corners.size(), detail::numbers(corners), materials.size(),
                detail::numbers(materials), axes.size(), detail::numbers(axes), &out), out);
    }
    /// Number of elements of a solid.
    Result<std::size_t> solid_element_count(swp_solid solid) const {
        std::size_t out{};
        return give(swp_model_solid_element_count(handle_, solid, &out), out);
    }
    /// Number of nodes of a solid, each counted once.
    Result<std::size_t> solid_node_count(swp_solid solid) const {
        std::size_t out{};
        return give(swp_model_solid_node_count(handle_, solid, &out), out);
    }
    /// The nodes of a solid, each once, in the order in which its elements have them; `node_count` must be their
    /// number.
    Result<void> solid_nodes(swp_solid solid, std::size_t node_count, swp_node* nodes) const {
        return give(swp_model_solid_nodes(handle_, solid, node_count, nodes));
    }
    Result<void> solid_nodes(swp_solid solid, Span<swp_node> nodes) const {
        return give(swp_model_solid_nodes(handle_, solid, nodes.size(), detail::numbers(nodes)));
    }
    /// How well an element of a solid is shaped.
    Result<double> solid_quality(swp_solid solid, std::size_t element, double* jacobian) const {
        double out{};
        return give(swp_model_solid_quality(handle_, solid, element, jacobian, &out), out);
    }
    /// Give `face_count` different faces of a solid, at least one, a name, unique among sets of faces.
    Result<swp_face_set> add_face_set(const Text& name, swp_solid solid, std::size_t face_count,
            const std::size_t* elements, const std::size_t* faces) {
        swp_face_set out{};
        return give(swp_model_add_face_set(handle_, name.c_str(), solid, face_count, elements, faces, &out), out);
    }
    Result<swp_face_set> add_face_set(const Text& name, swp_solid solid, Span<const std::size_t> elements,
            Span<const std::size_t> faces) {
        if (faces.size() != elements.size())
            return failure::wrong_size<swp_face_set>("add_face_set: elements and faces differ in number");
        swp_face_set out{};
        return give(swp_model_add_face_set(handle_, name.c_str(), solid, elements.size(), detail::numbers(elements),
                detail::numbers(faces), &out), out);
    }
    /// The same for all outer faces of a solid whose nodes are all among `nodes`; SWP_INVALID_ARGUMENT if there is
    /// none.
    Result<swp_face_set> add_face_set_on(const Text& name, swp_solid solid, std::size_t node_count,
            const swp_node* nodes) {
        swp_face_set out{};
        return give(swp_model_add_face_set_on(handle_, name.c_str(), solid, node_count, nodes, &out), out);
    }
    Result<swp_face_set> add_face_set_on(const Text& name, swp_solid solid, Span<const swp_node> nodes) {
        swp_face_set out{};
        return give(swp_model_add_face_set_on(handle_, name.c_str(), solid, nodes.size(), detail::numbers(nodes),
                &out), out);
    }
    /// Number of faces of a set, and of their nodes, each counted once; either may be NULL.
    Result<FaceSetCount> face_set_count(swp_face_set set) const {
        FaceSetCount out{};
        return give(swp_model_face_set_count(handle_, set, &out.faces, &out.nodes), out);
    }
    /// The nodes of a set of faces, each once; `node_count` must be their number.
    Result<void> face_set_nodes(swp_face_set set, std::size_t node_count, swp_node* nodes) const {
        return give(swp_model_face_set_nodes(handle_, set, node_count, nodes));
    }
    Result<void> face_set_nodes(swp_face_set set, Span<swp_node> nodes) const {
        return give(swp_model_face_set_nodes(handle_, set, nodes.size(), detail::numbers(nodes)));
    }
    /// Add a pressure on a set of faces of a solid.
    Result<void> add_face_pressure(const Text& name, swp_face_set set, double pressure, swp_function function) {
        return give(swp_model_add_face_pressure(handle_, name.c_str(), set, pressure, function));
    }
    /// Add a dead force per area on a set of faces of a solid.
    Result<void> add_face_traction(const Text& name, swp_face_set set, const Vec3& traction, swp_function function) {
        return give(swp_model_add_face_traction(handle_, name.c_str(), set, traction.data(), function));
    }
    /// Add a dead force per volume in all of a solid.
    Result<void> add_body_force(const Text& name, swp_solid solid, const Vec3& force, swp_function function) {
        return give(swp_model_add_body_force(handle_, name.c_str(), solid, force.data(), function));
    }
    /// Add a shell from the text of a Gmsh mesh, ASCII, format 4.1, with quadrilaterals of nine nodes (type 10).
    Result<swp_shell> add_shell_gmsh(const Text& name, swp_shell_section section, double factor, const Text& mesh,
            const swp_shell_options& options = default_shell_options()) {
        swp_shell out{};
        return give(swp_model_add_shell_gmsh(handle_, name.c_str(), &options, section, factor, mesh.c_str(), &out),
                out);
    }
    /// The same from a file; `path`: UTF-8.
    Result<swp_shell> add_shell_gmsh_file(const Text& name, const swp_shell_options& options,
            swp_shell_section section, double factor, const Text& path) {
        swp_shell out{};
        return give(swp_model_add_shell_gmsh_file(handle_, name.c_str(), &options, section, factor, path.c_str(),
                &out), out);
    }
    /// Add a solid from the text of a Gmsh mesh, ASCII, format 4.1, with hexahedra of 8, 20 or 27 nodes (types 5, 17,
    /// 12) or tetrahedra of ten (type 11); one of these kinds.
    Result<swp_solid> add_solid_gmsh(const Text& name, swp_solid_material material, double factor, const Text& mesh,
            const swp_solid_options& options = default_solid_options()) {
        swp_solid out{};
        return give(swp_model_add_solid_gmsh(handle_, name.c_str(), &options, material, factor, mesh.c_str(), &out),
                out);
    }
    /// The same from a file; `path`: UTF-8.
    Result<swp_solid> add_solid_gmsh_file(const Text& name, const swp_solid_options& options,
            swp_solid_material material, double factor, const Text& path) {
        swp_solid out{};
        return give(swp_model_add_solid_gmsh_file(handle_, name.c_str(), &options, material, factor, path.c_str(),
                &out), out);
    }
    /// Give `node_count` different nodes, at least one, a name, unique among sets of nodes, by which they are found
    /// again, also in a model that was read from a file.
    Result<swp_node_set> add_node_set(const Text& name, std::size_t node_count, const swp_node* nodes) {
        swp_node_set out{};
        return give(swp_model_add_node_set(handle_, name.c_str(), node_count, nodes, &out), out);
    }
    Result<swp_node_set> add_node_set(const Text& name, Span<const swp_node> nodes) {
        swp_node_set out{};
        return give(swp_model_add_node_set(handle_, name.c_str(), nodes.size(), detail::numbers(nodes), &out), out);
    }
    /// Number of nodes of a set.
    Result<std::size_t> node_set_count(swp_node_set set) const {
        std::size_t out{};
        return give(swp_model_node_set_count(handle_, set, &out), out);
    }
    /// The nodes of a set, in their order; `node_count` must be their number.
    Result<void> node_set_nodes(swp_node_set set, std::size_t node_count, swp_node* nodes) const {
        return give(swp_model_node_set_nodes(handle_, set, node_count, nodes));
    }
    Result<void> node_set_nodes(swp_node_set set, Span<swp_node> nodes) const {
        return give(swp_model_node_set_nodes(handle_, set, nodes.size(), detail::numbers(nodes)));
    }
    /// Give `element_count` different elements of a shell, at least one and each by its number from 0, a name, unique
    /// among sets of elements.
    Result<swp_element_set> add_element_set(const Text& name, swp_shell shell, std::size_t element_count,
            const std::size_t* elements) {
        swp_element_set out{};
        return give(swp_model_add_element_set(handle_, name.c_str(), shell, element_count, elements, &out), out);
    }
    Result<swp_element_set> add_element_set(const Text& name, swp_shell shell, Span<const std::size_t> elements) {
        swp_element_set out{};
        return give(swp_model_add_element_set(handle_, name.c_str(), shell, elements.size(), detail::numbers(elements),
                &out), out);
    }
    /// Number of elements of a set.
    Result<std::size_t> element_set_count(swp_element_set set) const {
        std::size_t out{};
        return give(swp_model_element_set_count(handle_, set, &out), out);
    }
    /// The elements of a set by their numbers in their shell, from 0; `element_count` must be the number of the
    /// elements.
    Result<void> element_set_elements(swp_element_set set, std::size_t element_count, std::size_t* elements) const {
        return give(swp_model_element_set_elements(handle_, set, element_count, elements));
    }
    Result<void> element_set_elements(swp_element_set set, Span<std::size_t> elements) const {
        return give(swp_model_element_set_elements(handle_, set, elements.size(), detail::numbers(elements)));
    }
    /// Give the loads of a set of stations at the start of simulations.
    Result<void> set_station_loads(swp_stations stations, const Vec6* loads, std::size_t count) {
        return give(swp_model_set_station_loads(handle_, stations, detail::numbers(loads), count));
    }
    Result<void> set_station_loads(swp_stations stations, Span<const Vec6> loads) {
        return give(swp_model_set_station_loads(handle_, stations, detail::numbers(loads), loads.size()));
    }
    /// Damp the lowest `count` modes of a beam.
    Result<void> damp_beam_modes(swp_beam beam, std::size_t count, const double* ratios) {
        return give(swp_model_damp_beam_modes(handle_, beam, count, ratios));
    }
    Result<void> damp_beam_modes(swp_beam beam, Span<const double> ratios) {
        return give(swp_model_damp_beam_modes(handle_, beam, ratios.size(), detail::numbers(ratios)));
    }
    /// Add a force on a node.
    Result<swp_load> add_force(const Text& name, swp_node node, std::int32_t frame, const Vec3& force,
            swp_function function, const Vec3& offset = zero) {
        swp_load out{};
        return give(swp_model_add_force(handle_, name.c_str(), node, frame, force.data(), offset.data(), function,
                &out), out);
    }
    /// Add a moment on a node.
    Result<swp_load> add_moment(const Text& name, swp_node node, std::int32_t frame, const Vec3& moment,
            swp_function function) {
        swp_load out{};
        return give(swp_model_add_moment(handle_, name.c_str(), node, frame, moment.data(), function, &out), out);
    }
    /// Have an element of the host's ready under a name, for a model file that refers to it; as
    /// swp_model_bind_function.
    Result<void> bind_host_element(const Text& name, swp_host_element_callback callback, void* user) {
        return give(swp_model_bind_host_element(handle_, name.c_str(), callback, user));
    }
    /// A callable `int32_t (const swp_host_view&, const swp_host_forces&)`; it is not copied and must live as long as
    /// it may be called. An exception thrown in it becomes SWP_CALLBACK_FAILED.
    template <class Callable>
    Result<void> bind_host_element(const Text& name, Callable& callback) {
        const auto call = [](const swp_host_view* view, const swp_host_forces* out,
                void* user) noexcept -> std::int32_t {
            return failure::guarded([&] { return (*static_cast<Callable*>(user))(*view, *out); });
        };
        return bind_host_element(name, static_cast<swp_host_element_callback>(call), detail::address(callback));
    }
    /// Have conditions of the host's on positions ready under a name, for a model file that refers to them; as
    /// swp_model_bind_function.
    Result<void> bind_host_condition(const Text& name, swp_host_condition_callback callback, void* user) {
        return give(swp_model_bind_host_condition(handle_, name.c_str(), callback, user));
    }
    /// A callable `int32_t (const swp_host_view&, const swp_host_values&)`; it is not copied and must live as long as
    /// it may be called. An exception thrown in it becomes SWP_CALLBACK_FAILED.
    template <class Callable>
    Result<void> bind_host_condition(const Text& name, Callable& callback) {
        const auto call = [](const swp_host_view* view, const swp_host_values* out,
                void* user) noexcept -> std::int32_t {
            return failure::guarded([&] { return (*static_cast<Callable*>(user))(*view, *out); });
        };
        return bind_host_condition(name, static_cast<swp_host_condition_callback>(call), detail::address(callback));
    }
    /// Add an element computed by the host, over `node_count` (0 to 8) different nodes and `coordinate_count` (0 to 6)
    /// different joint coordinates, together at least one; see swp_host_element_callback.
    Result<swp_host_element> add_host_element(const Text& name, std::size_t node_count, const swp_node* nodes,
            std::size_t coordinate_count, const swp_joint* joints, const std::int32_t* coordinates,
            swp_host_element_callback callback, void* user, const swp_host_element_options* options) {
        swp_host_element out{};
        return give(swp_model_add_host_element(handle_, name.c_str(), node_count, nodes, coordinate_count, joints,
                coordinates, callback, user, options, &out), out);
    }
    Result<swp_host_element> add_host_element(const Text& name, Span<const swp_node> nodes,
            Span<const swp_joint> joints, Span<const std::int32_t> coordinates, swp_host_element_callback callback,
            void* user, const swp_host_element_options* options = nullptr) {
        if (coordinates.size() != joints.size())
            return failure::wrong_size<swp_host_element>("add_host_element: joints and coordinates differ in number");
        swp_host_element out{};
        return give(swp_model_add_host_element(handle_, name.c_str(), nodes.size(), detail::numbers(nodes),
                joints.size(), detail::numbers(joints), detail::numbers(coordinates), callback, user, options, &out),
                out);
    }
    /// A callable `int32_t (const swp_host_view&, const swp_host_forces&)`; it is not copied and must live as long as
    /// it may be called. An exception thrown in it becomes SWP_CALLBACK_FAILED.
    template <class Callable>
    Result<swp_host_element> add_host_element(const Text& name, Span<const swp_node> nodes,
            Span<const swp_joint> joints, Span<const std::int32_t> coordinates, Callable& callback,
            const swp_host_element_options* options = nullptr) {
        const auto call = [](const swp_host_view* view, const swp_host_forces* out_,
                void* user) noexcept -> std::int32_t {
            return failure::guarded([&] { return (*static_cast<Callable*>(user))(*view, *out_); });
        };
        return add_host_element(name, nodes, joints, coordinates, static_cast<swp_host_element_callback>(call),
                detail::address(callback), options);
    }
    /// Add `count` (1 to 6) conditions on positions computed by the host, over `node_count` (0 to 8) different nodes
    /// and `coordinate_count` (0 to 6) different joint coordinates, together at least one; see
    /// swp_host_condition_callback.
    Result<swp_host_condition> add_host_condition(const Text& name, std::size_t count, std::size_t node_count,
            const swp_node* nodes, std::size_t coordinate_count, const swp_joint* joints,
            const std::int32_t* coordinates, swp_host_condition_callback callback, void* user, bool gives_curvature,
            double length) {
        swp_host_condition out{};
        return give(swp_model_add_host_condition(handle_, name.c_str(), count, node_count, nodes, coordinate_count,
                joints, coordinates, callback, user, gives_curvature ? 1 : 0, length, &out), out);
    }
    Result<swp_host_condition> add_host_condition(const Text& name, std::size_t count, Span<const swp_node> nodes,
            Span<const swp_joint> joints, Span<const std::int32_t> coordinates, swp_host_condition_callback callback,
            void* user, bool gives_curvature, double length) {
        if (coordinates.size() != joints.size())
            return failure::wrong_size<swp_host_condition>("add_host_condition: joints and coordinates differ in number");
        swp_host_condition out{};
        return give(swp_model_add_host_condition(handle_, name.c_str(), count, nodes.size(), detail::numbers(nodes),
                joints.size(), detail::numbers(joints), detail::numbers(coordinates), callback, user,
                gives_curvature ? 1 : 0, length, &out), out);
    }
    /// A callable `int32_t (const swp_host_view&, const swp_host_values&)`; it is not copied and must live as long as
    /// it may be called. An exception thrown in it becomes SWP_CALLBACK_FAILED.
    template <class Callable>
    Result<swp_host_condition> add_host_condition(const Text& name, std::size_t count, Span<const swp_node> nodes,
            Span<const swp_joint> joints, Span<const std::int32_t> coordinates, Callable& callback,
            bool gives_curvature, double length) {
        const auto call = [](const swp_host_view* view, const swp_host_values* out_,
                void* user) noexcept -> std::int32_t {
            return failure::guarded([&] { return (*static_cast<Callable*>(user))(*view, *out_); });
        };
        return add_host_condition(name, count, nodes, joints, coordinates,
                static_cast<swp_host_condition_callback>(call), detail::address(callback), gives_curvature, length);
    }
    /// Compare the tangents that an element of the host's gives with differences of its forces, in three configurations
    /// within `spread` ([m] and [rad], not negative) of the reference, the nodes moving at random.
    Result<swp_host_check> check_host_element(swp_host_element element, double spread) const {
        swp_host_check out{};
        return give(swp_model_check_host_element(handle_, element, spread, &out), out);
    }
    /// Compare gradient, rate and curvature that conditions of the host's give with differences, in three
    /// configurations within `spread` ([m] and [rad], not negative) of the reference.
    Result<swp_host_check> check_host_condition(swp_host_condition condition, double spread) const {
        swp_host_check out{};
        return give(swp_model_check_host_condition(handle_, condition, spread, &out), out);
    }
    /// Look at a model as a simulation would, and at more: degrees of freedom, dependent conditions, motions without
    /// mass, loose parts, units that look inconsistent, the condition number of a step of size `step` [s] and what
    /// makes it large.
    Result<Diagnosis> diagnose(double step, const swp_sim_options* options = nullptr) const {
        swp_diagnosis* handle = nullptr;
        const swp_status status = swp_model_diagnose(handle_, options, step, &handle);
        Diagnosis out(handle);
        return give(status, out);
    }
    /// Write a model to a file, replacing one that is there: JSON text, one entry for each call that built the model,
    /// in their order; numbers with all their digits.
    Result<void> write(const Text& path) const {
        return give(swp_model_write(handle_, path.c_str()));
    }
    /// Read a model file into an empty model, one that swp_model_create made and to which nothing was added.
    Result<void> read(const Text& path) {
        return give(swp_model_read(handle_, path.c_str()));
    }
    /// The same from text in memory, UTF-8, ended by a zero byte.
    Result<void> from_text(const Text& text) {
        return give(swp_model_from_text(handle_, text.c_str()));
    }
    /// Give a function of time a name, unique among functions, by which files refer to it; unless given it is "function
    /// 1", "function 2" ... by the order in which functions and inputs were added.
    Result<void> name_function(swp_function function, const Text& name) {
        return give(swp_model_name_function(handle_, function, name.c_str()));
    }
    /// Have a callback ready for a file to be read: where the file has a function of the host (swp_model_add_callback)
    /// of this `name`, `callback` with `user` is it.
    Result<void> bind_function(const Text& name, swp_function_callback callback, void* user) {
        return give(swp_model_bind_function(handle_, name.c_str(), callback, user));
    }
    /// A callable `int32_t (double, double*)`; it is not copied and must live as long as it may be called. An exception
    /// thrown in it becomes SWP_CALLBACK_FAILED.
    template <class Callable>
    Result<void> bind_function(const Text& name, Callable& callback) {
        const auto call = [](double t, double* out, void* user) noexcept -> std::int32_t {
            return failure::guarded([&] { return (*static_cast<Callable*>(user))(t, out); });
        };
        return bind_function(name, static_cast<swp_function_callback>(call), detail::address(callback));
    }
    /// The same for a condition on velocities (swp_model_add_pfaffian) of this `name`.
    Result<void> bind_pfaffian(const Text& name, swp_pfaffian_callback callback, void* user) {
        return give(swp_model_bind_pfaffian(handle_, name.c_str(), callback, user));
    }
    /// A callable `int32_t (double, size_t, const double*, double*, double*)`; it is not copied and must live as long
    /// as it may be called. An exception thrown in it becomes SWP_CALLBACK_FAILED.
    template <class Callable>
    Result<void> bind_pfaffian(const Text& name, Callable& callback) {
        const auto call = [](double t, std::size_t nodes, const double* positions_and_quaternions, double* row,
                double* b, void* user) noexcept -> std::int32_t {
            return failure::guarded([&] { return (*static_cast<Callable*>(user))(t, nodes, positions_and_quaternions,
                    row, b); });
        };
        return bind_pfaffian(name, static_cast<swp_pfaffian_callback>(call), detail::address(callback));
    }
};

/// All that moves. Several simulations may share one model; the model may be destroyed before them.
class Simulation : public Owner<swp_sim, swp_sim_free, swp_sim_error> {
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
    explicit Simulation(swp_sim* handle) noexcept : Owner(handle) {}
    using Owner::release;

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
    /// Fills frequencies, damping ratios and shapes (12 numbers a node and mode), as many as `frequency` has room for; the last two may
    /// be empty.
    Result<void> modes(const Vec3& spin, Span<double> frequency, Span<double> damping = {}, Span<double> shapes = {}) {
        const std::size_t count = frequency.size();
        if (!damping.empty() && damping.size() != count)
            return failure::wrong_size<void>("modes: frequency and damping differ in number");
        if (!shapes.empty()) {
            // the library cannot see for how many nodes there is room: swp_sim_positions refuses another number
            const std::size_t nodes = count == 0 ? 0 : shapes.size() / (12 * count);
            std::vector<double> positions(3 * nodes);
            if (nodes * 12 * count != shapes.size() || swp_sim_positions(handle_, positions.data(), positions.size()) != SWP_OK)
                return failure::wrong_size<void>("modes: shapes need 12 numbers for each node and mode");
        }
        return modes(spin, count, frequency.data(), detail::numbers(damping), detail::numbers(shapes));
    }
    /// Fills the frequencies, a row a speed.
    Result<void> campbell(const Vec3& axis, Span<const double> speeds, Span<double> frequencies, const Vec3& about = zero) {
        const std::size_t count = speeds.empty() ? 0 : frequencies.size() / speeds.size();
        if (count * speeds.size() != frequencies.size())
            return failure::wrong_size<void>("campbell: frequencies need a row of one length for each speed");
        return campbell(axis, speeds.size(), speeds.data(), count, frequencies.data(), about);
    }

    /// A case file; its model goes into the empty `model`. The text of a failure is in model.error_text().
    static Result<Simulation> read_case(Model& model, const Text& path) {
        swp_sim* handle = nullptr;
        const swp_status status = swp_case_read(model.handle(), path.c_str(), &handle);
        return failure::result(status, Simulation(handle), [&model] { return model.error_text(); });
    }
    static Result<Simulation> case_from_text(Model& model, const Text& text) {
        swp_sim* handle = nullptr;
        const swp_status status = swp_case_from_text(model.handle(), text.c_str(), &handle);
        return failure::result(status, Simulation(handle), [&model] { return model.error_text(); });
    }

    /// What the start found and changed, as text: unknowns, conditions, degrees of freedom, corrections of positions
    /// and velocities, the elastic energy that these corrections store in elements, dependent sets by name; and why the
    /// scheme of the steps to come runs as another one, if it does.
    std::string report() const {
        return detail::text([&](char* b, std::size_t n, std::size_t* needed) {
            return swp_sim_report(handle_, b, n, needed);
        });
    }
    /// Choose another scheme for the steps to come.
    Result<void> set_scheme(const swp_sim_options& options) {
        return give(swp_sim_set_scheme(handle_, &options));
    }
    /// Name of the scheme of the steps to come, as text.
    std::string scheme_name() const {
        return detail::text([&](char* b, std::size_t n, std::size_t* needed) {
            return swp_sim_scheme_name(handle_, b, n, needed);
        });
    }
    /// Time [s] of the state that queries see.
    Result<double> time() const {
        double out{};
        return give(swp_sim_time(handle_, &out), out);
    }
    /// Set the function that swp_sim_advance and its relatives call after each step, or NULL for none.
    Result<void> set_progress(swp_progress_callback callback, void* user) {
        return give(swp_sim_set_progress(handle_, callback, user));
    }
    /// Set an input of the model to a finite value.
    Result<void> set_input(swp_function input, double value) {
        return give(swp_sim_set_input(handle_, input, value));
    }
    /// Set `count` inputs at once: all of them, or none if one is wrong.
    Result<void> set_inputs(std::size_t count, const swp_function* inputs, const double* values) {
        return give(swp_sim_set_inputs(handle_, count, inputs, values));
    }
    Result<void> set_inputs(Span<const swp_function> inputs, Span<const double> values) {
        if (values.size() != inputs.size())
            return failure::wrong_size<void>("set_inputs: inputs and values differ in number");
        return give(swp_sim_set_inputs(handle_, inputs.size(), detail::numbers(inputs), detail::numbers(values)));
    }
    /// Make one step of `dt` [s], positive.
    Result<void> step(double dt) {
        return give(swp_sim_step(handle_, dt));
    }
    /// Advance to exactly `t_end` [s], not before the present time, in equal steps of at most `dt_max` [s].
    Result<void> advance(double t_end, double dt_max) {
        return give(swp_sim_advance(handle_, t_end, dt_max));
    }
    /// Begin a step of `dt` [s] that is to be solved more than once: begin, then any number of swp_sim_set_input and
    /// swp_sim_iterate, then swp_sim_accept or swp_sim_reject.
    Result<void> begin(double dt) {
        return give(swp_sim_begin(handle_, dt));
    }
    /// Solve the open step with the present inputs; queries then see its end.
    Result<void> iterate() {
        return give(swp_sim_iterate(handle_));
    }
    /// Accept the open step as it was last solved.
    Result<void> accept() {
        return give(swp_sim_accept(handle_));
    }
    /// Forget the open step: the state is again the last accepted one, and the run goes on with the same bits as if the
    /// step had never been begun.
    Result<void> reject() {
        return give(swp_sim_reject(handle_));
    }
    /// Choose what `input` means over a step, one of swp_input_rule; with `input` NULL, what all inputs and all loads
    /// of stations mean.
    Result<void> set_input_rule(const swp_function* input, std::int32_t rule) {
        return give(swp_sim_set_input_rule(handle_, input, rule));
    }
    /// Choose what the loads of a set of stations mean over a step, one of swp_input_rule.
    Result<void> set_station_rule(swp_stations stations, std::int32_t rule) {
        return give(swp_sim_set_station_rule(handle_, stations, rule));
    }
    /// Set an input with its rate [1/s] and second rate [1/s²], all finite; otherwise as swp_sim_set_input.
    Result<void> set_input_rates(swp_function input, double value, double rate, double second_rate) {
        return give(swp_sim_set_input_rates(handle_, input, value, rate, second_rate));
    }
    /// Solve for the accelerations and reactions that belong to the present positions and velocities and to the inputs
    /// that are set, without a step; queries see them until an input is set, a step begins, another call of this
    /// function fails or the state changes otherwise.
    Result<void> evaluate() {
        return give(swp_sim_evaluate(handle_));
    }
    /// Let the elements of a simulation be evaluated by `count` threads, 1 to 256, that of the caller among them.
    Result<void> set_threads(std::int32_t count) {
        return give(swp_sim_set_threads(handle_, count));
    }
    /// Set the function whose change of sign ends swp_sim_advance_controlled and swp_sim_advance_past, or NULL for
    /// none.
    Result<void> set_event(swp_event_callback callback, void* user, std::int32_t direction, double tolerance) {
        return give(swp_sim_set_event(handle_, callback, user, direction, tolerance));
    }
    /// Advance to exactly `t_end` [s], not before the present time, with steps whose error is controlled.
    Result<bool> advance_controlled(double t_end, const swp_step_control& control = default_step_control()) {
        std::int32_t flag = 0;
        const swp_status status = swp_sim_advance_controlled(handle_, t_end, &control, &flag);
        bool out = flag != 0;
        return give(status, out);
    }
    /// The same with steps of the control's own sizes until `t` [s] has been reached or passed; times within the last
    /// step can then be read with swp_sim_interpolate_node.
    Result<bool> advance_past(double t, const swp_step_control& control = default_step_control()) {
        std::int32_t flag = 0;
        const swp_status status = swp_sim_advance_past(handle_, t, &control, &flag);
        bool out = flag != 0;
        return give(status, out);
    }
    /// Motion of a node at a time `t` [s] within the last accepted step: cubic in time between its two ends, from
    /// positions and velocities; rotations likewise by the rotation vector of the step.
    Result<swp_motion> interpolate_node(swp_node node, double t) const {
        swp_motion out{};
        return give(swp_sim_interpolate_node(handle_, node, t, &out), out);
    }
    /// What happened so far.
    Result<swp_sim_counters> counters() const {
        swp_sim_counters out{};
        return give(swp_sim_get_counters(handle_, &out), out);
    }
    /// Count from zero again.
    Result<void> reset_counters() {
        return give(swp_sim_reset_counters(handle_));
    }
    /// What a tie exerts on the node of its frame.
    Result<TieReaction> tie_reaction(swp_tie tie) const {
        TieReaction out{};
        return give(swp_sim_tie_reaction(handle_, tie, out.force.data(), out.moment.data()), out);
    }
    /// Length, rate and tension of a spring along a line.
    Result<swp_line_spring_state> line_spring(swp_line_spring spring) const {
        swp_line_spring_state out{};
        return give(swp_sim_line_spring(handle_, spring, &out), out);
    }
    /// Strain, its rate and the forces of a bushing.
    Result<swp_bushing_state> bushing(swp_bushing bushing) const {
        swp_bushing_state out{};
        return give(swp_sim_bushing(handle_, bushing, &out), out);
    }
    /// Force [N] or torque [N·m] that a coupling exerts along one of its coordinates, by its `place` among them: 0 for
    /// the first that was given.
    Result<double> coupling_effort(swp_coupling coupling, std::int32_t place) const {
        double out{};
        return give(swp_sim_coupling_effort(handle_, coupling, place, &out), out);
    }
    /// How the joints were closed.
    Result<swp_assembly> assembly() const {
        swp_assembly out{};
        return give(swp_sim_assembly(handle_, &out), out);
    }
    /// Lock a joint coordinate at its present value, between steps.
    Result<double> lock(swp_joint joint, std::int32_t coordinate) {
        double out{};
        return give(swp_sim_lock(handle_, joint, coordinate, &out), out);
    }
    /// Release a joint coordinate that is locked, between steps; it goes on from where it is, without a jump.
    Result<void> release(swp_joint joint, std::int32_t coordinate) {
        return give(swp_sim_release(handle_, joint, coordinate));
    }
    /// Is a joint coordinate locked? 1 or 0.
    Result<bool> locked(swp_joint joint, std::int32_t coordinate) const {
        std::int32_t flag = 0;
        const swp_status status = swp_sim_locked(handle_, joint, coordinate, &flag);
        bool out = flag != 0;
        return give(status, out);
    }
    /// A generalised coordinate by its name.
    Result<GeneralisedCoordinate> generalised_coordinate(const Text& name) const {
        GeneralisedCoordinate out{};
        return give(swp_sim_generalised_coordinate(handle_, name.c_str(), &out.value, &out.rate, &out.second_rate),
                out);
    }
    /// Force [N] or torque [N·m] that a spring, stop, damper, friction or force actuator exerts along its joint
    /// coordinate.
    Result<double> joint_action(swp_spring spring) const {
        double out{};
        return give(swp_sim_joint_action(handle_, spring, &out), out);
    }
    /// What an actuator does now.
    Result<swp_actuator_motion> actuator(swp_function actuator) const {
        swp_actuator_motion out{};
        return give(swp_sim_actuator(handle_, actuator, &out), out);
    }
    /// The lock of a joint coordinate: whether it holds, where, since when, and the impulse when it closed.
    Result<swp_lock_state> lock_state(swp_joint joint, std::int32_t coordinate) const {
        swp_lock_state out{};
        return give(swp_sim_lock_state(handle_, joint, coordinate, &out), out);
    }
    /// Where a rolling disc or a knife edge touches, the force on its node there, and the slip.
    Result<swp_contact_state> contact(swp_contact contact) const {
        swp_contact_state out{};
        return give(swp_sim_contact(handle_, contact, &out), out);
    }
    /// Multiplier of a condition of the host's: the force and moment on each of its nodes are minus this times beta and
    /// tau.
    Result<double> pfaffian(swp_pfaffian pfaffian) const {
        double out{};
        return give(swp_sim_pfaffian(handle_, pfaffian, &out), out);
    }
    /// How a simulation interpolates a beam, one of swp_interpolated: see `interpolation` of swp_sim_options.
    Result<std::int32_t> beam_interpolation(swp_beam beam) const {
        std::int32_t out{};
        return give(swp_sim_beam_interpolation(handle_, beam, &out), out);
    }
    /// A new mesh for a beam, from its sections and its curvature in the state that queries see: smaller elements where
    /// properties change along the axis and where twist and bending do.
    Result<void> curvature_mesh(swp_beam beam, std::int32_t meshing, std::int32_t elements, double element_ratio,
            double* out, std::size_t count) const {
        return give(swp_sim_curvature_mesh(handle_, beam, meshing, elements, element_ratio, out, count));
    }
    Result<void> curvature_mesh(swp_beam beam, std::int32_t meshing, std::int32_t elements, double element_ratio,
            Span<double> out) const {
        return give(swp_sim_curvature_mesh(handle_, beam, meshing, elements, element_ratio, detail::numbers(out),
                out.size()));
    }
    /// Strains and resultants of a shell at a Gauss point of an element.
    Result<swp_shell_state> shell_state(swp_shell shell, std::size_t element, std::size_t point) const {
        swp_shell_state out{};
        return give(swp_sim_shell_state(handle_, shell, element, point, &out), out);
    }
    /// Strains and resultants of a shell at any point of an element.
    Result<swp_shell_state> shell_state_at(swp_shell shell, std::size_t element, double r, double s) const {
        swp_shell_state out{};
        return give(swp_sim_shell_state_at(handle_, shell, element, r, s, &out), out);
    }
    /// Strains and stresses of a solid at a Gauss point of an element.
    Result<swp_solid_state> solid_state(swp_solid solid, std::size_t element, std::size_t point) const {
        swp_solid_state out{};
        return give(swp_sim_solid_state(handle_, solid, element, point, &out), out);
    }
    /// The same at a node of the solid: the mean of what the elements around it have there.
    Result<swp_solid_state> solid_node_state(swp_solid solid, swp_node node) const {
        swp_solid_state out{};
        return give(swp_sim_solid_node_state(handle_, solid, node, &out), out);
    }
    /// Resultants over a cut through a solid.
    Result<SolidResultant> solid_resultant(swp_solid solid, std::size_t element_count, const std::size_t* elements,
            std::size_t node_count, const swp_node* nodes, const double* about) const {
        SolidResultant out{};
        return give(swp_sim_solid_resultant(handle_, solid, element_count, elements, node_count, nodes, about,
                out.force.data(), out.moment.data()), out);
    }
    Result<SolidResultant> solid_resultant(swp_solid solid, Span<const std::size_t> elements,
            Span<const swp_node> nodes, const double* about) const {
        SolidResultant out{};
        return give(swp_sim_solid_resultant(handle_, solid, elements.size(), detail::numbers(elements), nodes.size(),
                detail::numbers(nodes), about, out.force.data(), out.moment.data()), out);
    }
    /// Motion of a node.
    Result<swp_motion> motion(swp_node node) const {
        swp_motion out{};
        return give(swp_sim_motion(handle_, node, &out), out);
    }
    /// Rotation matrix of a node, 9 numbers, row-major: inertial components = matrix · node components.
    Result<Mat3> rotation_matrix(swp_node node) const {
        Mat3 out{};
        return give(swp_sim_rotation_matrix(handle_, node, out.data()), out);
    }
    /// Rotation vector of a node, 3 numbers [rad], of length at most π.
    Result<Vec3> rotation_vector(swp_node node) const {
        Vec3 out{};
        return give(swp_sim_rotation_vector(handle_, node, out.data()), out);
    }
    /// Motions of all nodes, in the order in which they were added.
    Result<void> all_motions(swp_motion* out, std::size_t count) const {
        return give(swp_sim_all_motions(handle_, out, count));
    }
    Result<void> all_motions(Span<swp_motion> out) const {
        return give(swp_sim_all_motions(handle_, detail::numbers(out), out.size()));
    }
    /// Positions [m] of all nodes, three numbers a node, in the order in which they were added.
    Result<void> positions(double* out, std::size_t count) const {
        return give(swp_sim_positions(handle_, out, count));
    }
    Result<void> positions(Span<double> out) const {
        return give(swp_sim_positions(handle_, detail::numbers(out), out.size()));
    }
    /// Value [m] or [rad] and rate of a joint coordinate.
    Result<Coordinate> joint_coordinate(swp_joint joint, std::int32_t coordinate) const {
        Coordinate out{};
        return give(swp_sim_joint_coordinate(handle_, joint, coordinate, &out.value, &out.rate), out);
    }
    /// Displacement of the joint's point from A to B (3 numbers [m]) and rotation vector of B relative to A (3 numbers
    /// [rad], of length at most π), in the joint axes of A.
    Result<RelativeMotion> joint_relative(swp_joint joint) const {
        RelativeMotion out{};
        return give(swp_sim_joint_relative(handle_, joint, out.displacement.data(), out.rotation.data()), out);
    }
    /// Driving force [N] or torque [N·m] of a driven coordinate, positive along it.
    Result<double> joint_drive(swp_joint joint, std::int32_t coordinate) const {
        double out{};
        return give(swp_sim_joint_drive(handle_, joint, coordinate, &out), out);
    }
    /// Force (3 numbers [N]) and moment (3 numbers [N·m], about the joint's point on that side) that the joint exerts
    /// on the node of `side` (swp_side), in `axes` (swp_axes): its constraints, and everything that acts along its free
    /// coordinates (drive, spring, damper, friction, stop, actuator, gears, lock).
    Result<Reaction> joint_reaction(swp_joint joint, std::int32_t side, std::int32_t axes) const {
        Reaction out{};
        return give(swp_sim_joint_reaction(handle_, joint, side, axes, out.force.data(), out.moment.data()), out);
    }
    /// Multipliers of a joint's conditions, in their order.
    Result<std::size_t> joint_multipliers(swp_joint joint, double* out, std::size_t count) const {
        std::size_t needed = 0;
        return give(swp_sim_joint_multipliers(handle_, joint, out, count, &needed), needed);
    }
    Result<std::size_t> joint_multipliers(swp_joint joint, Span<double> out) const {
        std::size_t needed = 0;
        return give(swp_sim_joint_multipliers(handle_, joint, detail::numbers(out), out.size(), &needed), needed);
    }
    Result<std::vector<double>> joint_multipliers(swp_joint joint) const {
        std::vector<double> out;
        std::size_t needed = 0;
        swp_status status = swp_sim_joint_multipliers(handle_, joint, nullptr, 0, &needed);
        if (needed != 0) {
            out.resize(needed);
            status = swp_sim_joint_multipliers(handle_, joint, out.data(), out.size(), &needed);
        }
        return give(status, out);
    }
    /// Energies, works, momenta and violations of the conditions.
    Result<swp_audit> audit(const Vec3& about = zero) const {
        swp_audit out{};
        return give(swp_sim_audit(handle_, about.data(), &out), out);
    }
    /// The audit of the step that led to the present state: the open one if it is solved, else the last accepted one,
    /// also when it was cut into parts.
    Result<swp_step_audit> step_audit() const {
        swp_step_audit out{};
        return give(swp_sim_step_audit(handle_, &out), out);
    }
    /// How Newton's method went in the last solution, and totals; those of iterations count statics too.
    Result<swp_newton_report> newton() const {
        swp_newton_report out{};
        return give(swp_sim_newton(handle_, &out), out);
    }
    /// How well reactions are determined now: the relative error that what Newton's method and rounding leave of
    /// positions may cause in them, estimated, between 0 and 1.
    Result<double> reaction_uncertainty() {
        double out{};
        return give(swp_sim_reaction_uncertainty(handle_, &out), out);
    }
    /// Multipliers of conditions of the host's: force and moment on a node are minus the gradient transposed times
    /// these.
    Result<void> host_condition(swp_host_condition condition, std::size_t count, double* out) const {
        return give(swp_sim_host_condition(handle_, condition, count, out));
    }
    Result<void> host_condition(swp_host_condition condition, Span<double> out) const {
        return give(swp_sim_host_condition(handle_, condition, out.size(), detail::numbers(out)));
    }
    /// Set the loads of all stations of a set.
    Result<void> set_station_loads(swp_stations stations, const Vec6* loads, std::size_t count) {
        return give(swp_sim_set_station_loads(handle_, stations, detail::numbers(loads), count));
    }
    Result<void> set_station_loads(swp_stations stations, Span<const Vec6> loads) {
        return give(swp_sim_set_station_loads(handle_, stations, detail::numbers(loads), loads.size()));
    }
    /// Motions of all stations of a set: those of their points, with orientation and angular motion of their sections;
    /// `count` is the number of stations, SWP_WRONG_SIZE if it is not.
    Result<void> station_motions(swp_stations stations, swp_motion* out, std::size_t count) const {
        return give(swp_sim_station_motions(handle_, stations, out, count));
    }
    Result<void> station_motions(swp_stations stations, Span<swp_motion> out) const {
        return give(swp_sim_station_motions(handle_, stations, detail::numbers(out), out.size()));
    }
    /// Section force at length `place` [m] along a beam.
    Result<SectionForce> section_force(swp_beam beam, double place, std::int32_t axes) const {
        SectionForce out{};
        return give(swp_sim_section_force(handle_, beam, place, axes, out.strain.data(), out.force.data()), out);
    }
    /// Bring the model to equilibrium while it spins steadily with `omega` (3 components [rad/s], inertial axes) about
    /// the line through `about` (3 components [m]; NULL for the origin): a start without a transient, and a state for
    /// swp_sim_modes.
    Result<void> solve_rotating(const Vec3& omega, const Vec3& about = zero) {
        return give(swp_sim_solve_rotating(handle_, omega.data(), about.data()));
    }
    /// The `count` modes of lowest frequency about the present state, which is in equilibrium: at rest
    /// (swp_sim_solve_static, `spin` NULL), or turning steadily (swp_sim_solve_rotating with the same `spin`, 3
    /// components [rad/s]).
    Result<void> modes(const Vec3& spin, std::size_t count, double* frequency, double* damping = nullptr,
            double* shapes = nullptr) {
        return give(swp_sim_modes(handle_, spin.data(), count, frequency, damping, shapes));
    }
    /// Fan (Campbell) diagram: for each speed the equilibrium that turns with it and the `count` lowest frequencies
    /// about that.
    Result<void> campbell(const Vec3& axis, std::size_t speed_count, const double* speeds, std::size_t count,
            double* frequencies, const Vec3& about = zero) {
        return give(swp_sim_campbell(handle_, axis.data(), about.data(), speed_count, speeds, count, frequencies));
    }
    /// Bring the model to rest in static equilibrium with gravity, loads, springs and drives of the present time,
    /// starting from the present positions; in load steps from the equilibrium at hand if the whole change is too much
    /// at once.
    Result<void> solve_static() {
        return give(swp_sim_solve_static(handle_));
    }
    /// Go to a load factor along the path of equilibria, past limit points, by arc length: unlike swp_sim_solve_static,
    /// which cannot pass a limit point but by a jump.
    Result<void> go_to_load(double factor, const swp_function* input = nullptr,
            const swp_path_options& options = default_path_options()) {
        return give(swp_sim_go_to_load(handle_, input, factor, &options));
    }
    /// Trace the path of equilibria, as swp_sim_go_to_load does, to the load factor `to`, or to what the options end it
    /// at.
    Result<void> trace_path(double to, const swp_function* input = nullptr,
            const swp_path_options& options = default_path_options()) {
        return give(swp_sim_trace_path(handle_, input, to, &options));
    }
    /// Number of points of the last path, 0 if there was none.
    Result<std::size_t> path_count() const {
        std::size_t out{};
        return give(swp_sim_path_count(handle_, &out), out);
    }
    /// A point of the last path, from 0; SWP_UNKNOWN_ID if there is none of this number.
    Result<swp_path_point> path_point(std::size_t point) const {
        swp_path_point out{};
        return give(swp_sim_path_point(handle_, point, &out), out);
    }
    /// Make a point of the last path the present state, with the inputs that belong to it: any output can then be asked
    /// for there.
    Result<void> visit_path(std::size_t point) {
        return give(swp_sim_visit_path(handle_, point));
    }
    /// Bound the work of swp_sim_solve_static and swp_sim_solve_rotating from now on: after `most` load steps, cuts and
    /// steps of relaxation together the search is given up with SWP_NEWTON_FAILED, the state is as it was, and
    /// swp_sim_statics_report says where it stood.
    Result<void> set_load_step_limit(std::size_t most) {
        return give(swp_sim_set_load_step_limit(handle_, most));
    }
    /// What the last search for an equilibrium did and found; zeros if there was none.
    Result<swp_statics_report> statics_report() const {
        swp_statics_report out{};
        return give(swp_sim_statics_report(handle_, &out), out);
    }
    /// Save the last accepted state, inputs and totals included.
    Result<Snapshot> save() const {
        swp_snapshot* handle = nullptr;
        const swp_status status = swp_sim_save(handle_, &handle);
        Snapshot out(handle);
        return give(status, out);
    }
    /// Go back to a saved state; an open step is forgotten.
    Result<void> restore(const Snapshot& snapshot) {
        return give(swp_sim_restore(handle_, snapshot.handle()));
    }
    /// Write a simulation to a file, replacing one that is there: its model, options, inputs and last accepted state,
    /// and, if the last call that moves it has failed, that call with the text of its failure.
    Result<void> write_case(const Text& path) const {
        return give(swp_sim_write_case(handle_, path.c_str()));
    }
    /// The text that swp_sim_write_case would write.
    std::string case_text() const {
        return detail::text([&](char* b, std::size_t n, std::size_t* needed) {
            return swp_sim_case_text(handle_, b, n, needed);
        });
    }
    /// Text of the failed call that swp_sim_repeat would make again; empty if there is none.
    std::string failure_text() const {
        return detail::text([&](char* b, std::size_t n, std::size_t* needed) {
            return swp_sim_failure(handle_, b, n, needed);
        });
    }
    /// Make what failed last again, with the inputs that it had; an open step is forgotten.
    Result<void> repeat() {
        return give(swp_sim_repeat(handle_));
    }
};

/// Make the unit quaternion (w, x, y, z, into `out`, 4 numbers) of axes of which axis 3, that of hinges and slides,
/// lies along `axis` (3 components, of any length), by the least turn from the inertial axes.
inline Result<Quaternion> frame_from_axis(const Vec3& axis) {
    Quaternion out{};
    return failure::result(swp_frame_from_axis(axis.data(), out.data()), std::move(out), last_error_text);
}
/// Make the unit quaternion (w, x, y, z, into `out`, 4 numbers) of axes that are given by two directions of any length,
/// `first` (3 components) and `second` (3 components): axis 1 along the first, axis 2 in the plane of both on the side
/// of the second.
inline Result<Quaternion> frame_from_axes(const Vec3& first, const Vec3& second) {
    Quaternion out{};
    return failure::result(swp_frame_from_axes(first.data(), second.data(), out.data()), std::move(out),
            last_error_text);
}
/// Stresses in the plies of a laminate for strains of its reference surface.
inline Result<void> ply_stresses(std::size_t count, const swp_ply* plies, double reference, const std::array<double,
        8>& strain, std::size_t stress_count, double* stress) {
    return failure::result(swp_ply_stresses(count, plies, reference, strain.data(), stress_count, stress),
            last_error_text);
}
inline Result<void> ply_stresses(Span<const swp_ply> plies, double reference, const std::array<double, 8>& strain,
        Span<double> stress) {
    return failure::result(swp_ply_stresses(plies.size(), detail::numbers(plies), reference, strain.data(),
            stress.size(), detail::numbers(stress)), last_error_text);
}

}  // inline namespace throwing or returning

}  // namespace swp

#endif
