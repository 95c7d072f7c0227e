#!/usr/bin/env python3
"""Draws the table of work_precision.rs as an SVG file. Needs nothing but Python.

usage: plot.py work_precision.csv picture.svg

One panel for each stiffness (across) and quantity (down), error over CPU time, both in powers of ten; full lines for beams
with interpolated rotations, broken ones for directors.
"""

import csv
import math
import sys
from xml.sax.saxutils import escape

WIDTH, HEIGHT, LEFT, TOP, GAP, BOTTOM, LEGEND = 400, 230, 70, 60, 50, 50, 24
COLORS = ["#1b6ca8", "#b8451f", "#2f7d4f", "#7a4b9d", "#8a6d1d", "#444444", "#c2477f"]
QUANTITIES = ["angle", "force", "moment"]


def decades(values):
    """Powers of ten around the values."""
    return math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))


def main():
    with open(sys.argv[1], newline="") as file:
        rows = list(csv.DictReader(file))
    cases = list(dict.fromkeys(row["stiffness"] for row in rows))
    schemes = list(dict.fromkeys(row["scheme"] for row in rows))
    across = LEFT + len(cases) * (WIDTH + LEFT)
    down = TOP + len(QUANTITIES) * (HEIGHT + GAP) + BOTTOM
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{across}" height="{down}" font-family="sans-serif" font-size="12">',
        f'<rect width="{across}" height="{down}" fill="white"/>',
        f'<text x="{LEFT}" y="20" font-size="15">Mechanism with a tilted joint: relative error over CPU time [s]</text>',
    ]
    for column, case in enumerate(cases):
        shown = [row for row in rows if row["stiffness"] == case]
        low_x, high_x = decades([float(row["cpu time"]) for row in shown])
        left = LEFT + column * (WIDTH + LEFT)
        for line, quantity in enumerate(QUANTITIES):
            low_y, high_y = decades([float(row[quantity]) for row in shown])
            top = TOP + line * (HEIGHT + GAP)

            def px(value):
                return left + (math.log10(value) - low_x) / (high_x - low_x) * WIDTH

            def py(value):
                return top + (high_y - math.log10(value)) / (high_y - low_y) * HEIGHT

            out.append(f'<text x="{left}" y="{top - 6}">{escape(f"{quantity}, {case}")}</text>')
            for power in range(low_x, high_x + 1):
                x = px(10.0**power)
                out.append(f'<path d="M{x:.1f} {top}V{top + HEIGHT}" stroke="#dddddd"/>')
                out.append(f'<text x="{x:.1f}" y="{top + HEIGHT + 16}" text-anchor="middle">{10.0**power:g}</text>')
            for power in range(low_y, high_y + 1):
                y = py(10.0**power)
                out.append(f'<path d="M{left} {y:.1f}H{left + WIDTH}" stroke="#dddddd"/>')
                out.append(f'<text x="{left - 6}" y="{y + 4:.1f}" text-anchor="end">1e{power}</text>')
            out.append(f'<rect x="{left}" y="{top}" width="{WIDTH}" height="{HEIGHT}" fill="none" stroke="#888888"/>')
            for color, scheme in zip(COLORS, schemes):
                for beams, dashes in (("Rotations", ""), ("Directors", ' stroke-dasharray="5 4"')):
                    points = " ".join(f'{px(float(row["cpu time"])):.1f},{py(float(row[quantity])):.1f}'
                                      for row in shown if (row["scheme"], row["beams"]) == (scheme, beams))
                    if points:
                        out.append(f'<polyline points="{points}" fill="none" stroke="{color}" stroke-width="1.5"{dashes}/>')
    x = LEFT
    for color, scheme in zip(COLORS, schemes):
        out.append(f'<path d="M{x} {down - LEGEND}h24" stroke="{color}" stroke-width="3"/>')
        out.append(f'<text x="{x + 30}" y="{down - LEGEND + 4}">{escape(scheme)}</text>')
        x += 150
    out.append("</svg>")
    with open(sys.argv[2], "w") as file:
        file.write("\n".join(out) + "\n")


if __name__ == "__main__":
    main()
