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

//@ results

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

//@ options

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
    //@ methods swp_snapshot
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
    //@ methods swp_diagnosis
};

//@ classes

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

    //@ methods swp_model
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

    //@ methods swp_sim
};

//@ functions

}  // inline namespace throwing or returning

}  // namespace swp

#endif
