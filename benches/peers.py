#!/usr/bin/env python3
"""Against Exudyn: time at equal error of point C of the crooked four-bar, and of the tip of the rotating blade, over the
first 0.2 s.

usage: peers.py PROGRAM target/bench/peers.json target/bench/exudyn.json

The first file is what `PROGRAM peers` wrote, the program being that of `cargo bench --bench steps`: runs of this library, each
with its mesh, scheme, step, CPU time and positions at ten times, and a reference of its own for each model: cubic elements,
Radau IIA, small steps. This script makes the same models for Exudyn, runs them with several meshes and steps, and for each run
prints its error, its CPU time and that of the fastest run of this library that is at least as accurate. Machines change their
speed while this goes on: the three fastest of these are timed again, then the two are timed in turn, three times, and the best of
each counts.

Both times are those of stepping alone, without setting up. Exudyn asks for the driven angle by a function in Python; what the
calls themselves cost is measured apart and taken off its time. Errors of both are against the reference of this library; that it
is the right one for Exudyn too is seen from Exudyn's own errors, which fall with its mesh and step."""
import json
import math
import subprocess
import sys
import time
import warnings

import numpy as np

warnings.simplefilter("ignore", DeprecationWarning)  # names of settings that other versions of Exudyn need

sys.exudynFast = True  # the variant without range checks
import exudyn as exu
from exudyn.itemInterface import (LoadMassProportional, MarkerBodyMass, MarkerBodyRigid, MarkerNodeRigid,
                                  NodeRigidBodyEP, ObjectBeamGeometricallyExact, ObjectGround, ObjectJointGeneric,
                                  ObjectJointRevoluteZ, SensorNode)
from exudyn.rigidBodyUtilities import RotationMatrix2EulerParameters

END, SAMPLES, RHO = 0.2, 10, 0.6


def spin_up(speed, ramp):
    """Angle and speed that grows as (1 - cos)/2 from 0 to `speed` in `ramp`."""
    rate = math.pi / ramp

    def angle(t):
        if t < ramp:
            return 0.5 * speed * (t - math.sin(rate * t) / rate)
        return 0.5 * speed * ramp + speed * (t - ramp)

    def velocity(t):
        return 0.5 * speed * (1.0 - math.cos(rate * t)) if t < ramp else speed

    return angle, velocity


class Build:
    """A model in the making."""

    def __init__(self):
        self.container = exu.SystemContainer()
        self.mbs = self.container.AddSystem()
        self.ground = self.mbs.AddObject(ObjectGround())
        self.calls = 0

    def bar(self, begin, end, axes, elements, stiffness, mass, inertia, gravity=0.0):
        """A straight bar of elements with two nodes; returns its nodes."""
        begin, end = np.array(begin, float), np.array(end, float)
        section = exu.BeamSection()
        section.stiffnessMatrix = np.diag(stiffness)
        section.massPerLength = mass
        section.inertia = np.diag(inertia)
        turn = list(RotationMatrix2EulerParameters(axes))
        places = [begin + (end - begin) * k / elements for k in range(elements + 1)]
        nodes = [self.mbs.AddNode(NodeRigidBodyEP(referenceCoordinates=list(x) + turn)) for x in places]
        length = np.linalg.norm(end - begin) / elements
        for k in range(elements):
            element = self.mbs.AddObject(ObjectBeamGeometricallyExact(
                nodeNumbers=[nodes[k], nodes[k + 1]], length=length, sectionData=section))
            if gravity:
                on = self.mbs.AddMarker(MarkerBodyMass(bodyNumber=element))
                self.mbs.AddLoad(LoadMassProportional(markerNumber=on, loadVector=[0.0, 0.0, -gravity]))
        return nodes

    def on_node(self, node):
        return self.mbs.AddMarker(MarkerNodeRigid(nodeNumber=node))

    def on_ground(self, x):
        return self.mbs.AddMarker(MarkerBodyRigid(bodyNumber=self.ground, localPosition=list(x)))

    def hinge(self, first, second, axes_first, axes_second):
        """A hinge about the third axis of both frames, given in inertial axes as seen from each marker."""
        self.mbs.AddObject(ObjectJointRevoluteZ(markerNumbers=[first, second], rotationMarker0=axes_first,
                                                rotationMarker1=axes_second))

    def drive(self, x, node, axes, motion):
        """Clamp a node to ground but for a prescribed angle about z."""
        angle, velocity = motion

        def offset(mbs, t, item, given):
            self.calls += 1
            return [0.0, 0.0, 0.0, 0.0, 0.0, angle(t)]

        def offset_rate(mbs, t, item, given):
            self.calls += 1
            return [0.0, 0.0, 0.0, 0.0, 0.0, velocity(t)]

        self.mbs.AddObject(ObjectJointGeneric(
            markerNumbers=[self.on_ground(x), self.on_node(node)], constrainedAxes=[1] * 6, rotationMarker0=np.eye(3),
            rotationMarker1=axes.T, offsetUserFunction=offset, offsetUserFunction_t=offset_rate))
        began = time.process_time()
        for k in range(2000):
            offset(None, 1e-4 * k, 0, None)
        self.calls = 0
        return (time.process_time() - began) / 2000

    def run(self, node, h):
        """Step to the end; positions of a node at the samples, and seconds."""
        position = self.mbs.AddSensor(SensorNode(nodeNumber=node, storeInternal=True, writeToFile=False,
                                                 outputVariableType=exu.OutputVariableType.Position))
        self.mbs.Assemble()
        settings = exu.SimulationSettings()
        stepping = settings.timeIntegration
        stepping.numberOfSteps, stepping.endTime = int(round(END / h)), END
        stepping.generalizedAlpha.spectralRadius = RHO
        stepping.newton.useModifiedNewton = True
        # Euler parameters and these tolerances: with rotation vectors, or 1e-8, its Newton method does not converge here
        stepping.newton.relativeTolerance, stepping.newton.absoluteTolerance = 1e-6, 1e-6
        stepping.adaptiveStep = False
        stepping.verboseMode = 0
        settings.solutionSettings.writeSolutionToFile = False
        settings.solutionSettings.sensorsWritePeriod = END / SAMPLES
        settings.linearSolver.solverType = exu.LinearSolverType.EigenSparse
        settings.displayStatistics = settings.displayComputationTime = False
        began = time.process_time()
        self.mbs.SolveDynamic(settings)
        spent = time.process_time() - began
        found = self.mbs.GetSensorStoredData(position)
        times = [END * (k + 1) / SAMPLES for k in range(SAMPLES)]
        at = [int(np.argmin(abs(found[:, 0] - t))) for t in times]
        assert max(abs(found[k, 0] - t) for k, t in zip(at, times)) < 1e-9
        return found[at, 1:4], spent


def columns(*vectors):
    return np.array(vectors, float).T


def four_bar(elements, h):
    """The crooked four-bar of Borri 2000, with the numbers of benches/models/mod.rs."""
    b = Build()
    z, inertia = (0, 0, 1), (1.2e-2, 8.6e-4, 1.1e-2)
    thin, thick = (4e7, 1.4e7, 2.8e6, 2.8e4, 2.4e4, 2.4e4), (4e7, 1.4e7, 2.8e6, 2.8e5, 2.4e6, 2.4e6)
    corners = (0, 0, 0), (0, .12, 0), (.24, .12, 0), (.24, 0, 0)
    axes = columns((0, 1, 0), (-1, 0, 0), z), np.eye(3), columns((0, -1, 0), (1, 0, 0), z)
    ab, bc, cd = (b.bar(corners[k], corners[k + 1], axes[k], elements, (thin, thick, thin)[k], (1.6, 3.2, 1.6)[k], inertia)
                  for k in range(3))
    cos, sin = math.cos(math.radians(5)), math.sin(math.radians(5))
    tilt = np.array([[cos, 0, sin], [0, 1, 0], [-sin, 0, cos]])
    cost = b.drive(corners[0], ab[0], axes[0], spin_up(20.0, 0.05))
    b.hinge(b.on_node(ab[-1]), b.on_node(bc[0]), axes[0].T, axes[1].T)
    b.hinge(b.on_node(bc[-1]), b.on_node(cd[0]), axes[1].T @ tilt, axes[2].T @ tilt)
    b.hinge(b.on_node(cd[-1]), b.on_ground(corners[3]), axes[2].T, np.eye(3))
    x, spent = b.run(bc[-1], h)
    return x, spent - cost * b.calls


def blade(elements, h):
    """The rotating blade of benches/models/mod.rs."""
    b = Build()
    nodes = b.bar((0, 0, 0), (5, 0, 0), np.eye(3), elements, (1e8, 2e7, 2e7, 1e5, 5e4, 1e6), 8., (.1, .01, .09), 9.81)
    cost = b.drive((0, 0, 0), nodes[0], np.eye(3), spin_up(30.0, 1.0))
    x, spent = b.run(nodes[-1], h)
    return x, spent - cost * b.calls


RUNS = {
    "four-bar": (four_bar, [(2, 2e-3), (4, 2e-3), (4, 1e-3), (4, 5e-4), (8, 1e-3), (8, 5e-4)]),
    "blade": (blade, [(4, 4e-3), (8, 4e-3), (8, 2e-3), (16, 2e-3), (16, 1e-3), (32, 1e-3)]),
}


def time_again(run):
    """Seconds of a run of this library, best of five."""
    found = subprocess.run([sys.argv[1], "peer", *run["words"]], capture_output=True, text=True, check=True)
    return float(found.stdout)


def main():
    own = json.load(open(sys.argv[2]))
    written = []
    for model, (make, runs) in RUNS.items():
        reference = np.array(own[model]["reference"])

        def error(x):
            """Root of the mean square of the distance to the reference over the samples [m]."""
            return math.sqrt(float(np.mean(np.sum((np.array(x) - reference) ** 2, axis=1))))

        ours = sorted((run["cpu"], error(run["x"]), run) for run in own[model]["runs"])
        print(f"\n{model}: error of the {'point C' if model == 'four-bar' else 'tip'} over {END} s [m], CPU time [s]")
        print("exudyn elements  step [s]     error  CPU [s] |   error  CPU [s]  this library                        ratio")
        ratios = []
        for elements, h in runs:
            try:
                x, spent = make(elements, h)
            except exu.SolverError:
                print(f"{elements:15d} {h:9.1e}   its solver failed")
                continue
            off = error(x)
            # runs that missed the solution altogether are no basis for a comparison
            able = [(cpu, e, run) for cpu, e, run in ours if e <= off][:3]
            best = min(((time_again(run), e, run) for _, e, run in able), default=None, key=lambda found: found[0])
            cpu, line = None, f"{elements:15d} {h:9.1e} {off:9.1e} {spent:8.4f} |"
            if best is None:
                print(line, "no run of this library is as accurate")
            else:
                cpu, e, run = best
                for _ in range(3):
                    cpu, spent = min(cpu, time_again(run)), min(spent, make(elements, h)[1])
                line = f"{elements:15d} {h:9.1e} {off:9.1e} {spent:8.4f} |"
                ratios.append(spent / cpu)
                print(line, f"{e:7.1e} {cpu:8.4f}  {run['what']:34} {spent / cpu:6.1f}")
            written.append({"model": model, "elements": elements, "h": h, "error": off, "cpu": spent,
                            "own": best and {"what": best[2]["what"], "error": best[1], "cpu": cpu}})
        if ratios:
            print(f"{model}: Exudyn {exu.__version__} takes {min(ratios):.1f} to {max(ratios):.1f} times as long at equal error")
    json.dump({"exudyn": exu.__version__, "runs": written}, open(sys.argv[3], "w"), indent=1)


main()
