#!/usr/bin/env python3
"""Instructions of a step, counted by callgrind, against a budget.

usage: budget.py path/to/steps

Counts are repeatable where times are not: other programs on the machine do not change them. The crooked four-bar (four elements
of three nodes a bar, generalised-alpha, h = 1e-3 s) makes 20 steps and then 60; the difference over 40 is a step without the
start. The budget is what was counted when it was last set; 15 % more fails. Whoever makes a step cheaper lowers it. The cost of a
rotating blade must also grow with its unknowns, not faster, and ten damped modes of a blade of 49 nodes must not make a step more than
1.3 times as dear (what was counted for all schemes stands in `create.rs`)."""
import math
import re
import subprocess
import sys

BUDGET = {"four-bar": 1.092e6, "four-bar, 4 nodes": 1.613e6, "blade 32": 2.394e6}  # instructions a step
MARGIN = 1.15
EXPONENT = 1.05  # of instructions over unknowns
DAMPED = 1.30  # instructions with ten damped modes over those without


def instructions(program, model, steps):
    command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", program, "run", model, str(steps)]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    found = re.search(r"Collected\s*:\s*(\d+)", run.stderr)
    if run.returncode or not found:
        sys.exit(f"{' '.join(command)} failed:\n{run.stdout}{run.stderr}")
    return int(found.group(1))


def a_step(model, few, many):
    return (instructions(sys.argv[1], model, many) - instructions(sys.argv[1], model, few)) / (many - few)


def main():
    failed = False
    for model, budget in BUDGET.items():
        step = a_step(model, 20, 60)
        over = step > MARGIN * budget
        failed |= over
        print(f"{model:20} {step / 1e6:8.3f} million instructions a step, budget {budget / 1e6:.3f}"
              f"{'  TOO MANY' if over else ''}")
    # a blade of N elements has 12 N + 14 unknowns
    unknowns = math.log((12 * 256 + 14) / (12 * 8 + 14))
    power = math.log(a_step("blade 256", 5, 15) / a_step("blade 8", 20, 60)) / unknowns
    failed |= power > EXPONENT
    print(f"a step of a blade of 8 to 256 elements grows with the unknowns to the power {power:.3f}, at most {EXPONENT}"
          f"{'  TOO MUCH' if power > EXPONENT else ''}")
    blade = "cubic blade 16"
    ratio = a_step(f"{blade}, ten modes", 5, 25) / a_step(blade, 5, 25)
    failed |= ratio > DAMPED
    print(f"ten damped modes on 49 nodes make a step {ratio:.3f} times as dear, at most {DAMPED}{'  TOO MUCH' if ratio > DAMPED else ''}")
    sys.exit(failed)


main()
