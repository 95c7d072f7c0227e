#!/usr/bin/env python3
"""Instructions of a step, counted by callgrind, against a budget.

usage: budget.py path/to/steps

Counts are repeatable where times are not: other programs on the machine do not change them. The crooked four-bar (four elements
of three nodes a bar, generalised-alpha, h = 1e-3 s) makes 20 steps and then 60; the difference over 40 is a step without the
start. The budget is what was counted when it was last set; 15 % more fails. Whoever makes a step cheaper lowers it."""
import re
import subprocess
import sys

BUDGET = {"four-bar": 1.11e6, "four-bar, 4 nodes": 1.63e6, "blade 32": 2.43e6}  # instructions a step
MARGIN = 1.15


def instructions(program, model, steps):
    command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", program, "run", model, str(steps)]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    found = re.search(r"Collected\s*:\s*(\d+)", run.stderr)
    if run.returncode or not found:
        sys.exit(f"{' '.join(command)} failed:\n{run.stdout}{run.stderr}")
    return int(found.group(1))


def main():
    failed = False
    for model, budget in BUDGET.items():
        step = (instructions(sys.argv[1], model, 60) - instructions(sys.argv[1], model, 20)) / 40
        over = step > MARGIN * budget
        failed |= over
        print(f"{model:20} {step / 1e6:8.3f} million instructions a step, budget {budget / 1e6:.3f}"
              f"{'  TOO MANY' if over else ''}")
    sys.exit(failed)


main()
