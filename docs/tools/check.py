#!/usr/bin/env python3
"""Checks README, manual and the other texts of the repository. Needs the compilers and nothing but Python.

usage: check.py INCLUDE LIBRARY [TEXT]     directories of the headers and of libswashplate.so; with TEXT that file alone, as if it
                                           stood at the root of the repository

- Links: every one that stays in the repository leads to a file, its anchor to a heading or an id there.
- Pages: SUMMARY.md lists all pages of docs/src and no others. README.md has at most 150 lines. CITATION.cff has the version of
  Cargo.toml.
- Names: what is written as `swp_…` or `SWP_…` is in the header; what is written as a path of the repository exists.
- Reference: it has an entry for all that the header declares.
- Quotations: a fence of Rust stands word for word in a file of src.
- Snippets: every fence of C, C++ and Fortran compiles without a warning. Comments above a fence say more:

      <!-- given: name -->    before it stands docs/tools/given/name.c (.cpp, .f90), in the same scope
      <!-- given
      code -->                before it stands this code
      <!-- top -->            it stands outside of functions
      <!-- given above -->    the last fence of that kind on the page stands outside, before it
      <!-- run -->            it is run, and must return 0

  A fence without a function main is put into one. In C it has `model` and `sim`, NULL until they are created, and the macro
  CHECK of examples_c/check.h; in C++ and Fortran objects of these names. A fence with `ignore` behind its language is left alone.

Prints one line for each fault; the exit status is their number, at most 100.
"""

import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import book
import header

REPO = book.REPO
LANGUAGES = {"c": "c", "cpp": "cpp", "c++": "cpp", "fortran": "f90"}
OTHERS = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "examples_c/model_format.md", "tests/reference/README.md"]
IN_TREE = r"(?:src|tests|examples_c|benches|include|cmake|docs)/[\w./*-]+"
faults = []


def fault(where, text):
    faults.append(f"{where}: {text}")


def slug(heading):
    """Anchor of a heading, as mdBook and GitHub make it."""
    heading = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)
    heading = "".join(c for c in heading.strip().lower() if c.isalnum() or c in "_- ")
    return heading.replace(" ", "-")


def anchors(text):
    prose = "".join(part for is_fence, part in book.parts(text) if not is_fence)
    found = {slug(re.sub(r"[`*]", "", m[1])) for m in re.finditer(r"^#+ (.*)$", prose, re.M)}
    return found | set(re.findall(r'<a id="([^"]+)"', prose))


def texts():
    """Path in the repository → text, of everything that is checked; the pages of the reference among them."""
    found = {f"docs/src/{page}": text for page, text in book.pages().items()}
    for name in OTHERS:
        if (REPO / name).exists():
            found[name] = (REPO / name).read_text()
    return found


def line_of(text, position):
    return text.count("\n", 0, position) + 1


def check_links(looked_at, all_texts):
    known = {name: anchors(text) for name, text in all_texts.items()}
    for name, text in looked_at.items():
        prose = "".join(part if not is_fence else re.sub(r"[^\n]", " ", part) for is_fence, part in book.parts(text))
        prose = re.sub(r"`[^`\n]*`", lambda m: " " * len(m[0]), prose)
        for m in re.finditer(r"\]\(([^)\s]+)\)", prose):
            target = m[1]
            if re.match(r"(https?|mailto):", target):
                continue
            where = f"{name}:{line_of(prose, m.start())}"
            file, _, anchor = target.partition("#")
            path = book.normal(Path(name).parent / file) if file else Path(name)
            if path is None or (str(path) not in known and not (REPO / path).exists()):
                fault(where, f"link to {target}: there is no such file")
            elif anchor and str(path) in known and anchor not in known[str(path)]:
                fault(where, f"link to {target}: there is no such heading")


def check_pages(all_texts):
    listed = set(re.findall(r"\]\(([^)]+\.md)\)", all_texts["docs/src/SUMMARY.md"]))
    pages = {name.removeprefix("docs/src/") for name in all_texts if name.startswith("docs/src/")} - {"SUMMARY.md"}
    for page in sorted(pages - listed):
        fault("docs/src/SUMMARY.md", f"does not list {page}")
    for page in sorted(listed - pages):
        fault("docs/src/SUMMARY.md", f"lists {page}, which does not exist")
    lines = all_texts["README.md"].count("\n")
    if lines > 150:
        fault("README.md", f"has {lines} lines, more than 150")
    version = re.search(r'^version = "([^"]+)"', (REPO / "Cargo.toml").read_text(), re.M)[1]
    if f"\nversion: {version}\n" not in (REPO / "CITATION.cff").read_text():
        fault("CITATION.cff", f"does not have version {version} of Cargo.toml")


def check_reference():
    """Has the reference an entry for all that the header declares?"""
    text = (REPO / "include" / "swashplate.h").read_text()
    for name in sorted(header.names(text) - set(header.addresses(text))):
        fault("docs/tools/header.py", f"{name} of swashplate.h has no entry in the reference")


def check_names(all_texts):
    names = header.names((REPO / "include" / "swashplate.h").read_text())
    for name, text in all_texts.items():
        if "/reference/" in name or name == "CHANGELOG.md":
            continue  # made from the header; says what was once
        prose = "".join(part if not is_fence else re.sub(r"[^\n]", " ", part) for is_fence, part in book.parts(text))
        for m in re.finditer(r"`([^`\n]+)`", prose):
            where = f"{name}:{line_of(prose, m.start())}"
            for used in re.findall(r"\b((?:swp|SWP)_\w+)(?!\w|\*)", m[1]):
                if used not in names and not used.endswith("_") and used != "SWP_WRITE_HEADER":
                    fault(where, f"`{used}` is not in swashplate.h")
            path = re.fullmatch(IN_TREE, m[1])
            if path and not any(REPO.glob(m[1].rstrip("/"))):
                fault(where, f"`{m[1]}` does not exist")


def check_quotations(all_texts):
    sources = None
    for name, text in all_texts.items():
        for is_fence, part in book.parts(text):
            if is_fence and part.startswith("```rust\n"):
                sources = sources or [path.read_text() for path in (REPO / "src").rglob("*.rs")]
                quoted = part.removeprefix("```rust\n").rsplit("\n", 1)[0]
                if not any(quoted in source for source in sources):
                    fault(f"{name}:{line_of(text, text.index(part))}", "this Rust stands in no file of src")


def snippets(all_texts):
    """(place, line, language, code, marks, what stands outside before it) of every fence of C, C++ and Fortran; line is that of its first line of code."""
    for name, text in all_texts.items():
        if "/reference/" in name:
            continue
        position, before, above = 0, "", ""
        for is_fence, part in book.parts(text):
            if is_fence:
                info, code = part.strip().split("\n", 1)
                info = info.strip("` ").split(",")
                if info[0] in LANGUAGES and "ignore" not in info:
                    marks = re.search(r"((?:<!--(?:(?!-->).)*-->\s*)*)\Z", before, re.S)[1]
                    code = book.included(code.rsplit("\n", 1)[0])
                    above = code if "<!-- top -->" in marks else above
                    outside = above if "<!-- given above -->" in marks else ""
                    yield name, line_of(text, position) + 1, LANGUAGES[info[0]], code, marks, outside
            position += len(part)
            before = part


def given(marks, language):
    out = []
    for m in re.finditer(r"<!-- given(?:: ([\w ]+)|\n(.*?)) ?-->", marks, re.S):
        names = m[1].split() if m[1] else []
        out += [(REPO / "docs/tools/given" / f"{n}.{language}").read_text() for n in names] or [m[2]]
    return "\n".join(out)


C_HEAD = '#include "check.h"\n#include <math.h>\n#include <stdint.h>\n#include <stdlib.h>\n#include <string.h>\n'
CPP_HEAD = "#include <cmath>\n#include <cstdio>\n#include <string>\n#include <vector>\n#include <swashplate.hpp>\n"
FORTRAN_OBJECTS = "  use swashplate\n  implicit none\n  type(swp_model) :: model\n  type(swp_sim) :: sim\n"


def whole(place, line, language, code, marks, outside, number):
    """A source file of the snippet: with main where it is to be run, else with a function of its own."""
    run = "<!-- run -->" in marks
    before = given(marks, language)
    at = f'#line {line} "{place}"\n'
    if language == "f90":
        if re.search(r"^\s*program\b", code, re.M | re.I):
            return code, run
        kind = "program" if run else "subroutine"
        return f"{kind} snippet_{number}\n{FORTRAN_OBJECTS}{before}\n{code}\nend {kind}\n", run
    head = (C_HEAD if language == "c" else CPP_HEAD) + outside + "\n"
    if re.search(r"\bmain\s*\(", code):
        return at + code + "\n", run
    if "<!-- top -->" in marks:
        return head + before + "\n" + at + code + "\n", False
    if language == "c":
        objects = "swp_model *model = NULL; swp_sim *sim = NULL; (void)model; (void)sim;\n"
        done = "swp_sim_free(sim); swp_model_free(model); return 0;\n"
    else:
        objects, done = "", "return 0;\n"
    signature = "int main()" if language == "cpp" else "int main(void)"
    if not run and language == "cpp":
        signature = f"int snippet_{number}(swp::Model& model, swp::Simulation& sim); int snippet_{number}(swp::Model& model, swp::Simulation& sim)"
        objects = "(void)model; (void)sim;\n"
    return f"{head}{signature} {{\n{objects}{before}\n{at}{code}\n{done}}}\n", run


QUIET = ["-Wall", "-Wextra", "-Werror", "-Wno-unused-variable", "-Wno-unused-but-set-variable", "-Wno-unused-function",
         "-Wno-unused-parameter"]


def compile_and_run(job, include, library, scratch):
    number, (place, line, language, code, marks, outside) = job
    where = f"{place}:{line}"
    try:
        text, run = whole(place, line, language, code, marks, outside, number)
    except OSError as error:
        return fault(where, str(error))
    source, program = scratch / f"{number}.{language}", scratch / str(number)
    source.write_text(text)
    compiler = {"c": ["gcc", "-std=c11"], "cpp": ["g++", "-std=c++17"], "f90": ["gfortran", "-std=f2018", f"-I{scratch}"]}[language]
    command = [*compiler, *QUIET, f"-I{include}", f"-I{REPO / 'examples_c'}"]
    if run:
        command += [str(source)] + ([str(scratch / "module.o")] if language == "f90" else [])
        command += ["-o", str(program), f"-L{library}", "-lswashplate", f"-Wl,-rpath,{library}", "-lm"]
    else:
        command += ["-fsyntax-only", str(source)]
    made = subprocess.run(command, capture_output=True, text=True)
    if made.returncode:
        return fault(where, "does not compile:\n" + made.stderr)
    if run:
        ran = subprocess.run([str(program)], capture_output=True, text=True, cwd=scratch, timeout=60)
        if ran.returncode:
            fault(where, f"returns {ran.returncode} when it is run:\n{ran.stdout}{ran.stderr}")


def check_snippets(all_texts, include, library):
    jobs = list(enumerate(snippets(all_texts)))
    with tempfile.TemporaryDirectory() as folder:
        scratch = Path(folder)
        if any(job[2] == "f90" for _, job in jobs):
            subprocess.run(["gfortran", "-O0", "-c", f"-J{scratch}", str(include / "swashplate.f90"), "-o", str(scratch / "module.o")],
                           check=True)
        with ThreadPoolExecutor() as pool:
            list(pool.map(lambda job: compile_and_run(job, include, library, scratch), jobs))
    return len(jobs)


def main():
    include, library = (Path(argument).resolve() for argument in sys.argv[1:3])
    all_texts = texts()
    looked_at = all_texts
    if len(sys.argv) > 3:
        looked_at = {Path(sys.argv[3]).name: Path(sys.argv[3]).read_text()}
    else:
        check_pages(all_texts)
        check_reference()
    check_links(looked_at, all_texts | looked_at)
    check_names(looked_at)
    check_quotations(looked_at)
    count = check_snippets(looked_at, include, library)
    print("\n".join(sorted(faults)))
    print(f"{len(looked_at)} texts, {count} snippets, {len(faults)} faults")
    return min(len(faults), 100)


if __name__ == "__main__":
    sys.exit(main())
