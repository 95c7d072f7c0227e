"""Reads include/swashplate.h: constants, structs, callbacks and functions, each with the documentation above it."""

import re
from dataclasses import dataclass, field


@dataclass
class Value:
    """One declaration: an argument of a function or a member of a struct."""

    name: str
    base: str  # the type without const, struct and stars: "double", "swp_node", "char"
    const: bool
    stars: int
    length: int = 0  # of a member that is an array
    doc: str = ""


@dataclass
class Function:
    name: str
    result: Value
    arguments: list
    doc: str


@dataclass
class Struct:
    name: str
    members: list
    doc: str

    @property
    def is_id(self):
        return [m.name for m in self.members] == ["id"]


@dataclass
class Header:
    version: int = 0
    enums: list = field(default_factory=list)  # (name, [(constant, value)])
    handles: list = field(default_factory=list)
    structs: dict = field(default_factory=dict)
    callbacks: dict = field(default_factory=dict)  # as functions
    functions: dict = field(default_factory=dict)


def plain(comment):
    """The text of a comment, in one line."""
    text = re.sub(r"^/\*+|\*+/$", "", comment)
    text = re.sub(r"^[ \t]*\*+ ?", "", text, flags=re.M)
    return " ".join(text.split())


def declaration(text, doc=""):
    """`const struct swp_node *nodes`, `double x[3]`, `size_t count`."""
    match = re.fullmatch(r"(.*?)(\w+)((?:\s*\[\w+\])*)", " ".join(text.split()))
    if not match:
        raise SystemExit(f"swashplate.h: declaration not understood: {text.strip()}")
    kind, name, arrays = match.groups()
    length = 0
    for n in re.findall(r"\[(\w+)\]", arrays):
        length = (length or 1) * int(n)
    words = re.findall(r"\w+", kind)
    base = " ".join(w for w in words if w not in ("const", "struct", "enum"))
    return Value(name, base, "const" in words, kind.count("*"), length, doc)


def arguments(text):
    return [] if text.strip() in ("", "void") else [declaration(a) for a in text.split(",")]


def read(text):
    """The header as a Header. What this program does not understand is an error here, not a gap in the bindings."""
    docs = []

    def keep(match):
        docs.append(plain(match.group(0)))
        return f" @{len(docs) - 1}@ "

    text = re.sub(r"/\*.*?\*/", keep, text, flags=re.S)
    text = re.sub(r"//[^\n]*", "", text)

    def doc_of(mark):
        return docs[int(mark)] if mark else ""

    def bare(part):
        return re.sub(r"@\d+@", "", part)

    header = Header(version=int(re.search(r"#define SWP_VERSION (\d+)", text).group(1)))
    for name, body in re.findall(r"\benum\b\s*(\w*)[^{;]*\{([^}]*)\}", text):
        constants = [(n, int(v)) for n, v in re.findall(r"\b(SWP_\w+)\s*=\s*(-?\d+)", body)]
        header.enums.append((name, constants))
    header.handles = re.findall(r"typedef struct (swp_\w+) swp_\w+;", text)
    for mark, name, body in re.findall(r"(?:@(\d+)@\s*)?typedef struct (swp_\w+) \{([^}]*)\} swp_\w+;", text):
        members = []
        for part in body.split(";"):
            if bare(part).strip():
                mark_of_member = re.search(r"@(\d+)@", part)
                members.append(declaration(bare(part), doc_of(mark_of_member and mark_of_member.group(1))))
        header.structs[name] = Struct(name, members, doc_of(mark))
    for mark, kind, name, listed in re.findall(r"(?:@(\d+)@\s*)?typedef (\w+) \(\*(swp_\w+)\)\(([^;]*)\);", text):
        header.callbacks[name] = Function(name, declaration(kind + " result"), arguments(bare(listed)), doc_of(mark))
    found = re.findall(r"(?:@(\d+)@\s*)?^[ \t]*((?:const |struct |enum )*\w+[ *]+)(swp_\w+)\(([^;]*?)\);", text, flags=re.M)
    for mark, kind, name, listed in found:
        if not kind.startswith("typedef"):
            header.functions[name] = Function(name, declaration(kind + " result"), arguments(bare(listed)), doc_of(mark))
    check(header, bare(text))
    return header


def check(header, text):
    """Every name of the header that looks like a constant, a struct or a function was understood."""
    called = set(re.findall(r"\b(swp_\w+)\s*\(", text))
    if missed := called - set(header.functions):
        raise SystemExit(f"swashplate.h: not understood: {', '.join(sorted(missed))}")
    constants = {name for _, listed in header.enums for name, _ in listed}
    if missed := set(re.findall(r"\b(SWP_\w+)\s*=", text)) - constants:
        raise SystemExit(f"swashplate.h: constants not understood: {', '.join(sorted(missed))}")
    if missed := set(re.findall(r"\}\s*(swp_\w+)\s*;", text)) - set(header.structs):
        raise SystemExit(f"swashplate.h: structs not understood: {', '.join(sorted(missed))}")
    scalars = {"double", "int32_t", "uint32_t", "size_t", "uint64_t", "uint8_t", "int64_t", "char", "void", "swp_status"}
    known = scalars | set(header.structs) | set(header.handles) | set(header.callbacks)
    for function in [*header.functions.values(), *header.callbacks.values()]:
        for value in [*function.arguments, function.result]:
            if value.base not in known:
                raise SystemExit(f"swashplate.h: {function.name}: type {value.base} of {value.name} is not understood")
