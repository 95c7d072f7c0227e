#!/usr/bin/env python3
"""Makes models come to rest: at_rest.py FOLDER FILE.json...

Writes them to the folder: FILE.json, whose beams interpolate directors, which all schemes take, and FILE_rotations.json if they
interpolated rotations. No gravity; what drives and pulls follows a pulse of 1e-4 that is over after two seconds; as small
a part of the velocities at the start, or none of them where something is driven; what is at rest gets a push. Damping is proportional
to mass and stiffness,

    D = α M + μ K,   α = 4 1/s,   μ = 0.01 s.

A mode of ω [rad/s] has the roots of s² + (α + μω²) s + ω² = 0 and decays at a rate of α/2 = 2 1/s or more while ω > α/2; what has no
stiffness loses its speed with the rate α; a spring whose ω is less is damped critically. α M is that of the body on the second side of
a joint, or of a body without a joint that turns or slides; so rates differ by the ratios of masses in a chain.
"""
import json
import os
import sys

ALPHA, MU, PULSE, PART = 4.0, 0.01, 1.0, 1e-4
FREE = {"revolute": "r", "prismatic": "t", "cylindrical": "tr", "universal": "rr", "screw": "t", "planar": "ttr"}
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


def come_to_rest(records):
    ground = next((r["name"] for r in records if r["kind"] == "node" and r["type"] == "ground"), None)
    out = []
    if ground is None:
        ground = "rest"
        out.append({"kind": "node", "name": ground, "type": "ground", "position": [0, 0, 0]})
    out += [{"kind": "one minus cosine", "name": "pulse", "amplitude": PART, "start": 0, "duration": PULSE, "hold": False}]
    sections, things, jointed, places, last, moves = {}, {}, set(), {}, {}, set()
    part = 0.0 if any(r["kind"] == "drive" for r in records) else PART
    springs = {(r["joint"], r["coordinate"]): law["stiffness"] for r in records if r["kind"] == "joint action"
               for law in r["laws"] if law["law"] == "spring"}
    driven = {(r["joint"], r["coordinate"]) for r in records if r["kind"] == "drive"}
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
            record["laws"] = [law for law in record["laws"] if law["law"] != "damper"]
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
            places[record["name"]] = record["position"]
        elif kind == "rigid body":
            things[record["node"]] = body_of(record)
        elif kind == "beam":
            things[record["name"]] = beam_of(record, sections)
            places[record["name"] + "/0"] = record["points"][0]
            last[record["name"]] = f"{record['name']}/{(len(record['mesh']) - 1) * (record['nodes_per_element'] - 1)}"
        out.append(record)
        if kind == "joint":
            mass, inertia = next((things[n] for n in (record[side]["node"].split("/")[0] for side in "ba") if n in things), (1, 1))
            for k, way in enumerate(FREE.get(record["type"], "")):
                jointed.add(record["b"]["node"].split("/")[0])
                inert = mass if way == "t" else inertia
                damping = min([ALPHA * inert] + [2 * (springs[key] * inert) ** 0.5 for key in springs if key == (record["name"], k)])
                if (record["name"], k) not in driven:
                    out.append({"kind": "joint action", "name": f"rest of {record['name']}, {k}", "joint": record["name"], "coordinate": k,
                                "laws": [{"law": "damper", "damping": damping}]})
            if record["type"] == "rigid connection":
                jointed.add(record["b"]["node"].split("/")[0])
    for name, (mass, inertia) in things.items():
        if name not in moves:
            out.append({"kind": "load", "name": f"push of {name}", "node": last.get(name, name), "axes": "dead", "function": "pulse",
                        "force": [mass, -2 * mass, 3 * mass]})
        node = name if name in places else name + "/0"
        if name not in jointed and node in places:
            drag = [[ALPHA * (mass if i < 3 else inertia) * (i == j) for j in range(6)] for i in range(6)]
            out.append({"kind": "bushing", "name": f"rest of {name}", "a": {"node": ground, "offset": places[node]}, "b": {"node": node},
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
