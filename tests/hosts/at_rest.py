#!/usr/bin/env python3
"""Makes models come to rest: at_rest.py FOLDER FILE.json...

Writes them to the folder: FILE.json, whose beams interpolate directors, which all schemes take, and FILE_rotations.json if they
interpolated rotations. No gravity; what drives and pulls follows a pulse of 1e-6 that is over after two seconds; as small
a part of the velocities at the start, or none of them where something is driven; what is at rest gets a push. Damping is proportional
to mass and stiffness,

    D = α M + μ K,   α = 8 1/s,   μ = 0.01 s.

A mode of ω [rad/s] has the roots of s² + (α + μω²) s + ω² = 0 and decays at a rate of α/2 = 4 1/s or more while ω > α/2; what has no
stiffness loses its speed with the rate α; springs of joints are stiffened until ω = α/2. α M acts between each body, or the first node of
each beam, and the ground.
"""
import json
import os
import sys

ALPHA, MU, PULSE, PART = 8.0, 0.01, 1.0, 1e-6
PULLED = ("drive", "load", "joint force", "distributed load", "coupling")


def body_of(record):
    """Mass and largest moment of inertia about the node of a rigid body."""
    reach = sum(c * c for c in record["center"])
    return record["mass"], max(record["inertia"][k][k] for k in range(3)) + record["mass"] * reach


def beam_of(record, sections):
    """The same of a beam, about its end."""
    length = record["places"][-1] - record["places"][0]
    mass = max(sections[name]["mass"][0][0] for name in record["sections"]) * length
    return mass, mass * length**2 / 3


def axes_of_node(record):
    """The rotation matrix of its quaternion."""
    w, x, y, z = record.get("orientation", [1, 0, 0, 0])
    return [[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]]


def axes_of_beam(record):
    """Axis 1 along its first part, axis 2 in its direction, without the twist."""
    (start, end), side = record["points"][:2], record["direction"]
    length = sum((b - a) ** 2 for a, b in zip(start, end)) ** 0.5
    along = [(b - a) / length for a, b in zip(start, end)]
    part = sum(a * d for a, d in zip(along, side))
    across = [d - part * a for a, d in zip(along, side)]
    length = sum(a * a for a in across) ** 0.5
    (a, b, c), (d, e, f) = along, [x / length for x in across]
    return [[a, d, b * f - c * e], [b, e, c * d - a * f], [c, f, a * e - b * d]]


def come_to_rest(records):
    ground = next((r["name"] for r in records if r["kind"] == "node" and r["type"] == "ground"), None)
    out = []
    if ground is None:
        ground = "rest"
        out.append({"kind": "node", "name": ground, "type": "ground", "position": [0, 0, 0]})
    out += [{"kind": "one minus cosine", "name": "pulse", "amplitude": PART, "start": 0, "duration": PULSE, "hold": False}]
    sections, things, inert, places, last, moves = {}, {}, {}, {}, {}, set()
    driven = any(r["kind"] == "drive" for r in records)
    part = 0.0 if driven else PART
    for record in records:
        kind = record["kind"]
        if kind == "gravity":
            continue
        record = {key: "pulse" if key in ("function", "command") and kind in PULLED + ("actuator",) and (key, kind) != ("function", "actuator")
                  else value for key, value in record.items()}
        if kind == "section":
            record["damping"] = MU
            sections[record["name"]] = record
        elif kind == "joint action":
            record["laws"] = [dict(law, stiffness=max(law["stiffness"], inert[record["joint"]] * ALPHA**2 / 4)) if law["law"] == "spring"
                              else law for law in record["laws"]]
        elif kind == "line spring":
            record["damping"] = MU * record["stiffness"]
        elif kind == "bushing":
            record["damping"] = [[MU * k for k in row] for row in record["stiffness"]]
        elif kind == "host function":
            record = {"kind": "constant", "name": record["name"], "value": 0}
        elif kind == "velocity":
            for key in ("velocity", "angular_velocity"):
                record[key] = [part * v for v in record[key]]
            moves |= set() if driven else {record["node"]}
        elif kind == "start" and "rate" in record:
            record["rate"] *= part
        elif kind == "node":
            places[record["name"]] = {"offset": record["position"], "axes": axes_of_node(record)}
        elif kind == "rigid body":
            things[record["node"]] = body_of(record)
        elif kind == "beam":
            things[record["name"]] = beam_of(record, sections)
            places[record["name"] + "/0"] = {"offset": record["points"][0], "axes": axes_of_beam(record)}
            last[record["name"]] = f"{record['name']}/{(len(record['mesh']) - 1) * (record['nodes_per_element'] - 1)}"
        out.append(record)
        if kind == "joint":
            sides = [record[side]["node"].split("/")[0] for side in "ab"]
            inert[record["name"]] = max([max(things[side]) for side in sides if side in things] + [0.0])
    for name, (mass, inertia) in things.items():
        if name not in moves:
            out.append({"kind": "load", "name": f"push of {name}", "node": last.get(name, name), "axes": "dead", "function": "pulse",
                        "force": [mass, -2 * mass, 3 * mass]})
        node = name if name in places else name + "/0"
        if node in places:
            drag = [[ALPHA * (mass if i < 3 else inertia) * (i == j) for j in range(6)] for i in range(6)]
            out.append({"kind": "bushing", "name": f"rest of {name}", "a": {"node": ground, **places[node]}, "b": {"node": node},
                        "stiffness": [[0] * 6] * 6, "damping": drag, "preload": [0] * 6})
    return out


def main():
    for path in sys.argv[2:]:
        with open(path, encoding="utf-8") as file:
            text = file.read()
        name = os.path.basename(path)
        if "host element" in text or "conditions" in text:
            continue  # who reads it brings its functions
        for ending, interpolation in (("_rotations.json", "rotations"), (".json", "directors")):
            if interpolation == "rotations" and '"rotations"' not in text:
                continue
            model = json.loads(text)
            model["model"] = come_to_rest(model["model"])
            for record in model["model"]:
                if "interpolation" in record and record["kind"] == "beam":
                    record["interpolation"] = interpolation
            with open(os.path.join(sys.argv[1], name.replace(".json", ending)), "w", encoding="utf-8") as file:
                json.dump(model, file)


main()
