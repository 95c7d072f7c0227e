#!/usr/bin/env python3
"""Does the fuzzer find the defects that were mended? Takes mends out of a copy of the sources, one at a time, and waits for a finding.

usage: mutants.py [SECONDS [NAME ...]]    at most SECONDS (120) for each mend; all of them, or those named

The copy is built once, below target/mutants: each mend is taken out where the environment variable SWP_WITHOUT names it. For each
mend the program prints the seed and the words of the first finding and the time that it took. It fails if one is not found, or if
the copy with all mends in it has a finding. A patch that no longer fits its source says so: it is to follow the source.
"""
import os
import shutil
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
COPY = os.path.join(ROOT, "target", "mutants")
OUT = 'crate::without("{}")'

# name: (what the mend does, [(file, text, text without the mend)])
MENDS = {
    "gap": ("assembly gives up where a gap has no size beside the model", [
        ("src/integrators/close_loops.rs", "if part.is_nan() || part <= f64::EPSILON {",
         "if !WITHOUT && (part.is_nan() || part <= f64::EPSILON) {")]),
    "assembly": ("assembly of a model without constraints", [
        ("src/integrators/close_loops.rs", "if equation == layout.size {", "if !WITHOUT && equation == layout.size {")]),
    "switches": ("switches of locks in a snapshot are those of the model", [
        ("src/results/snapshot.rs", "checks.iter().find(|(_, holds)| !holds)",
         'checks.iter().find(|(what, holds)| !holds && !(WITHOUT && what.contains("switches")))')]),
    "undo": ("a constructor that fails takes back what it added", [
        ("src/model/undo.rs", "pub fn cut_back(&mut self, mark: &Mark) {",
         "pub fn cut_back(&mut self, mark: &Mark) {\n        if WITHOUT {\n            return;\n        }")]),
    "step": ("a step that is nothing beside the times of the model is refused", [
        ("src/simulation/upkeep.rs", "if h < least {", "if h < least && !WITHOUT {"),
        ("src/simulation/upkeep.rs", "if h < 1e-13 * self.accepted.time.abs() {",
         "if h < 1e-13 * self.accepted.time.abs() && !WITHOUT {")]),
    "finding": ("a finding whose text does not fit writes no numbers", [
        ("src/capi/diagnosis.rs", "        copy_text(&finding.text, buffer, length, needed)?;\n",
         "        if WITHOUT {\n            wanted().try_for_each(|(out, name, number)| put(out, name, number))?;\n        }\n"
         "        copy_text(&finding.text, buffer, length, needed)?;\n")]),
    "settled": ("a run that fails before its first step leaves the start as it was", [
        ("src/simulation/events.rs", "run.watch(event, value).inspect_err(|_| self.unsettle())",
         "run.watch(event, value).inspect_err(|_| if !WITHOUT { self.unsettle() })"),
        ("src/simulation/control.rs", "                self.unsettle();\n            }\n            // the run",
         "                if !WITHOUT {\n                    self.unsettle();\n                }\n            }\n            // the run"),
        ("src/simulation/control.rs", "Ok(false) => self.unsettled = None,", "Ok(false) if !WITHOUT => self.unsettled = None,")]),
    "finite": ("a state whose energies are no numbers is refused", [
        ("src/state/mod.rs", ".all(|number| number.is_finite()) {\n            return Ok(());",
         ".all(|number| WITHOUT || number.is_finite()) {\n            return Ok(());")]),
    "numbers": ("numbers of a snapshot are finite, and its choices are known ones", [
        ("src/results/snapshot.rs", "    if !finite {", "    if !finite && !WITHOUT {"),
        ("src/results/snapshot.rs", "    if to_bytes(fingerprint, &state) != bytes {",
         "    if to_bytes(fingerprint, &state) != bytes && !WITHOUT {")]),
}
SWITCH = """
/// Is this mend taken out?
pub(crate) fn without(mend: &str) -> bool {
    std::env::var_os("SWP_WITHOUT").is_some_and(|name| name == mend)
}
"""


def build():
    """The copy, built; the fuzzer against it."""
    os.makedirs(COPY, exist_ok=True)
    for name in ("src", "benches", "tests", "include", "examples_c"):
        shutil.rmtree(os.path.join(COPY, name), ignore_errors=True)
        shutil.copytree(os.path.join(ROOT, name), os.path.join(COPY, name))
    for name in ("Cargo.toml", "Cargo.lock", "README.md"):
        shutil.copy(os.path.join(ROOT, name), COPY)
    with open(os.path.join(COPY, "src/lib.rs"), "a", encoding="utf-8") as lib:
        lib.write(SWITCH)
    for name, (_, patches) in MENDS.items():
        for path, old, new in patches:
            path = os.path.join(COPY, path)
            with open(path, encoding="utf-8") as file:
                text = file.read()
            if text.count(old) != 1:
                sys.exit(f"{name}: the mend is not in {path} as it was; let the patch follow it:\n{old}")
            with open(path, "w", encoding="utf-8") as file:
                file.write(text.replace(old, new.replace("WITHOUT", OUT.format(name))))
    environment = dict(os.environ, CARGO_TARGET_DIR=os.path.join(COPY, "target"))
    subprocess.run(["cargo", "build", "--release", "--locked", "--lib"], cwd=COPY, env=environment, check=True)
    release = os.path.join(COPY, "target", "release")
    with open(os.path.join(COPY, "calls.inc"), "w", encoding="utf-8") as calls:
        subprocess.run([sys.executable, "tests/fuzz/generate.py", "include/swashplate.h"], cwd=COPY, stdout=calls, check=True)
    subprocess.run(["cc", "-std=c11", "-O1", "-g", "-Iinclude", "-I.", "tests/fuzz/fuzz.c", f"{release}/libswashplate.so",
                    f"-Wl,-rpath,{release}", "-lm", "-o", "fuzz"], cwd=COPY, check=True)


def first_finding(mend, seconds):
    """(line, time) of the first finding without a mend; (None, time) if there was none."""
    began = time.monotonic()
    run = subprocess.run([os.path.join(COPY, "fuzz"), str(seconds), "1", "--first"], stdout=subprocess.PIPE, text=True, check=False,
                         env=dict(os.environ, SWP_WITHOUT=mend))
    found = [line for line in run.stdout.splitlines() if line.startswith("seed ")]
    return found[0] if found else None, time.monotonic() - began


def main():
    seconds = int(sys.argv[1]) if len(sys.argv) > 1 else 120
    build()
    missed = 0
    for mend in sys.argv[2:] or ["none", *MENDS]:
        line, took = first_finding(mend, seconds)
        missed += (line is None) != (mend == "none")
        print(f"{mend:10} {took:6.1f} s  {line or 'no finding'}", flush=True)
    sys.exit(missed != 0)


main()
