#!/usr/bin/env python3
"""Draws the columns of a CSV file over its first column as an SVG file. Needs nothing but Python.

usage: plot_csv.py [--together | --panels N] [--rays N] data.csv picture.svg [title]

One panel a column; with --together one panel for all, from zero up, and with --rays N in it the lines y = x, 2x, ...
Nx, as in a fan diagram. With --panels N the columns, named "panel: curve", are shared out to N panels.
"""

import argparse
import csv
import math
from xml.sax.saxutils import escape

WIDTH, PANEL, LEFT, RIGHT, TOP, GAP, BOTTOM = 800, 130, 90, 20, 40, 34, 40
COLORS = ["#1b6ca8", "#b8451f", "#2f7d4f", "#7a4b9d", "#8a6d1d", "#444444"]


def ticks(low, high, about):
    """Round numbers between low and high."""
    step = 10 ** math.floor(math.log10((high - low) / about))
    step *= next(k for k in (1, 2, 5, 10) if (high - low) / (k * step) <= about)
    first = math.ceil(low / step - 1e-9)
    return [k * step for k in range(first, math.floor(high / step + 1e-9) + 1)]


def limits(values):
    low, high = min(values), max(values)
    if low == high:
        low, high = low - 1.0, high + 1.0
    return low, high


def color_of(column, shown):
    """By its place in the panel if there are several, else by its place in the file."""
    place = shown.index(column) if len(shown) > 1 else column - 1
    return COLORS[place % len(COLORS)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--together", action="store_true")
    parser.add_argument("--panels", type=int, default=0)
    parser.add_argument("--rays", type=int, default=0)
    parser.add_argument("data")
    parser.add_argument("picture")
    parser.add_argument("title", nargs="?")
    given = parser.parse_args()
    with open(given.data, newline="") as file:
        names, *rows = list(csv.reader(file))
    columns = [[float(row[k]) for row in rows] for k in range(len(names))]
    x, x_limits = columns[0], limits(columns[0])
    curves = range(1, len(names))
    panels = [list(curves)] if given.together else [[k] for k in curves]
    if given.panels:
        share = len(curves) // given.panels
        panels = [list(curves)[k * share:(k + 1) * share] for k in range(given.panels)]
    panel = 4 * PANEL if given.together else 2 * PANEL if given.panels else PANEL
    height = TOP + len(panels) * (panel + GAP) + BOTTOM

    def px(value):
        return LEFT + (value - x_limits[0]) / (x_limits[1] - x_limits[0]) * (WIDTH - LEFT - RIGHT)

    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}"'
        ' font-family="sans-serif" font-size="12">',
        f'<rect width="{WIDTH}" height="{height}" fill="white"/>',
        f'<text x="{LEFT}" y="20" font-size="15">{escape(given.title or given.data)}</text>',
    ]
    for number, shown in enumerate(panels):
        top = TOP + number * (panel + GAP) + 16
        bottom = top + panel - 16
        y_limits = limits([value for k in shown for value in columns[k]] + [0.0] * given.together)

        def py(value):
            return bottom - (value - y_limits[0]) / (y_limits[1] - y_limits[0]) * (bottom - top)

        label = ", ".join(names[k] for k in shown) if not given.together else f"{names[1]} to {names[-1]}"
        if given.panels:
            label = names[shown[0]].split(":")[0]
            place = WIDTH - RIGHT
            for k in reversed(shown if number == 0 else []):
                curve = names[k].split(":")[-1].strip()
                out.append(f'<text x="{place}" y="{top - 5}" text-anchor="end" fill="{color_of(k, shown)}">{escape(curve)}</text>')
                place -= 7 * len(curve) + 14
        out.append(f'<text x="{LEFT}" y="{top - 5}">{escape(label)}</text>')
        for value in ticks(*x_limits, 10):
            out.append(f'<path d="M{px(value):.1f} {top}V{bottom}" stroke="#dddddd"/>')
            if number == len(panels) - 1:
                out.append(f'<text x="{px(value):.1f}" y="{bottom + 16}" text-anchor="middle">{value:g}</text>')
        for value in ticks(*y_limits, 10 if given.together else 4):
            out.append(f'<path d="M{LEFT} {py(value):.1f}H{WIDTH - RIGHT}" stroke="#dddddd"/>')
            out.append(f'<text x="{LEFT - 6}" y="{py(value) + 4:.1f}" text-anchor="end">{value:.4g}</text>')
        for ray in range(1, given.rays + 1):
            end = min(x_limits[1], y_limits[1] / ray)
            out.append(f'<path d="M{px(x_limits[0]):.1f} {py(ray * x_limits[0]):.1f}L{px(end):.1f} {py(ray * end):.1f}"'
                       ' stroke="#aaaaaa" stroke-dasharray="5 4"/>')
            out.append(f'<text x="{px(end) - 4:.1f}" y="{py(ray * end) + 14:.1f}" text-anchor="end" fill="#888888">'
                       f'{ray}P</text>')
        out.append(f'<rect x="{LEFT}" y="{top}" width="{WIDTH - LEFT - RIGHT}" height="{bottom - top}"'
                   ' fill="none" stroke="#888888"/>')
        for k in shown:
            points = " ".join(f"{px(a):.1f},{py(b):.1f}" for a, b in zip(x, columns[k]))
            color = color_of(k, shown)
            out.append(f'<polyline points="{points}" fill="none" stroke="{color}" stroke-width="1.5"/>')
    middle = (LEFT + WIDTH - RIGHT) / 2
    out.append(f'<text x="{middle}" y="{height - 8}" text-anchor="middle">{escape(names[0])}</text>')
    out.append("</svg>")
    with open(given.picture, "w") as file:
        file.write("\n".join(out) + "\n")


if __name__ == "__main__":
    main()
