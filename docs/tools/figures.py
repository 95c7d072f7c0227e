#!/usr/bin/env python3
"""Draws the figures of README and manual with matplotlib; `./run figures` calls it in an environment of its own below target.

usage: figures.py EXAMPLES     directory in which the examples were run (fan.csv, schemes.csv, rotor_hub.csv)

Measured figures come from these files, from benches/work_precision.csv and benches/shell_orders.csv; those of tables from the tables in the manual, so that
each number stands in one place. Files are the same for the same data: fixed ids, no date.
"""

import csv
import re
import sys
from pathlib import Path

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt

REPO = Path(__file__).resolve().parents[2]
OUT = REPO / "docs" / "src" / "figures"
plt.rcParams.update({
    "svg.hashsalt": "swashplate", "svg.fonttype": "path", "font.size": 9, "axes.grid": True, "grid.color": "#dddddd",
    "axes.spines.top": False, "axes.spines.right": False, "lines.linewidth": 1.4, "legend.frameon": False, "savefig.facecolor": "white",
    "axes.prop_cycle": plt.cycler(color=["#1b6ca8", "#b8451f", "#2f7d4f", "#7a4b9d", "#8a6d1d", "#444444", "#c2477f"]),
})


def read(path):
    """Names and columns of a table of numbers."""
    with open(path, newline="") as file:
        names, *rows = csv.reader(file)
    return names, [[float(row[k]) for row in rows] for k in range(len(names))]


def save(figure, name):
    figure.savefig(OUT / name, metadata={"Date": None}, bbox_inches="tight")
    plt.close(figure)
    print(f"docs/src/figures/{name}")


def fan(axes, path):
    names, (speed, *frequencies) = read(path)
    for k in range(1, 6):
        axes.plot(speed, [k * s for s in speed], color="#999999", linewidth=0.7, linestyle=":")
        axes.annotate(f"{k}/rev", (speed[-1], k * speed[-1]), xytext=(3, -3), textcoords="offset points", fontsize=7, color="#777777")
    for frequency in frequencies:
        axes.plot(speed, frequency, color="#1b6ca8")
    axes.set(xlabel="speed [rad/s]", ylabel="frequency [rad/s]", xlim=(0, speed[-1]), ylim=(0, 1.05 * max(map(max, frequencies))),
             title="Fan diagram of a tapered, twisted blade")


def schemes(axes, path, panel, title):
    names, (time, *columns) = read(path)
    for name, values in zip(names[1:], columns):
        if name.startswith(panel):
            axes.plot(time, values, label=name.split(": ")[1].replace("alpha", "α"))
    axes.set(xlabel="time [s]", title=title)


def table(page, first):
    """Rows of the table of a page of the manual whose header begins with `first`."""
    text = (REPO / "docs" / "src" / page).read_text()
    block = re.search(rf"^\| {re.escape(first)} .*?(?=\n\n)", text, re.M | re.S)[0].splitlines()
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in [block[0], *block[2:]]]


def number(text):
    try:
        return float(text)
    except ValueError:
        return None  # "not found", "< 3e-7"


def interpolations():
    header, *rows = table("verification/beams.md", "interpolated")
    figure, panels = plt.subplots(1, 4, figsize=(10.5, 3.1), sharey=True)
    for column, axes in enumerate(panels, start=2):
        elements = [4, 8, 16] if column < 5 else [2, 4, 8, 16]
        for row in rows:
            values = [number(v) for v in row[column].split(", ")]
            points = [(n, v) for n, v in zip(elements, values) if v is not None]
            axes.loglog(*zip(*points), marker="o", markersize=3, color=f"C{int(row[1]) - 2}",
                        linestyle="-" if row[0] == "rotations" else "--", label=f"{row[0]}, {row[1]} nodes")
        axes.set(title=header[column], xlabel="elements")
        axes.set_xticks(elements, [str(n) for n in elements])
        axes.minorticks_off()
    panels[0].set_ylabel("relative error")
    handles, labels = panels[0].get_legend_handles_labels()
    figure.legend(handles, labels, ncols=3, loc="upper center", bbox_to_anchor=(0.5, -0.04))
    save(figure, "interpolations.svg")


def singular():
    header, *rows = table("verification/singular.md", "scheme")
    steps = [float(cell.split()[0]) for cell in header[1:]]
    figure, axes = plt.subplots(figsize=(6, 3.6))
    for row in rows:
        axes.loglog(steps, [float(v) for v in row[1:]], marker="o", markersize=3, label=row[0])
    axes.set(xlabel="step [ms]", ylabel="distance from the exact place [m]")
    axes.set_xticks(steps, [f"{s:g}" for s in steps])
    axes.minorticks_off()
    axes.legend(loc="center left", bbox_to_anchor=(1.0, 0.5))
    save(figure, "singular.svg")


def work_precision():
    with open(REPO / "benches" / "work_precision.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    cases = list(dict.fromkeys(row["stiffness"] for row in rows))
    names = list(dict.fromkeys(row["scheme"] for row in rows))
    figure, panels = plt.subplots(3, len(cases), figsize=(8.5, 8.5))
    for column, case in enumerate(cases):
        for line, quantity in enumerate(("angle", "force", "moment")):
            axes = panels[line][column]
            for k, name in enumerate(names):
                for beams, style in (("Rotations", "-"), ("Directors", "--")):
                    points = [(float(r["cpu time"]), float(r[quantity])) for r in rows
                              if (r["stiffness"], r["scheme"], r["beams"]) == (case, name, beams)]
                    if points:
                        axes.loglog(*zip(*points), color=f"C{k}", linestyle=style, marker=".", markersize=3,
                                    label=name.replace("generalised-α ", "generalised-α, ρ∞ = ").replace("weighted ", "weighted, ρ∞ = ").replace("ED 1", "ED, α = 1")
                                    if style == "-" or name in ("EP", "MP-EP", "MP-ED 1") else None)
            axes.set(title=f"{quantity}, {case}")
            axes.minorticks_off()
            if column == 0:
                axes.set_ylabel("relative error")
            if line == 2:
                axes.set_xlabel("CPU time [s]")
    handles, labels = panels[0][0].get_legend_handles_labels()
    figure.tight_layout()
    figure.legend(handles, labels, ncols=4, loc="upper center", bbox_to_anchor=(0.5, 0.01))
    save(figure, "work_precision.svg")


def shell_orders():
    """Work and precision on Epple's plate; errors over the step on his crank and panel, with two drives."""
    with open(REPO / "benches" / "shell_orders.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    names = list(dict.fromkeys(row["scheme"] for row in rows))

    def lines(axes, case, across, up, style="-", label=True):
        for k, name in enumerate(names):
            points = [(float(r[across]), float(r[up])) for r in rows if (r["case"], r["scheme"]) == (case, name)]
            if points:
                axes.loglog(*zip(*points), color=f"C{k}", linestyle=style, marker=".", markersize=4, label=name if label else None)

    figure, panels = plt.subplots(2, 2, figsize=(8.5, 6.5))
    for axes, up, unit in zip(panels[0], ("displacement", "rotation"), ("m", "rad")):
        lines(axes, "plate of 6.4", "seconds", up)
        axes.set(title=f"plate of §6.4, {up}", xlabel="CPU time [s]", ylabel=f"error [{unit}]")
    for axes, up, unit in zip(panels[1], ("displacement", "rotation"), ("m", "rad")):
        lines(axes, "crank and panel with a smooth drive", "h", up)
        lines(axes, "crank and panel of 6.5", "h", up, "--", False)
        axes.set(title=f"crank and panel, {up}; dashed: Epple's drive", xlabel="step [s]", ylabel=f"error [{unit}]")
        axes.title.set_fontsize(9)
    figure.tight_layout()
    figure.legend(*panels[0][0].get_legend_handles_labels(), ncols=4, loc="upper center", bbox_to_anchor=(0.5, 0.01))
    save(figure, "shell_orders.svg")


def rotor_hub(path):
    names, (turns, *columns) = read(path)
    figure, panels = plt.subplots(len(columns), 1, figsize=(7.5, 8), sharex=True)
    for axes, name, values in zip(panels, names[1:], columns):
        axes.plot(turns, values, linewidth=1.0)
        axes.set_ylabel(name.replace(": ", "\n"), fontsize=8)
    panels[0].set_title("Articulated rotor: two degrees of cyclic pitch in the fourth revolution")
    panels[-1].set_xlabel("revolutions")
    figure.align_ylabels()
    figure.tight_layout()
    save(figure, "rotor_hub.svg")


def main():
    examples = Path(sys.argv[1])
    OUT.mkdir(parents=True, exist_ok=True)

    figure, axes = plt.subplots(figsize=(5.5, 4))
    fan(axes, examples / "fan.csv")
    save(figure, "fan.svg")

    energy, momentum = "relative energy", "log10 of the drift of angular momentum"
    figure, (left, right) = plt.subplots(1, 2, figsize=(9.5, 3.6))
    schemes(left, examples / "schemes.csv", energy, "energy over that after the pulse")
    schemes(right, examples / "schemes.csv", momentum, "log10 of the drift of angular momentum")
    figure.legend(*left.get_legend_handles_labels(), ncols=6, loc="upper center", bbox_to_anchor=(0.5, -0.01))
    save(figure, "schemes.svg")

    figure, (left, right) = plt.subplots(1, 2, figsize=(9.5, 3.8))
    fan(left, examples / "fan.csv")
    names, columns = read(examples / "rotor_hub.csv")
    for name in ("pitch [deg]", "flap [deg]", "lag [deg]"):
        right.plot(columns[0], columns[names.index(name)], label=name.split()[0])
    right.set(xlabel="revolutions", ylabel="angle of a blade [deg]", title="Articulated rotor: two degrees of cyclic pitch")
    right.legend(loc="center left", bbox_to_anchor=(1.0, 0.5))
    figure.tight_layout()
    save(figure, "overview.svg")

    rotor_hub(examples / "rotor_hub.csv")
    work_precision()
    shell_orders()
    interpolations()
    singular()


if __name__ == "__main__":
    main()
