#!/usr/bin/env python3
"""Holds include/swashplate.f90 and include/swashplate.hpp against include/swashplate.h.

usage: check_bindings.py [include directory]

Drift: both must be what bindings/generate.py makes of the header; if they are not, `python3 bindings/generate.py` writes them anew.
What it makes is then held against the header by other means, with a reader of the header of its own.
Fortran: gfortran itself writes the C prototypes and structs of the module (-fc-prototypes). They must equal those of the
header: the same functions, each with the same arguments in the same order, passed the same way, and the same struct
members. Constants are compared by value. The module must compile without a warning as Fortran 2008 and 2018.
C++: every function of the header must be used in swashplate.hpp.

Prints one line for each difference; the exit status is the number of differences, at most 100.
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
repository = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(repository / "bindings"))
import generate  # noqa: E402

# Types that are one and the same in the calling convention; handles are plain addresses in Fortran.
SAME = {
    "int32_t": "int", "uint32_t": "int", "swp_status": "int", "signed char": "char", "uint8_t": "char",
    "int8_t": "char", "int64_t": "long", "uint64_t": "long", "size_t": "long", "bool": "_Bool",
}
CALLBACKS = set()  # pointers to functions; main reads them, and the handles, from the header
# The header's name for a constant, where Fortran needs another one.
FORTRAN_NAME = {"SWP_VERSION": "SWP_HEADER_VERSION"}
# Constants the Fortran module does without.
NOT_IN_FORTRAN = {"SWP_VERSION_MAJOR", "SWP_VERSION_MINOR", "SWP_VERSION_PATCH"}


def without_comments(text):
    text = re.sub(r"/\*.*?\*/", " ", text, flags=re.S)
    return re.sub(r"//[^\n]*", " ", text)


def declared(text):
    """One declaration 'const double x[3]' as (type, name); const is dropped and an array becomes a pointer."""
    text = re.sub(r"\b(const|struct|enum)\b", " ", text).strip()
    if "(*" in text:  # a pointer to a function
        return "void*", re.search(r"\(\*\s*(\w+)", text).group(1)
    array = "[" in text
    text = re.sub(r"\[[^\]]*\]", "", text)
    name = re.search(r"(\w+)\s*$", text).group(1)
    base = text[: text.rindex(name)].strip()
    stars = base.count("*") + array
    base = base.replace("*", "").strip()
    if base in CALLBACKS:
        return "void*", name
    return SAME.get(base, base) + "*" * stars, name


def functions(text):
    out = {}
    for result, name, arguments in re.findall(r"^\s*([\w\s*]*?)\b(swp_\w+)\s*\(([^;{}]*?)\)\s*;", text, flags=re.M | re.S):
        if "typedef" in result:
            continue
        arguments = [a for a in re.split(r",", arguments) if a.strip() not in ("", "void")]
        kind = declared(result + " result")[0]
        # char* and const char* results are addresses in Fortran
        kind = "void*" if kind.endswith("*") else kind
        out[name] = (kind, [declared(a)[0] for a in arguments])
    return out


def structs(text):
    out = {}
    for tag, body, name in re.findall(r"typedef\s+struct\s*(\w*)\s*\{([^}]*)\}\s*(\w+)\s*;", text):
        members = []
        for line in body.split(";"):
            if line.strip():
                size = "".join(re.findall(r"\[\s*(\w+)\s*\]", line))
                kind, member = declared(line)
                # a pointer inside a struct is an address in Fortran
                kind = "void*" if kind.endswith("*") else kind
                members.append((kind, member, size))
        out[name] = members
    return out


def addresses(module, name):
    """Where an interface of the module has type(c_ptr): 'void*' passed by value, 'void**' by reference.

    gfortran's prototypes do not tell the two apart."""
    block = re.search(rf"(?:function|subroutine) {name}\(([^)]*)\)(.*?)\n\s*end (?:function|subroutine)", module, flags=re.S)
    arguments = re.findall(r"\w+", block.group(1))
    out = [None] * len(arguments)
    for how, names in re.findall(r"type\(c_ptr\), (value|intent\(\w+\)) :: ([\w, ]+)", block.group(2)):
        for argument in re.findall(r"\w+", names):
            out[arguments.index(argument)] = "void*" if how == "value" else "void**"
    return out


def constants(text):
    out = {}
    for body in re.findall(r"\benum\b[^{;]*\{([^}]*)\}", text):
        for name, value in re.findall(r"\b(SWP_\w+)\s*=\s*(-?\d+)", body):
            out[name] = int(value)
    for name, value in re.findall(r"^\s*#define\s+(SWP_\w+)\s+(\d+)", text, flags=re.M):
        out[name] = int(value)
    return out


def main():
    include = Path(sys.argv[1] if len(sys.argv) > 1 else repository / "include")
    header = without_comments((include / "swashplate.h").read_text())
    SAME.update({name: "void" for name in re.findall(r"typedef struct (\w+) \w+;", header)})
    CALLBACKS.update(re.findall(r"typedef \w+ \(\*(\w+)\)", header))
    differences = generate.differences(include)
    if differences:
        print("\n".join(differences))
        return len(differences)
    with tempfile.TemporaryDirectory() as scratch:
        prototypes = subprocess.run(
            ["gfortran", "-fsyntax-only", "-fc-prototypes", "-J", scratch, str(include / "swashplate.f90")],
            check=True, capture_output=True, text=True).stdout
        for standard in ("f2008", "f2018"):
            subprocess.run(["gfortran", "-fsyntax-only", f"-std={standard}", "-Wall", "-Wextra", "-Werror", "-J", scratch,
                            str(include / "swashplate.f90")], check=True)
    wrapper = re.sub(r"//[^\n]*", "", (include / "swashplate.hpp").read_text())
    module = (include / "swashplate.f90").read_text()

    ours, theirs = functions(header), functions(without_comments(prototypes))
    if len(ours) < 50:
        differences.append(f"only {len(ours)} functions understood in swashplate.h")
    for name, (result, arguments) in sorted(ours.items()):
        if name not in theirs:
            differences.append(f"swashplate.f90 lacks {name}")
        else:
            kinds = [by_hand or kind for kind, by_hand in zip(theirs[name][1], addresses(module, name))]
            # what may be NULL is an address in Fortran
            kinds = [ours if kind == "void*" and ours.endswith("*") else kind for kind, ours in zip(kinds, arguments)]
            got = (theirs[name][0], kinds)
            if got != (result, arguments):
                differences.append(f"{name}: swashplate.h has {result} {arguments}, swashplate.f90 {got[0]} {got[1]}")
        if not re.search(rf"\b{name}\b", wrapper):
            differences.append(f"swashplate.hpp never uses {name}")
    for name in sorted(set(theirs) - set(ours)):
        if name.startswith("swp_") and name not in CALLBACKS:
            differences.append(f"swashplate.f90 declares {name}, which swashplate.h does not have")

    ours, theirs = structs(header), structs(without_comments(prototypes))
    for name, members in sorted(ours.items()):
        if name not in theirs:
            differences.append(f"swashplate.f90 lacks the type {name}")
        elif theirs[name] != members:
            differences.append(f"type {name}: swashplate.h has {members}, swashplate.f90 {theirs[name]}")

    in_module = {n.upper(): int(v) for n, v in re.findall(r"\b(SWP_\w+)\s*=\s*(-?\d+)", module)}
    for name, value in sorted(constants(header).items()):
        if name in NOT_IN_FORTRAN:
            continue
        found = in_module.get(FORTRAN_NAME.get(name, name))
        if found != value:
            differences.append(f"{name} is {value} in swashplate.h and {found} in swashplate.f90")

    for line in differences:
        print(line)
    return min(len(differences), 100)


if __name__ == "__main__":
    sys.exit(main())
