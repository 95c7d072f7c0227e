"""What the arguments of a function mean to the bindings, derived from the header. Both languages follow these rules.

Role        rule
handle      pointer to a handle (swp_model ...): the first one makes the function a method of its class
text        const char*
flag        int32_t that the documentation gives as `name` 1: ..., `name` 0: ..., (`name` not 0)
integer     any other int32_t
size        size_t that counts no array: an index, a limit
count       size_t that counts the arrays behind it or, where none is behind it, the one before it
real        double
struct      struct by value, or pointer to a const one that is no array
numbers     pointer to const numbers whose number is fixed (SIZE)
array       pointer to const values that a count counts; `each` numbers an element (`points` 3·count numbers ...)
callback    pointer to a function of the host, and `user` behind it
out         pointer to what the function fills: one value, or `size` numbers
out_array   the same with a count
out_handle  pointer to a pointer to a handle
text_out    char *buffer, size_t length, size_t *needed, as one
pointer     pointer to numbers of which the header does not say how many there are

SIZE: the documentation says it behind the name of the argument (`position`: 3 components, unit quaternion, 6×6 ...); where it
does not, NAMES has it. NULL is allowed where the documentation says NULL behind the name, in the same sentence, or NULL_TOO has it.
"""

import re
from dataclasses import dataclass

# Numbers behind a pointer, by the name of the argument, where the sentence about it does not count them.
NAMES = {
    "velocity": 3, "angular_velocity": 3, "position": 3, "point": 3, "point_a": 3, "point_b": 3, "normal": 3, "axis": 3,
    "direction": 3, "offset": 3, "gravity": 3, "omega": 3, "about": 3, "spin": 3, "force": 3, "moment": 3, "displacement": 3,
    "rotation": 3, "orientation": 4, "quaternion": 4, "inertia": 9, "stiffness": 36, "mass": 36, "damping": 36, "preload": 6,
}
# NULL is allowed, though the sentence that says so does not have the name in backticks.
NULL_TOO = {
    ("swp_model_set_node_velocity", "angular_velocity"), ("swp_model_attach", "orientation"),
    ("swp_model_add_line_spring", "point_a"), ("swp_sim_advance_past", "control"), ("swp_sim_advance_past", "event"),
    ("swp_sim_trace_path", "input"), ("swp_sim_trace_path", "options"), ("swp_model_add_second_order_actuator", "limits"),
    ("swp_model_add_beam", "station_places"),
}
# 1 or 0, though the documentation of the function does not say so in the usual form.
FLAGS_TOO = {("swp_sim_locked", "out"), ("swp_sim_advance_controlled", "event"), ("swp_sim_advance_past", "event")}
# Arrays that the count before them does not count.
NOT_COUNTED = {
    ("swp_model_add_beam", "mesh"), ("swp_sim_modes", "shapes"), ("swp_model_solid_quality", "jacobian"),
    ("swp_sim_solid_resultant", "about"),
}

WORDS = {"one": 1, "two": 2, "three": 3, "four": 4, "six": 6, "nine": 9}


@dataclass
class Meaning:
    name: str
    role: str
    value: object  # header.Value
    size: int = 0
    each: int = 1
    nullable: bool = False
    counted_by: str = ""
    flag: bool = False  # of an out: 1 or 0

    @property
    def base(self):
        return self.value.base


def phrases(doc, name, others):
    """What the documentation says behind `name`: to the end of the sentence, or to the next argument."""
    out = []
    for match in re.finditer(rf"`{re.escape(name)}`", doc):
        rest = doc[match.end():]
        end = re.search(r"[^.]\.(?: [A-Z`*]|$)|" + "|".join(rf"`{re.escape(o)}`" for o in others if o != name), rest)
        out.append(rest[: end.start() + 1] if end else rest)
    return out


def counted(phrase):
    """How many numbers a phrase speaks of; 0 if it does not say."""
    if re.search(r"3\s*(?:×|by)\s*3", phrase):
        return 9
    if re.search(r"6\s*(?:×|by)\s*6", phrase):
        return 36
    if "unit quaternion" in phrase:
        return 4
    if "unit vector" in phrase:
        return 3
    match = re.search(r"\b(\d+|one|two|three|four|six|nine) (?:components|numbers?)\b", phrase)
    return (WORDS.get(match.group(1)) or int(match.group(1))) if match else 0


class Rules:
    def __init__(self, header):
        self.header = header
        self.unsure = []  # pointers of unknown size

    def doc(self, function):
        """The documentation of a function, and of the one whose arguments it shares ("arguments as in ...")."""
        text = function.doc
        for other in re.findall(r"(?:arguments as in|[Aa]s with|[Tt]he same (?:as|for)) (swp_\w+)", text):
            if other in self.header.functions:
                text += " " + self.header.functions[other].doc
        return text

    def meanings(self, function):
        """The arguments of a function; buffer, length and needed of a text are one."""
        values = function.arguments
        names = [v.name for v in values]
        doc = self.doc(function)
        counts = self.counts(function)
        out = []
        k = 0
        while k < len(values):
            if names[k:k + 3] == ["buffer", "length", "needed"] and values[k].base == "char":
                out.append(Meaning("text", "text_out", values[k]))
                k += 3
                continue
            out.append(self.meaning(function, values[k], doc, names, counts))
            k += 1
        return out

    def counts(self, function):
        """Which argument counts which."""
        values = function.arguments
        out = {}

        def may_be_array(v):
            if v.stars != 1 or v.base in ("char", "void") or v.base in self.header.handles or v.name in ("needed", "user"):
                return False
            if (function.name, v.name) in NOT_COUNTED or (not v.const and v.base == "int32_t"):
                return False
            return v.name != "out" or v.base == "double"

        for k, v in enumerate(values):
            if v.base != "size_t" or v.stars:
                continue
            behind = k + 1
            while behind < len(values) and may_be_array(values[behind]):
                out[values[behind].name] = v.name
                behind += 1
            before = values[k - 1]
            if behind == k + 1 and before.stars == 1 and before.base not in ("char", "void", *self.header.handles):
                out[before.name] = v.name
        return out

    def meaning(self, function, v, doc, names, counts):
        key = (function.name, v.name)
        said = phrases(doc, v.name, names)
        m = Meaning(v.name, "", v, nullable=v.stars == 1 and (key in NULL_TOO or any("NULL" in p for p in said)))
        m.counted_by = counts.get(v.name, "")
        if v.base in self.header.handles:
            m.role = "out_handle" if v.stars == 2 else "handle"
        elif v.base in self.header.callbacks:
            m.role = "callback"
        elif v.base == "void":
            m.role = "user"
        elif v.stars == 0:
            m.role = {"double": "real", "size_t": "size"}.get(v.base, "struct" if v.base in self.header.structs else "integer")
            if v.base == "int32_t" and (key in FLAGS_TOO or re.search(rf"`{v.name}`:? (?:1|0|not 0)\b(?! to)", doc)):
                m.role = "flag"
            if v.name in counts.values() and v.base == "size_t":
                m.role = "count"
        elif v.const and v.base == "char":
            m.role = "text"
        else:
            self.pointer(function, m, said)
        return m

    def pointer(self, function, m, said):
        v = m.value
        if m.counted_by:
            m.role = "array" if v.const else "out_array"
            each = [re.search(r"\b(\d)·\w+ numbers|\b(\d) numbers a ", p) for p in said]
            each = next((e for e in each if e), None)
            if v.const and v.base == "double" and each:
                m.each = int(each.group(1) or each.group(2))
            return
        if v.base != "double":
            m.role = "struct" if v.const else "out"
            m.flag = (function.name, v.name) in FLAGS_TOO
            return
        if (function.name, v.name) in NOT_COUNTED:
            m.role = "pointer"
            return
        m.size = next((n for n in map(counted, said) if n), 0) or NAMES.get(v.name, 0)
        if not v.const:
            m.role = "out"
            if v.name == "out":
                m.size = counted(function.doc.split(". ")[0]) or 1
            m.size = m.size or 1
        elif m.size:
            m.role = "numbers"
        else:
            m.role = "pointer"
            self.unsure.append(f"{function.name}: how many numbers are behind `{v.name}`? Say it in its documentation, "
                               "or put its name into NAMES of bindings/rules.py")


def first_sentence(doc):
    """The first sentence of a documentation, for a comment above what is generated."""
    doc = re.sub(r"[;,] `buffer`, `length` and `needed` as in swp_\w+", "", doc)
    match = re.match(r"(.*?[^.](?:\.(?= [A-Z`*]|$)|:(?= `)))", doc)
    text = (match.group(1) if match else doc).replace("**", "")
    return text[:-1] + "." if text.endswith(":") else text
