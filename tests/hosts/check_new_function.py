#!/usr/bin/env python3
"""A function, struct, callback, enumeration or handle that is added to swashplate.h is bound without a line by hand.

usage: check_new_function.py

Adds declarations of all kinds to a copy of the header, lets bindings/generate.py make both bindings of it, and compiles these, with
a program that uses what was added; nothing is linked or run. Also: what cannot be derived is said, and what is not understood
is an error.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
repository = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(repository / "bindings"))
import generate  # noqa: E402

TYPES = """
/** Ways to be a toy. */
enum swp_toy_kind { SWP_TOY_SMALL = 0, SWP_TOY_LARGE = 7, };
/** A box of toys. */
typedef struct swp_toybox swp_toybox;
/** Id of a toy. */
typedef struct swp_toy { uint32_t id; } swp_toy;
/** Options of a toy. */
typedef struct swp_toy_options { size_t size; double weight; int32_t kind; uint64_t reserved[8]; } swp_toy_options;
/** A toy at one instant. */
typedef struct swp_toy_state { double place[3]; double rate; uint64_t reserved[4]; } swp_toy_state;
/** A toy of the host's. */
typedef int32_t (*swp_toy_callback)(double t, const double *places, double *out, void *user);
"""

FUNCTIONS = """
/** Fill options of a toy with their defaults. */
swp_status swp_toy_options_init(struct swp_toy_options *options);
/** Add a toy: `name` is unique. `axis`: unit vector. `shift` (3 components [m]; NULL for none). `options` may be NULL. `out` gets the id. */
swp_status swp_model_add_toy(struct swp_model *model, const char *name, const double *axis, const double *shift,
                             const struct swp_toy_options *options, int32_t kind, struct swp_toy *out);
/** Add a toy by points: `count` values and `points`, 3·count numbers [m]; `weights`, one a point, or NULL. `closed` 1: a ring. */
swp_status swp_model_add_toy_table(struct swp_model *model, size_t count, const double *values, const double *points,
                                   const double *weights, int32_t closed, struct swp_toy *out);
/** Add a toy computed by the host. */
swp_status swp_model_add_toy_callback(struct swp_model *model, const char *name, swp_toy_callback callback, void *user,
                                      struct swp_toy *out);
/** Put toys away. */
swp_status swp_sim_put_away(struct swp_sim *sim, struct swp_toy toy);
/** A toy now. */
swp_status swp_sim_toy(const struct swp_sim *sim, struct swp_toy toy, struct swp_toy_state *out);
/** Place (3 numbers [m]) and mass [kg] of a toy. */
swp_status swp_sim_toy_place(const struct swp_sim *sim, struct swp_toy toy, double *displacement, double *weight);
/** All numbers of a toy; their number goes to `needed` (may be NULL). */
swp_status swp_sim_toy_numbers(const struct swp_sim *sim, struct swp_toy toy, double *out, size_t count, size_t *needed);
/** A toy as text; `buffer`, `length` and `needed` as in swp_model_error. */
swp_status swp_sim_toy_text(const struct swp_sim *sim, struct swp_toy toy, char *buffer, size_t length, size_t *needed);
/** All toys. The caller frees it with swp_toybox_free. */
swp_status swp_sim_toybox(const struct swp_sim *sim, struct swp_toybox **out);
/** Free a box. */
void swp_toybox_free(struct swp_toybox *toybox);
/** Number of toys in a box. */
swp_status swp_toybox_count(const struct swp_toybox *toybox, size_t *out);
/** A frame, unit quaternion w, x, y, z in `frame`: 4 numbers, from an `axis`: unit vector. No handle. */
swp_status swp_frame_of_toy(const double *axis, double *frame);
/** Numbers that are not counted. */
swp_status swp_model_riddle(struct swp_model *model, const double *riddle);
/** Name of a kind of toys. Static: do not free. */
const char *swp_toy_kind_name(int32_t kind);
"""

CPP = """
#include <swashplate.hpp>
#include <vector>
void use(swp::Model& m, swp::Simulation& s) {
    swp_toy_options options = swp::default_toy_options();
    const std::vector<double> values(2), weights(2);
    const swp_toy toy = m.add_toy(std::string("toy"), {0.0, 0.0, 1.0}, SWP_TOY_LARGE);
    m.add_toy("toy", {0.0, 0.0, 1.0}, SWP_TOY_LARGE, {1.0, 0.0, 0.0}, options);
    m.add_toy_table(values, {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}}, true, weights);
    m.add_toy_table(2, values.data(), nullptr, false);
    const auto callable = [](double, const double*, double*) { return 0; };
    m.add_toy_callback("toy", callable);
    s.put_away(toy);
    const swp_toy_state state = s.toy(toy);
    const double weight = s.toy_place(toy).weight + state.place[0];
    const swp::Vec3 place = s.toy_place(toy).displacement;
    const std::vector<double> numbers = s.toy_numbers(toy);
    const std::string text = s.toy_text(toy) + swp::toy_kind_name(SWP_TOY_SMALL);
    const swp::Toybox box = s.toybox();
    const std::size_t count = box.count();
    const swp::Quaternion frame = swp::frame_of_toy({0.0, 0.0, 1.0});
    m.riddle(&weight);
    (void)place, (void)count, (void)frame;
}
"""

FORTRAN = """
subroutine use_toys(m, s)
  use swashplate
  implicit none
  type(swp_model), intent(inout) :: m
  type(swp_sim), intent(inout) :: s
  type(swp_toy) :: toy
  type(swp_toy_state) :: state
  type(c_ptr) :: box
  real(c_double) :: values(2), points(3, 2), place(3), weight, frame(4)
  real(c_double), allocatable :: numbers(:)
  character(:), allocatable :: text
  integer(c_int32_t) :: status

  values = 0
  points = 0
  call m%add_toy("toy", [0d0, 0d0, 1d0], int(SWP_TOY_LARGE), toy, options=swp_default_toy_options())
  call m%add_toy_table(values, points, .true., toy, weights=values)
  call s%put_away(toy)
  call s%toy(toy, state)
  call s%toy_place(toy, place, weight)
  call s%toy_numbers(toy, numbers)
  call s%toy_text(toy, text)
  call s%toybox(box)
  status = swp_frame_of_toy([0d0, 0d0, 1d0], frame)
  call swp_toybox_free(box)
end subroutine
"""


def compiles(*command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        print(" ".join(map(str, command)), done.stderr[-4000:], sep="\n")
    return done.returncode == 0


def main():
    header = (repository / "include" / "swashplate.h").read_text(encoding="utf-8")
    mark = '#ifdef __cplusplus\nextern "C" {'
    assert header.count(mark) == 1, "the place for new types in swashplate.h is not found"
    end = header.rindex("#ifdef __cplusplus")
    extended = (header[:end] + FUNCTIONS + header[end:]).replace(mark, TYPES + mark)
    files, unsure = generate.made(extended)
    good = True
    if len(unsure) != 1 or "riddle" not in unsure[0]:
        print("of one argument it must be said that its size is not known:", unsure)
        good = False
    with tempfile.TemporaryDirectory() as name:
        scratch = Path(name)
        for path, text in {"swashplate.h": extended, **files, "use.cpp": CPP, "use.f90": FORTRAN}.items():
            (scratch / path).write_text(text, encoding="utf-8")
        strict = ["-Wall", "-Wextra", "-Werror"]
        good &= compiles("g++", "-std=c++17", "-pedantic", *strict, "-fsyntax-only", f"-I{scratch}", scratch / "use.cpp")
        for standard in ("f2008", "f2018"):
            good &= compiles("gfortran", f"-std={standard}", *strict, "-fsyntax-only", f"-J{scratch}", scratch / "swashplate.f90")
        good &= compiles("gfortran", *strict, "-fsyntax-only", f"-J{scratch}", f"-I{scratch}", scratch / "use.f90")
    for odd in ("swp_status swp_sim_odd(struct swp_sim *sim, long double x);", "int swp_sim_odd(void), swp_sim_odder(void);"):
        try:
            generate.made(header[:end] + odd + "\n" + header[end:])
            print("not understood, and no error:", odd)
            good = False
        except SystemExit:
            pass
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
