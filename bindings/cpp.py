"""Writes the C++ wrapper: every function of the header as a method of the class of its first argument.

Arguments keep their order; those that may be NULL, or have a default, come last. `const char*` is a Text (const char*, std::string,
std::string_view). 3, 4, 6, 9 and 36 numbers are std::array; NULL for 3 or 4 of them is zero or identity. One result is
returned, several as a struct. A function with a count is there twice: with count and pointers as in C, and with Spans, which know
their number. (out, count, needed) is there a third time, with a std::vector for result. A function that takes a callback and
`user` is also there with a callable in their place, which is not copied.
"""

import re

from rules import first_sentence

SCALARS = {"double": "double", "int32_t": "std::int32_t", "uint32_t": "std::uint32_t", "size_t": "std::size_t",
           "uint8_t": "std::uint8_t", "uint64_t": "std::uint64_t"}
ARRAYS = {3: "Vec3", 4: "Quaternion", 6: "Vec6", 9: "Mat3", 36: "Mat6"}
CLASSES = {"swp_model": "Model", "swp_sim": "Simulation", "swp_snapshot": "Snapshot", "swp_diagnosis": "Diagnosis"}

# ---- exceptions: what the header does not say, or what programs have come to rely on ------------------------------------

# By hand, in bindings/swashplate.hpp.
BY_HAND = {
    "swp_version", "swp_version_string", "swp_check_version", "swp_status_name", "swp_last_error", "swp_model_create",
    "swp_sim_create",
    "swp_snapshot_from_bytes", "swp_diagnosis_finding", "swp_case_read",
    "swp_case_from_text", "swp_model_to_text", "swp_model_find_id",
}
# With Spans by hand: sizes that the header does not say.
SPANS_BY_HAND = {"swp_model_add_beam", "swp_sim_modes", "swp_sim_campbell"}
# With a callable by hand: it has other arguments than the callback, or a temporary one is refused in words.
CALLABLES_BY_HAND = {"swp_model_add_callback", "swp_sim_set_progress", "swp_sim_set_event"}
# `failure` is a namespace.
METHODS = {"swp_sim_failure": "failure_text"}
# NULL is allowed, but the argument stays in its place and has no default.
IN_PLACE = {
    ("swp_model_add_line_spring", "point_a"), ("swp_model_add_line_spring", "point_b"), ("swp_sim_set_input_rule", "input"),
    ("swp_model_add_distributed_load", "moments"), ("swp_model_add_host_element", "options"), ("swp_sim_modes", "spin"),
    ("swp_model_add_beam", "station_places"),
}
# Options by pointer, nullptr for the defaults of the library.
BY_POINTER = {("swp_model_diagnose", "options"), ("swp_model_add_host_element", "options")}
# Arrays whose number is another one's business: the method says nothing about it.
NO_NUMBER = {"swp_model_beam_mesh"}
# Defaults of arguments by value.
DEFAULTS = {
    ("swp_model_add_section", "damping"): "0.0", ("swp_model_add_line_spring", "damping"): "0.0",
    ("swp_model_add_line_spring", "preload"): "0.0", ("swp_model_add_lock", "locked"): "false",
    ("swp_model_add_gears", "internal"): "false", ("swp_model_add_belt", "crossed"): "false",
    ("swp_model_add_coupling", "function"): "{}",
}
# Structs for several results; those of other functions are made here and have the name of the function.
SEVERAL = {"swp_sim_joint_coordinate": "Coordinate", "swp_sim_joint_relative": "RelativeMotion",
           "swp_sim_joint_reaction": "Reaction", "swp_sim_section_force": "SectionForce"}
# Names of functions that make option structs; default_beam_options for swp_beam_options by rule.
OPTIONS = {"swp_sim_options": "default_options", "swp_engineering": "no_engineering"}


def wrapped(text, indent, width=120):
    """A line, cut behind commas where it is too long."""
    lines, rest, lead = [], text, " " * indent
    while len(lead) + len(rest) > width:
        cut = rest.rfind(", ", 0, width - len(lead))
        if cut < 0:
            break
        lines.append(lead + rest[:cut + 1])
        rest, lead = rest[cut + 2:], " " * (indent + 8)
    return "\n".join([*lines, lead + rest])


def comment(text, indent, width=120):
    lines, line = [], ""
    for word in text.split():
        if line and indent + 4 + len(line) + 1 + len(word) > width:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}".strip()
    return "\n".join(f"{' ' * indent}/// {part}" for part in [*lines, line])


class Cpp:
    def __init__(self, header, rules):
        self.header = header
        self.rules = rules
        self.freed = {f"{handle}_{does}" for handle in header.handles for does in ("free", "error")}
        self.inits = {f.arguments[0].base: f for f in header.functions.values() if f.name.endswith("_init")}

    def of(self, handle):
        """The functions of a class, or those without one."""
        for function in self.header.functions.values():
            first = function.arguments[0] if function.arguments else None
            owner = first.base if first and first.stars == 1 and first.base in self.header.handles else ""
            own = function.name in BY_HAND or function.name in self.freed or function.name.endswith("_init")
            if owner == handle and not own:
                yield function

    def default_name(self, struct):
        return OPTIONS.get(struct, f"default_{struct[4:]}")

    def options(self):
        out = []
        for struct, function in self.inits.items():
            out.append(f"""{comment(first_sentence(function.doc), 0)}
inline {struct} {self.default_name(struct)}() noexcept {{
    {struct} options{{}};
    {function.name}(&options);
    return options;
}}""")
        return "\n\n".join(out)

    def methods(self, handle):
        return "\n".join(text for f in self.of(handle) for text in Method(self, f, handle).texts())

    def functions(self):
        return "\n".join(text for f in self.of("") for text in Method(self, f, "").texts())

    def classes(self):
        """Classes of handles that have none by hand."""
        out = []
        for handle in self.header.handles:
            if handle not in CLASSES:
                ask = f"{handle}_error" if f"{handle}_error" in self.header.functions else f"detail::thread_error<{handle}>"
                out.append(f"""/// Owns a {handle}.
class {class_name(handle)} : public Owner<{handle}, {handle}_free, {ask}> {{
public:
    using Owner::Owner;

{self.methods(handle)}
}};
""")
        return "\n".join(out)

    def results(self):
        """Structs of functions with several results that have no name by hand."""
        out = []
        for function in self.header.functions.values():
            outs = [m for m in self.rules.meanings(function) if m.role == "out" and m.name != "needed"]
            if len(outs) > 1 and function.name not in BY_HAND and function.name not in SEVERAL:
                members = "".join(f"\n    {result_type(m)} {m.name};" for m in outs)
                out.append(f"/// Results of {function.name}.\nstruct {several(function)} {{{members}\n}};\n")
        return "\n".join(out).rstrip("\n")


def camel(name):
    return "".join(word.capitalize() for word in name.split("_"))


def class_name(handle):
    return CLASSES.get(handle) or camel(handle[4:])


def several(function):
    return SEVERAL.get(function.name) or camel(re.sub(r"^swp_(model|sim|snapshot|diagnosis)_|^swp_", "", function.name))


def numbers_type(size):
    return ARRAYS.get(size) or f"std::array<double, {size}>"


def result_type(m):
    if m.flag:
        return "bool"
    if m.base == "double":
        return numbers_type(m.size) if m.size > 1 else "double"
    return SCALARS.get(m.base, m.base)


class Method:
    """One function of the header as methods of a class; without a handle, as a function."""

    def __init__(self, cpp, function, handle):
        self.cpp = cpp
        self.function = function
        self.handle = handle
        short = handle[4:] if handle else ""
        name = function.name[len(f"swp_{short}_"):] if handle else function.name[4:]
        self.name = METHODS.get(function.name) or (name[4:] if name.startswith("get_") else name)
        self.meanings = cpp.rules.meanings(function)[1 if handle else 0:]
        self.const = bool(handle) and function.arguments[0].const
        self.outs = [m for m in self.meanings if m.role == "out" and m.name != "needed"]
        self.needed = any(m.name == "needed" for m in self.meanings)
        self.counted = any(m.role == "count" for m in self.meanings)

    def texts(self):
        yield comment(first_sentence(self.function.doc), self.indent) + "\n" + self.text("pointers")
        if self.counted and self.function.name not in SPANS_BY_HAND:
            yield self.text("spans")
        if self.needed:
            yield self.text("vector")
        if any(m.role == "callback" for m in self.meanings) and self.function.name not in CALLABLES_BY_HAND:
            yield from self.with_callable()

    def with_callable(self):
        """The method with a callable, which calls the one with its address as user pointer."""
        style = "spans" if self.counted and self.function.name not in SPANS_BY_HAND else "pointers"
        callback = next(m for m in self.meanings if m.role == "callback")
        structs = self.cpp.header.structs
        taken, given, seen = [], [], []  # by the function that the library calls, by the callable, and what the comment says
        for v in self.cpp.header.callbacks[callback.base].arguments:
            const, stars = "const " if v.const else "", "*" * v.stars
            name = v.name + "_" if v.name != "user" and any(m.name == v.name for m in self.meanings) else v.name
            taken.append(f"{const}{SCALARS.get(v.base, v.base)}{stars} {name}")
            if v.name != "user":
                given.append(f"*{name}" if v.base in structs else name)
                seen.append(f"const {v.base}&" if v.base in structs else f"{const}{v.base}{stars}")
        required, optional, passed = [], [], []
        for m in self.meanings:
            if m.role in ("out", "out_handle", "user") or (m.role == "count" and style == "spans"):
                continue
            declared, default, _ = self.argument(m, style)
            if m.role == "callback":
                declared = f"Callable& {m.name}"
            (required if default is None else optional).append((declared, default, m.name))
        head = [d for d, _, _ in required] + [f"{d} = {default}" for d, default, _ in optional]
        for _, _, name in required + optional:
            passed += [f"static_cast<{callback.base}>(call)", f"detail::address({name})"] if name == callback.name else [name]
        ending = " const {" if self.const else " {"
        indent = " " * self.indent
        yield "\n".join([
            comment(f"A callable `int32_t ({', '.join(seen)})`; it is not copied and must live as long as it may be called. An exception thrown in "
                    "it becomes SWP_CALLBACK_FAILED.", self.indent),
            f"{indent}template <class Callable>",
            wrapped(f"Result<{self.result(style)}> {self.name}({', '.join(head)}){ending}", self.indent),
            wrapped(f"const auto call = []({', '.join(taken)}) noexcept -> std::int32_t {{", self.indent + 4),
            wrapped(f"return failure::guarded([&] {{ return (*static_cast<Callable*>(user))({', '.join(given)}); }});", self.indent + 8),
            f"{indent}    }};",
            wrapped(f"return {self.name}({', '.join(passed)});", self.indent + 4), f"{indent}}}"])

    @property
    def indent(self):
        return 4 if self.handle else 0

    # ---- arguments

    def argument(self, m, style):
        """(declaration, default or None, what is passed) of an argument that goes in, or an array that is filled."""
        key = (self.function.name, m.name)
        last = m.nullable and (style != "pointers" or key not in IN_PLACE) and not (m.role == "out_array" and self.needed)
        base = SCALARS.get(m.base, m.base)
        n = m.name
        if m.role == "text":
            return f"const Text& {n}", None, f"{n}.c_str()"
        if m.role == "flag":
            return f"bool {n}", DEFAULTS.get(key), f"{n} ? 1 : 0"
        if m.role == "struct" and m.value.stars:
            if m.nullable and m.base in self.cpp.inits and key not in BY_POINTER:
                return f"const {base}& {n}", f"{self.cpp.default_name(m.base)}()", f"&{n}"
            if m.nullable:
                return f"const {base}* {n}", "nullptr" if last else None, n
            return f"const {base}& {n}", None, f"&{n}"
        if m.role == "handle":
            return f"const {class_name(m.base)}& {n}", None, f"{n}.handle()"
        if m.role == "callback":
            return f"{base} {n}", None, n
        if m.role == "user":
            return f"void* {n}", None, n
        if m.role == "numbers":
            kind = numbers_type(m.size)
            if last and m.size not in (3, 4):
                if m.size not in ARRAYS:
                    return f"const double* {n}", "nullptr", n
                return f"const {kind}* {n}", "nullptr", f"detail::numbers({n})"
            return f"const {kind}& {n}", {3: "zero", 4: "identity"}[m.size] if last else None, f"{n}.data()"
        if m.role in ("array", "out_array", "pointer"):
            element = numbers_type(m.each) if m.each > 1 else base
            element = f"const {element}" if m.value.const else element
            if style == "spans" and m.role != "pointer":
                return f"Span<{element}> {n}", "{}" if last else None, f"detail::numbers({n})"
            return f"{element}* {n}", "nullptr" if last else None, f"detail::numbers({n})" if m.each > 1 else n
        return f"{base} {n}", DEFAULTS.get(key), n  # real, integer, size, count, struct by value

    def collected(self, style):
        """Declarations in the order of the method, and what is passed, in the order of C."""
        required, optional, passed = [], [], []
        for m in self.meanings:
            if m.role in ("out", "out_handle", "text_out"):
                passed.append(self.out(m))
                continue
            if m.role == "count" and style != "pointers":
                counted = (x.name for x in self.meanings if x.counted_by == m.name and not self.may_be_empty(x))
                passed.append("out.size()" if style == "vector" else f"{next(counted)}.size()")
                continue
            if m.role == "out_array" and style == "vector":
                passed.append("out.data()")
                continue
            declared, default, given = self.argument(m, style)
            passed.append(given)
            if default is None:
                required.append(declared)
            else:
                optional.append(f"{declared} = {default}")
        return required + optional, passed

    def may_be_empty(self, m):
        return m.nullable and not (m.role == "out_array" and self.needed)

    def out(self, m):
        if m.role == "text_out":
            return "b, n, needed"
        if m.name == "needed":
            return "&needed"
        if m.role == "out_handle":
            return "&handle"
        if m.flag:
            return "&flag"
        place = f"out.{m.name}" if len(self.outs) > 1 else "out"
        return f"{place}.data()" if m.size > 1 else f"&{place}"

    # ---- text

    def result(self, style):
        handles = [m for m in self.meanings if m.role == "out_handle"]
        if handles:
            return class_name(handles[0].base)
        if style == "vector":
            return f"std::vector<{SCALARS.get(self.filled().base, self.filled().base)}>"
        if self.needed and self.function.name not in NO_NUMBER:
            return "std::size_t"
        if len(self.outs) > 1:
            return several(self.function)
        return result_type(self.outs[0]) if self.outs else "void"

    def filled(self):
        return next(m for m in self.meanings if m.role == "out_array")

    def text(self, style):
        declared, passed = self.collected(style)
        call = f"{self.function.name}({', '.join((['handle_'] if self.handle else []) + passed)})"
        lead = "" if self.handle else "inline "
        ending = " const {" if self.const else " {"
        value = self.function.result
        if value.base != "swp_status":  # it cannot fail
            kind = f"{'const ' if value.const else ''}{SCALARS.get(value.base, value.base)}{'*' * value.stars}"
            body = [f"return {call};"]
        elif any(m.role == "text_out" for m in self.meanings):
            kind, body = "std::string", self.asked(call)
        else:
            result = self.result(style)
            kind, body = f"Result<{result}>", self.body(style, result, call)
        head = f"{lead}{kind} {self.name}({', '.join(declared)}){ending}"
        indent = self.indent
        lines = [wrapped(head, indent), *[wrapped(line, indent + 4) for line in body], " " * indent + "}"]
        return "\n".join(lines)

    def asked(self, call):
        return ["return detail::text([&](char* b, std::size_t n, std::size_t* needed) {", f"    return {call};", "});"]

    def give(self, status, value=""):
        if self.handle:
            return f"return give({status}{', ' + value if value else ''});"
        value = f", std::move({value})" if value else ""
        return f"return failure::result({status}{value}, last_error_text);"

    def body(self, style, result, call):
        checks = self.checks(result) if style == "spans" else []
        if any(m.role == "out_handle" for m in self.meanings):
            handle = next(m.base for m in self.meanings if m.role == "out_handle")
            return [*checks, f"{handle}* handle = nullptr;", f"const swp_status status = {call};", f"{result} out(handle);",
                    self.give("status", "out")]
        if style == "vector":
            return [f"{result} out;", "std::size_t needed = 0;",
                    f"swp_status status = {call.replace('out.data(), out.size()', 'nullptr, 0')};", "if (needed != 0) {",
                    "    out.resize(needed);", f"    status = {call};", "}", self.give("status", "out")]
        if self.needed:
            return [*checks, "std::size_t needed = 0;", self.give(call, "" if result == "void" else "needed")]
        if not self.outs:
            return [*checks, self.give(call)]
        if any(m.flag for m in self.outs):
            return [*checks, "std::int32_t flag = 0;", f"const swp_status status = {call};", "bool out = flag != 0;",
                    self.give("status", "out")]
        return [*checks, f"{result} out{{}};", self.give(call, "out")]

    def checks(self, result):
        """Arrays of one count have one number."""
        out = []
        for count in [m for m in self.meanings if m.role == "count"]:
            counted = [m for m in self.meanings if m.counted_by == count.name]
            first = next(m for m in counted if not self.may_be_empty(m))
            for m in counted:
                if m is not first:
                    empty = f"!{m.name}.empty() && " if self.may_be_empty(m) else ""
                    text = f"{self.name}: {first.name} and {m.name} differ in number"
                    out += [f"if ({empty}{m.name}.size() != {first.name}.size())",
                            f"    return failure::wrong_size<{result}>(\"{text}\");"]
        return out
