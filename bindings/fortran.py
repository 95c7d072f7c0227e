"""Writes the Fortran module: layer 1 whole, and the procedures of layer 2 that make one call."""

import re

from rules import first_sentence

KINDS = {
    "double": "real(c_double)", "char": "character(kind=c_char)", "uint8_t": "integer(c_int8_t)", "size_t": "integer(c_size_t)",
    "int32_t": "integer(c_int32_t)", "uint32_t": "integer(c_int32_t)", "swp_status": "integer(c_int32_t)",
    "int64_t": "integer(c_int64_t)", "uint64_t": "integer(c_int64_t)",
}

# Handles that are types of layer 2; others are addresses.
TYPES = {"swp_model", "swp_sim", "swp_snapshot"}

# ---- exceptions: what the header does not say, or what programs have come to rely on ------------------------------------

# Fortran does not tell SWP_VERSION from the function swp_version.
VERSION_NAME = "SWP_HEADER_VERSION"
# Members of structs that begin with something else than zero.
MEMBERS = {
    ("swp_attachment", "orientation"): "[1, 0, 0, 0]", ("swp_link", "joint"): "SWP_LINK_REVOLUTE",
    ("swp_actuator_limits", "low"): "-huge(1.0_c_double)", ("swp_actuator_limits", "high"): "huge(1.0_c_double)",
    ("swp_actuator_limits", "rate"): "huge(1.0_c_double)",
}
# Arrays of procedures of the host's, and their intent.
CALLBACKS = {
    ("swp_function_callback", "out"): ("out", "(3)"), ("swp_event_callback", "value"): ("out", ""),
    ("swp_pfaffian_callback", "positions_and_quaternions"): ("in", "(7, *)"),
    ("swp_pfaffian_callback", "row"): ("inout", "(6, *)"), ("swp_pfaffian_callback", "b"): ("inout", ""),
}
# NULL is allowed, but Fortran hands over the thing itself.
NEVER_ABSENT = {
    ("swp_model_diagnose", "options"), ("swp_model_add_host_element", "options"), ("swp_sim_joint_coordinate", "rate"),
    ("swp_sim_joint_multipliers", "out"), ("swp_snapshot_to_bytes", "buffer"),
}
# Layer 2 has these by hand, in bindings/swashplate.f90: more than one call, shapes that the header does not say, objects that
# change hands.
BY_HAND = {
    "swp_model_create", "swp_model_free", "swp_model_error", "swp_sim_create", "swp_sim_free", "swp_sim_error",
    "swp_snapshot_free", "swp_snapshot_from_bytes", "swp_diagnosis_free", "swp_diagnosis_get_numbers",
    "swp_diagnosis_text", "swp_diagnosis_finding", "swp_model_diagnose", "swp_case_read", "swp_case_from_text",
    "swp_sim_set_progress", "swp_sim_set_event", "swp_model_add_beam", "swp_sim_modes", "swp_sim_campbell", "swp_sim_positions",
    "swp_sim_curvature_mesh", "swp_model_find_id",
}
# Arguments by value that may be left out, and what they are then; None: a struct as it begins.
OPTIONAL = {
    ("swp_model_add_table", "interpolation"): "SWP_INTERPOLATE_LINEAR", ("swp_model_add_section", "damping"): "0._c_double",
    ("swp_model_start_joint", "value"): "not_a_number()", ("swp_model_start_joint", "rate"): "not_a_number()",
    ("swp_model_add_coupling", "function"): None,
}
# Names of results where the rule (the last word of the type, or of the function) has another.
RESULTS = {
    "swp_snapshot_to_bytes": "bytes",
    "swp_sim_time": "t", "swp_sim_rotation_matrix": "row_major", "swp_sim_rotation_vector": "rotation", "swp_sim_joint_action": "effort",
    "swp_sim_pfaffian": "multiplier", "swp_sim_host_condition": "multipliers", "swp_sim_assembly": "report",
    "swp_model_add_gears": "gears", "swp_model_add_bevel_gears": "gears", "swp_model_add_belt": "belt",
    "swp_model_add_first_order_actuator": "actuator", "swp_model_add_second_order_actuator": "actuator",
    "swp_sim_advance_controlled": "happened", "swp_sim_advance_past": "happened",
}
# Names of functions that make option structs; swp_default_beam_options for swp_beam_options by rule.
DEFAULTS = {"swp_sim_options": "swp_default_options", "swp_engineering": "swp_no_engineering"}
# Sizes that layer 2 has as integer(c_size_t); the others are default integers.
WIDE = {"swp_sim_path_count", "swp_sim_path_point", "swp_sim_visit_path", "swp_sim_set_load_step_limit"}

ASCII = {"·": "*", "²": "^2", "³": "^3", "−": "-", "×": "x", "α": "alpha", "β": "beta", "γ": "gamma", "ρ": "rho", "π": "pi",
         "Ω": "Omega", "ω": "omega", "λ": "lambda", "½": "1/2", "₀": "0", "₁": "1", "₂": "2", "ᵀ": "^T", "°": " deg", "≤": "<=",
         "≥": ">=", "∫": "int ", "δ": "delta", "θ": "theta", "φ": "phi", "…": "...", "′": "'", "é": "e", "–": "-"}


def ascii_only(text):
    return "".join(c if c.isascii() else ASCII.get(c, "?") for c in text)


def wrapped(text, indent, width=120):
    """A statement on as many lines as it needs, cut behind commas."""
    lines, rest, lead = [], text, " " * indent
    while len(lead) + len(rest) > width:
        cut = rest.rfind(", ", 0, width - len(lead) - 1)
        if cut < 0:
            cut = rest.rfind(" ", 0, width - len(lead) - 2) - 1
        lines.append(f"{lead}{rest[:cut + 1]} &")
        rest, lead = rest[cut + 2:], " " * (indent + 4)
    return "\n".join([*lines, lead + rest])


def comment(text, indent, width=120):
    lines, line = [], ""
    for word in ascii_only(text).split():
        if line and indent + 2 + len(line) + 1 + len(word) > width:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}".strip()
    return "\n".join(f"{' ' * indent}! {part}" for part in [*lines, line])


def declarations(pairs, indent):
    """Declarations, neighbours of one type on one line."""
    out = []
    for kind, name in pairs:
        if out and out[-1][0] == kind:
            out[-1][1].append(name)
        else:
            out.append((kind, [name]))
    return "\n".join(wrapped(f"{kind} :: {', '.join(names)}", indent) for kind, names in out)


class Fortran:
    def __init__(self, header, rules):
        self.header = header
        self.rules = rules
        self.addresses = {m.base for f in header.functions.values() for m in rules.meanings(f)
                          if m.role == "struct" and self.absent(f, m)}
        self.empty = set()  # structs of numbers that are NaN after a failure

    def kind(self, base):
        return KINDS.get(base) or f"type({base})"

    def absent(self, function, m):
        return m.nullable and m.name != "needed" and (function.name, m.name) not in NEVER_ABSENT

    # ---- layer 1 --------------------------------------------------------------------------------------------------------

    def constants(self):
        out = ["  ! SWP_VERSION of swashplate.h; Fortran could not tell that name from the function swp_version.",
               f"  integer(c_int32_t), parameter :: {VERSION_NAME} = {self.header.version}"]
        for name, listed in self.header.enums:
            out += ["", f"  ! {name}"] if name else [""]
            out += [f"  integer(c_int32_t), parameter :: {constant} = {value}" for constant, value in listed]
        return "\n".join(out)

    def types(self):
        out = []
        for struct in self.header.structs.values():
            out += [comment(first_sentence(struct.doc), 2), f"  type, bind(c) :: {struct.name}"]
            for m in struct.members:
                kind = "type(c_ptr)" if m.stars else self.kind(m.base)
                shape = f"({m.length})" if m.length else ""
                begins = MEMBERS.get((struct.name, m.name)) or ("c_null_ptr" if m.stars else "0")
                begins = "" if m.base in self.header.structs else f" = {begins}"
                out.append(f"    {kind} :: {m.name}{shape}{begins}")
            out += ["  end type", ""]
        return "\n".join(out[:-1])

    def callbacks(self):
        out = []
        for function in self.header.callbacks.values():
            pairs = []
            for v in function.arguments:
                intent, shape = CALLBACKS.get((function.name, v.name), ("in" if v.const else "inout", ""))
                if v.stars == 0:
                    pairs.append((f"{self.kind(v.base)}, value", v.name))
                elif v.base == "void":
                    pairs.append(("type(c_ptr), value", v.name))
                else:
                    known = (function.name, v.name) in CALLBACKS or v.base in self.header.structs
                    pairs.append((f"{self.kind(v.base)}, intent({intent})", v.name + (shape if known else "(*)")))
            names = ", ".join(v.name for v in function.arguments)
            out += [comment(first_sentence(function.doc), 4),
                    wrapped(f"function {function.name}({names}) bind(c) result(status)", 4), "      import",
                    declarations([*pairs, ("integer(c_int32_t)", "status")], 6), "    end function"]
        return "\n".join(out)

    def interfaces(self):
        return "\n".join(self.interface(f) for f in self.header.functions.values())

    def interface(self, function):
        meanings = {m.name: m for m in self.rules.meanings(function)}
        pairs = []
        for v in function.arguments:
            pairs.append(self.dummy(function, v, meanings.get(v.name)))
        names = ", ".join(v.name for v in function.arguments)
        head = f"{function.name}({names}) bind(c, name=\"{function.name}\")"
        if function.result.base == "void" and not function.result.stars:
            return "\n".join([wrapped(f"subroutine {head}", 4), "      import", declarations(pairs, 6), "    end subroutine"])
        kind = "type(c_ptr)" if function.result.stars else self.kind(function.result.base)
        result = "status" if function.result.base == "swp_status" else "answer"
        return "\n".join([wrapped(f"function {head} result({result})", 4), "      import",
                          declarations([*pairs, (kind, result)], 6), "    end function"])

    def dummy(self, function, v, m):
        """Declaration of an argument in layer 1."""
        if v.base in self.header.callbacks:
            return "type(c_funptr), value", v.name
        if v.base == "void" or v.base in self.header.handles:
            return ("type(c_ptr), intent(inout)" if v.stars == 2 else "type(c_ptr), value"), v.name
        if v.stars == 0:
            return f"{self.kind(v.base)}, value", v.name
        if m is not None and self.absent(function, m):
            return "type(c_ptr), value", v.name
        shape = ""
        if v.base == "char" or (m is not None and m.role in ("array", "out_array", "pointer")):
            shape = "(*)"
        elif m is not None and m.size > 1:
            shape = f"({m.size})"
        return f"{self.kind(v.base)}, intent({'in' if v.const else 'inout'})", v.name + shape

    # ---- layer 2 --------------------------------------------------------------------------------------------------------

    def method_name(self, function, handle):
        name = function.name[len(handle) + 1:]
        return name[4:] if name.startswith("get_") else name

    def methods(self, handle):
        """The functions whose first argument is this handle, but for those by hand."""
        for function in self.header.functions.values():
            first = function.arguments[0] if function.arguments else None
            ours = first and first.base == handle and first.stars == 1 and function.result.base == "swp_status"
            if ours and function.name not in BY_HAND:
                yield function

    def bindings(self, handle):
        short = handle[4:]
        names = [self.method_name(f, handle) for f in self.methods(handle)]
        return "\n".join(f"    procedure :: {n} => {short}_{n}" for n in names)

    def procedures(self, handle):
        return "\n\n".join(Procedure(self, function, handle).text() for function in self.methods(handle))

    def defaults(self):
        """Option structs with the library's defaults."""
        out = []
        for function in self.header.functions.values():
            if not function.name.endswith("_init"):
                continue
            struct = function.arguments[0].base
            made = DEFAULTS.get(struct, f"swp_default_{struct[4:]}")
            out.append(f"""{comment(first_sentence(function.doc), 2)}
  function {made}() result(options)
    type({struct}) :: options
    integer(c_int32_t) :: status

    status = {function.name}(options)
  end function""")
        return "\n\n".join(out)

    def helpers_private(self):
        names = [f"at_{n[4:]}" for n in sorted(self.addresses)] + [f"no_{n[4:]}" for n in sorted(self.empty)]
        return wrapped("private :: " + ", ".join(names), 2)

    def helpers(self):
        out = []
        for name in sorted(self.addresses):
            out.append(f"""  function at_{name[4:]}(x) result(address)
    type({name}), intent(in), optional, target :: x
    type(c_ptr) :: address

    address = c_null_ptr
    if (present(x)) address = c_loc(x)
  end function
""")
        for name in sorted(self.empty):
            count = sum(1 for m in self.header.structs[name].members if m.name != "reserved")
            call = wrapped(f"no_{name[4:]} = {name}({', '.join(['nan']*count)})", 4)
            out.append(f"""  pure type({name}) function no_{name[4:]}()
    real(c_double) :: nan

    nan = not_a_number()
{call}
  end function
""")
        return "\n".join(out).rstrip("\n")


class Procedure:
    """One procedure of layer 2: inputs, outputs, what may be absent, stat."""

    def __init__(self, fortran, function, handle):
        self.f = fortran
        self.function = function
        self.handle = handle
        self.name = fortran.method_name(function, handle)
        self.inputs, self.outputs, self.optional = [], [], []  # (declaration, name)
        self.locals, self.passed = [], []
        self.start, self.checks, self.before, self.after = [], [], [], []  # statements: at once, then around the call
        self.meanings = fortran.rules.meanings(function)
        self.allocated = any(m.name == "needed" for m in self.meanings)
        for m in self.meanings[1:]:
            getattr(self, "add_" + m.role)(m)
        self.sizes()

    def result_name(self, m):
        """The last word of the type of `out`, or of the function; `found` where an argument has that name."""
        if self.function.name in RESULTS:
            return RESULTS[self.function.name]
        if m.name != "out":
            return m.name
        if m.base in self.f.header.structs:
            name = m.base.split("_")[-1] + ("s" if m.role == "out_array" else "")
        else:
            name = self.name.split("_")[-1]
        return "found" if any(other.name == name for other in self.meanings) else name

    def is_absent(self, m):
        return self.f.absent(self.function, m)

    # inputs

    def add_text(self, m):
        self.inputs.append(("character(*), intent(in)", m.name))
        self.passed.append(f"c_string({m.name})")

    def add_real(self, m):
        self.by_value(m, "real(c_double)", "real_or({0}, {1})", "{0}")

    def add_integer(self, m):
        self.by_value(m, "integer", "integer_or({0}, {1})", "int({0}, c_int32_t)")

    def by_value(self, m, kind, absent, given):
        key = (self.function.name, m.name)
        if key in OPTIONAL:
            self.optional.append((f"{kind}, intent(in), optional", m.name))
            self.passed.append(absent.format(m.name, OPTIONAL[key]))
        else:
            self.inputs.append((f"{kind}, intent(in)", m.name))
            self.passed.append(given.format(m.name))

    def add_flag(self, m):
        self.inputs.append(("logical, intent(in)", m.name))
        self.passed.append(f"merge(1_c_int32_t, 0_c_int32_t, {m.name})")

    def add_size(self, m):
        wide = self.function.name in WIDE
        self.inputs.append(("integer(c_size_t), intent(in)" if wide else "integer, intent(in)", m.name))
        self.passed.append(m.name if wide else f"int({m.name}, c_size_t)")

    def add_count(self, m):
        self.passed.append(m)  # see sizes

    def add_struct(self, m):
        if (self.function.name, m.name) in OPTIONAL:
            self.optional.append((f"type({m.base}), intent(in), optional", m.name))
            self.locals.append((f"type({m.base})", f"{m.name}_used"))
            self.before.append(f"if (present({m.name})) {m.name}_used = {m.name}")
            self.passed.append(f"{m.name}_used")
        elif self.is_absent(m):
            self.optional.append((f"type({m.base}), intent(in), optional, target", m.name))
            self.passed.append(f"at_{m.base[4:]}({m.name})")
        else:
            self.inputs.append((f"type({m.base}), intent(in)", m.name))
            self.passed.append(m.name)

    def add_handle(self, m):
        known = m.base in TYPES
        self.inputs.append((f"class({m.base}), intent(in)" if known else "type(c_ptr), intent(in)", m.name))
        self.passed.append(f"{m.name}%handle" if known else m.name)

    def add_numbers(self, m):
        shape = {1: "", 36: "(6, 6)"}.get(m.size, f"({m.size})")
        if self.is_absent(m):
            self.optional.append(("real(c_double), intent(in), optional, target", m.name + shape))
            at = "at_real" if m.size == 1 else "at_matrix" if m.size == 36 else "at_reals"
            self.passed.append(f"{at}({m.name})")
        else:
            self.inputs.append(("real(c_double), intent(in)", m.name + shape))
            self.passed.append(f"reshape(transpose({m.name}), [36])" if m.size == 36 else m.name)

    def add_pointer(self, m):
        self.inputs.append((f"real(c_double), intent({'in' if m.value.const else 'inout'}), contiguous", f"{m.name}(:)"))
        self.passed.append(m.name)

    def add_array(self, m):
        shape = "(:, :)" if m.each > 1 else "(:)"
        if self.is_absent(m):
            self.optional.append((f"{self.f.kind(m.base)}, intent(in), optional, contiguous, target", m.name + shape))
            self.passed.append(f"{'at_matrix' if m.each > 1 else 'at_reals'}({m.name})")
        elif m.base == "int32_t":
            self.inputs.append(("integer, intent(in)", m.name + shape))
            self.passed.append(f"int({m.name}, c_int32_t)")
        else:
            self.inputs.append((f"{self.f.kind(m.base)}, intent(in), contiguous", m.name + shape))
            self.passed.append(m.name)

    def add_callback(self, m):
        self.inputs.append((f"procedure({m.base})", m.name))
        self.passed.append(f"c_funloc({m.name})")

    def add_user(self, m):
        self.optional.append(("type(c_ptr), intent(in), optional", m.name))
        self.passed.append(f"given({m.name})")

    # outputs

    def all_real(self, base):
        members = [m for m in self.f.header.structs[base].members if m.name != "reserved"]
        return all(m.base == "double" and not m.stars for m in members)

    def begin_nan(self, m, name, optional=False):
        """What a result is after a failure: NaN; structs with other numbers begin with zeros by themselves."""
        value = ""
        if m.base == "double":
            value = "not_a_number()"
        elif m.base in self.f.header.structs and not self.f.header.structs[m.base].is_id and self.all_real(m.base):
            if any(x.base in self.f.header.structs for x in self.f.header.structs[m.base].members):
                return
            self.f.empty.add(m.base)
            value = f"no_{m.base[4:]}()"
        if value:
            self.start.append(f"if (present({name})) {name} = {value}" if optional else f"{name} = {value}")

    def add_out(self, m):
        if m.name == "needed":
            self.passed.append("needed")
            return
        name = self.result_name(m)
        optional = self.is_absent(m)
        place = self.optional if optional else self.outputs
        if m.flag:
            place.append(("logical, intent(out)" + (", optional" if optional else ""), name))
            self.locals.append(("integer(c_int32_t)" + (", target" if optional else ""), "flag"))
            when = f"if (present({name})) " if optional else ""
            self.start.append(f"{when}{name} = .false.")
            self.before.append("flag = 0")
            self.passed.append("at_flag(flag)" if optional else "flag")
            self.after.append(f"{when}{name} = flag /= 0")
        elif m.base == "size_t" and self.function.name not in WIDE:
            place.append(("integer, intent(out)", name))
            numbers = sum(kind == "integer(c_size_t)" for kind, _ in self.locals)
            number = f"number_{numbers + 1}" if numbers else "number"  # one local for each result
            self.locals.append(("integer(c_size_t)", number))
            self.start.append(f"{name} = 0")
            self.before.append(f"{number} = 0")
            self.passed.append(number)
            self.after.append(f"{name} = int({number})")
        elif m.base == "double":
            shape = f"({m.size})" if m.size > 1 else ""
            attributes = ", optional, target" if optional else ""
            if m.size == 9:  # row-major: not to be taken for a 3x3 matrix of Fortran
                shape, attributes = "(:)", attributes + ", contiguous"
                self.check(m, name, f"size({name}) /= 9", f"{self.name}: {name} must have 9 elements")
            place.append((f"real(c_double), intent(out){attributes}", name + shape))
            self.begin_nan(m, name, optional)
            at = "at_reals" if m.size > 1 else "at_real"
            self.passed.append(f"{at}({name})" if optional else name)
        else:
            place.append((f"{self.f.kind(m.base)}, intent(out)", name))
            if m.base not in self.f.header.structs:
                self.start.append(f"{name} = 0")
            self.begin_nan(m, name)
            self.passed.append(name)

    def add_out_handle(self, m):
        name = m.base[4:] if m.name == "out" else m.name
        known = m.base in TYPES
        self.outputs.append((f"class({m.base}), intent(inout)" if known else "type(c_ptr), intent(out)", name))
        self.start.append(f"call {name}%free()" if known else f"{name} = c_null_ptr")
        self.passed.append(f"{name}%handle" if known else name)

    def add_out_array(self, m):
        name = self.result_name(m)
        m.fortran = name
        kind = self.f.kind(m.base)
        if self.allocated:
            self.outputs.append((f"{kind}, allocatable, intent(out)", f"{name}(:)"))
        else:
            self.outputs.append((f"{kind}, intent(out), contiguous", f"{name}(:)"))
            self.begin_nan(m, name)
        self.passed.append(name)

    def add_text_out(self, m):
        self.outputs.append(("character(:), allocatable, intent(out)", "text"))
        self.passed.append("buffer, size(buffer, kind=c_size_t), needed")

    # ---- counts, and checks that arrays fit together

    def sizes(self):
        for k, p in enumerate(self.passed):
            if isinstance(p, str):
                continue
            counted = [m for m in self.meanings if m.counted_by == p.name]
            names = [(getattr(m, "fortran", m.name), m) for m in counted]
            first = next(n for n in names if not self.is_absent(n[1]))
            dimension = ", 2" if first[1].each > 1 else ""
            self.passed[k] = f"size({first[0]}{dimension}, kind=c_size_t)"
            number = f"size({first[0]}{dimension})"
            for name, m in names:
                if m.each > 1:
                    wrong = f"size({name}, 1) /= {m.each} .or. size({name}, 2) /= {number}"
                    if name == first[0]:
                        wrong = f"size({name}, 1) /= {m.each}"
                    shape = f"number of {first[0]}" if name != first[0] else "any number"
                    self.check(m, name, wrong, f"{self.name}: {name} must have the shape ({m.each}, {shape})")
                elif name != first[0]:
                    self.check(m, name, f"size({name}) /= {number}", f"{self.name}: {first[0]} and {name} differ in number")

    def check(self, m, name, wrong, message):
        lines = [wrapped(f"if ({wrong}) then", 4), wrapped(f"call refuse(self, SWP_WRONG_SIZE, \"{message}\", stat)", 6),
                 "      return", "    end if"]
        if self.is_absent(m):
            inner = ["  " + line for block in lines for line in block.split("\n")]
            lines = [f"    if (present({name})) then", *inner, "    end if"]
        self.checks += lines

    # ---- text

    def call(self):
        call = f"{self.function.name}({', '.join(['self%handle', *self.passed])})"
        if self.allocated:
            out = next(m for m in self.meanings if m.role == "out_array")
            name = out.fortran
            none = call.replace(f", {name}, size({name}, kind=c_size_t)", ", none, 0_c_size_t")
            return "\n".join(["    needed = 0", wrapped(f"status = {none}", 4), "    if (needed > 0) then",
                              f"      deallocate ({name})", f"      allocate ({name}(needed))", wrapped(f"status = {call}", 6),
                              "    end if", "    call conclude(self, status, stat)"])
        if any(m.role == "text_out" for m in self.meanings):
            if len(self.meanings) == 2:
                return f"    call ask_text(self, {self.function.name}, text, stat)"
            none = call.replace("size(buffer, kind=c_size_t)", "0_c_size_t")
            return "\n".join(["    allocate (buffer(1))", "    needed = 0", wrapped(f"status = {none}", 4), "    if (needed > 0) then",
                              "      deallocate (buffer)", "      allocate (buffer(needed))", "      buffer = c_null_char",
                              wrapped(f"status = {call}", 6), "      text = up_to_null(buffer)", "    end if",
                              "    call conclude(self, status, stat)"])
        return wrapped(f"call conclude(self, {call}, stat)", 4)

    def text(self):
        if self.allocated:
            out = next(m for m in self.meanings if m.role == "out_array")
            self.locals += [(self.f.kind(out.base), "none(1)"), ("integer(c_size_t)", "needed"), ("integer(c_int32_t)", "status")]
            self.start.append(f"allocate ({out.fortran}(0))")
        if any(m.role == "text_out" for m in self.meanings):
            self.start.append("text = \"\"")
            if len(self.meanings) > 2:
                self.locals += [("character(kind=c_char), allocatable", "buffer(:)"), ("integer(c_size_t)", "needed"),
                                ("integer(c_int32_t)", "status")]
        dummies = [*self.inputs, *self.outputs, *self.optional]
        names = [re.sub(r"\(.*", "", n) for _, n in dummies]
        short = self.handle[4:]
        head = f"subroutine {short}_{self.name}({', '.join(['self', *names, 'stat'])})"
        pairs = [(f"class({self.handle}), intent(inout)", "self"), *dummies, ("integer, intent(out), optional", "stat")]
        pairs += self.locals
        lines = [comment(first_sentence(self.function.doc), 2), wrapped(head, 2), declarations(pairs, 4), ""]
        lines += ["    " + s for s in self.start]
        lines.append("    if (pending(self, stat)) return")
        lines += self.checks
        lines += ["    " + s for s in self.before]
        lines.append(self.call())
        lines += ["    " + s for s in self.after]
        return "\n".join([*lines, "  end subroutine"])
