#!/usr/bin/env python3
"""Makes include/swashplate.hpp and include/swashplate.f90 from include/swashplate.h.

    python3 bindings/generate.py            writes both; run it after every change of swashplate.h or of a file in bindings/
    python3 bindings/generate.py --check    writes nothing; fails if one of them is not what would be written

Both are files of their own for a host, which copies or compiles one file; here they have two parts:

    bindings/swashplate.hpp, .f90   by hand: what a line of the header does not say. A line `//@ what` or `!@ what` stands
                                    for a generated part.
    header.py                       reads the header
    rules.py                        what an argument means: which pointer is an array, how many numbers, whether NULL may be
    cpp.py, fortran.py              write it down in their language; at their top the exceptions from the rules

A function that is added to the header needs nothing here: it becomes a method of the class of its first argument. What
cannot be derived is said on stderr, with the place where to say it. Needs Python 3.8 and nothing else.
"""

import re
import sys
from pathlib import Path

sys.dont_write_bytecode = True
here = Path(__file__).resolve().parent
sys.path.insert(0, str(here))

from cpp import Cpp  # noqa: E402
from fortran import Fortran  # noqa: E402
from header import read  # noqa: E402
from rules import Rules  # noqa: E402

COMMAND = "python3 bindings/generate.py"


def filled(text, mark, writer):
    """The text by hand with its marks replaced; those of helpers come last, when it is known which are needed."""
    marks = re.findall(rf"^[ \t]*{mark}@ (\w+)(?: (\w+))?$", text, flags=re.M)
    parts = {}
    for name, argument in sorted(marks, key=lambda m: m[0].startswith("helpers")):
        parts[name, argument] = getattr(writer, name)(*([argument] if argument else []))
    text = re.sub(rf"^[ \t]*{mark}@ (\w+)(?: (\w+))?$", lambda m: parts[m.group(1), m.group(2) or ""], text, flags=re.M)
    return re.sub(r"\n{3,}", "\n\n", text)


def made(header_text):
    """Both files, by name; and what could not be derived."""
    header = read(header_text)
    rules = Rules(header)
    files = {}
    for name, mark, writer in (("swashplate.hpp", "//", Cpp), ("swashplate.f90", "!", Fortran)):
        files[name] = filled((here / name).read_text(encoding="utf-8"), mark, writer(header, rules))
    return files, sorted(set(rules.unsure))


def differences(include):
    """One line for each file of `include` that is not what would be written."""
    files, _ = made((include / "swashplate.h").read_text(encoding="utf-8"))
    out = []
    for name, text in files.items():
        path = include / name
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            out.append(f"{name} is not what the header and bindings/{name} make: {COMMAND} writes it anew")
    return out


def main():
    include = here.parent / "include"
    if sys.argv[1:] == ["--check"]:
        wrong = differences(include)
        print("\n".join(wrong) or "up to date")
        return int(bool(wrong))
    if sys.argv[1:]:
        print(__doc__)
        return 2
    files, unsure = made((include / "swashplate.h").read_text(encoding="utf-8"))
    for name, text in files.items():
        (include / name).write_text(text, encoding="utf-8")
        print(f"include/{name}: {text.count(chr(10))} lines")
    for line in unsure:
        print(f"note: {line}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
