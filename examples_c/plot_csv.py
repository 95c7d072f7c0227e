#!/usr/bin/env python3
"""Draws the columns of a CSV file over its first column, one panel a column, as an SVG file. Needs nothing but Python.

usage: plot_csv.py data.csv picture.svg [title]
"""

import csv
import math
import sys
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


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    with open(sys.argv[1], newline="") as file:
        names, *rows = list(csv.reader(file))
    columns = [[float(row[k]) for row in rows] for k in range(len(names))]
    x, x_limits = columns[0], limits(columns[0])
    height = TOP + (len(names) - 1) * (PANEL + GAP) + BOTTOM

    def px(value):
        return LEFT + (value - x_limits[0]) / (x_limits[1] - x_limits[0]) * (WIDTH - LEFT - RIGHT)

    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}"'
        ' font-family="sans-serif" font-size="12">',
        f'<rect width="{WIDTH}" height="{height}" fill="white"/>',
        f'<text x="{LEFT}" y="20" font-size="15">{escape(sys.argv[3] if len(sys.argv) > 3 else sys.argv[1])}</text>',
    ]
    for k in range(1, len(names)):
        top = TOP + (k - 1) * (PANEL + GAP) + 16
        bottom = top + PANEL - 16
        y_limits = limits(columns[k])

        def py(value):
            return bottom - (value - y_limits[0]) / (y_limits[1] - y_limits[0]) * (bottom - top)

        out.append(f'<text x="{LEFT}" y="{top - 5}">{escape(names[k])}</text>')
        for value in ticks(*x_limits, 10):
            out.append(f'<path d="M{px(value):.1f} {top}V{bottom}" stroke="#dddddd"/>')
            if k == len(names) - 1:
                out.append(f'<text x="{px(value):.1f}" y="{bottom + 16}" text-anchor="middle">{value:g}</text>')
        for value in ticks(*y_limits, 4):
            out.append(f'<path d="M{LEFT} {py(value):.1f}H{WIDTH - RIGHT}" stroke="#dddddd"/>')
            out.append(f'<text x="{LEFT - 6}" y="{py(value) + 4:.1f}" text-anchor="end">{value:.4g}</text>')
        out.append(f'<rect x="{LEFT}" y="{top}" width="{WIDTH - LEFT - RIGHT}" height="{bottom - top}"'
                   ' fill="none" stroke="#888888"/>')
        points = " ".join(f"{px(a):.1f},{py(b):.1f}" for a, b in zip(x, columns[k]))
        color = COLORS[(k - 1) % len(COLORS)]
        out.append(f'<polyline points="{points}" fill="none" stroke="{color}" stroke-width="1.5"/>')
    middle = (LEFT + WIDTH - RIGHT) / 2
    out.append(f'<text x="{middle}" y="{height - 8}" text-anchor="middle">{escape(names[0])}</text>')
    out.append("</svg>")
    with open(sys.argv[2], "w") as file:
        file.write("\n".join(out) + "\n")


if __name__ == "__main__":
    main()
