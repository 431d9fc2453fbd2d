"""Directional and adjoint derivatives in every mode, against differences of what an importer gets when it sets another value.

    partials_test.py BIN SOURCE [MODEL.mo …]
"""
import subprocess
import sys
import tempfile
from ctypes import c_double
from pathlib import Path

from importer import Fmu, Instance, Refused

MODELS = ["tests/fmu/Partials.mo", "tests/fmu/PartialsOfObjects.mo", "tests/fmu/Dependencies.mo",
          "tests/fmu/Interface.mo", "tests/simulation/Loops.mo",
          "tests/simulation/Sampled.mo", "tests/simulation/systems/CartesianPendulum.mo",
          "tests/simulation/systems/FrictionBlock.mo"]
REALS = ("Real", "Float64")
PROBED_AT = 0.1  # where Partials.mo has an event


def run(words, **options):
    return subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=300, **options)


class Probe:
    def __init__(self, fmu):
        self.fmu = fmu
        self.compared = 0
        variables = [v for v in fmu.variables if v.type in REALS]
        self.inputs = [v for v in variables if v.causality == "input"]
        self.tunable = [v for v in variables if v.causality == "parameter" and v.variability == "tunable"]
        self.exact = [v for v in variables if v.initial == "exact" and v.variability != "constant" and
                      v.causality != "input"]
        self.time = [v for v in variables if v.causality == "independent"]
        self.running = self.reals(fmu.derivatives + fmu.outputs)

    @staticmethod
    def reals(unknowns):
        return [unknown.variable for unknown in unknowns if unknown.variable.type in REALS]

    @staticmethod
    def read(instance, unknowns):
        return [number for unknown in unknowns for number in instance.get(unknown)]

    def compare(self, instance, mode, unknowns, knowns, set_known):
        """`set_known(known, values)` is none where an importer has no way to set it: there the two kinds are compared with each other."""
        rows = sum(unknown.size for unknown in unknowns)
        for known in knowns:
            for element in range(known.size):
                seed = [float(i == element) for i in range(known.size)]
                exact = instance.derivative("Directional", unknowns, [known], seed)
                if self.fmu.is_fmi3:
                    yield from self.compare_adjoint(instance, mode, unknowns, known, element, exact)
                differences = set_known and self.difference(instance, unknowns, known, element, set_known)
                if differences is None:
                    continue
                self.compared += rows
                for row, (found, (expected, doubt)) in enumerate(zip(exact, differences)):
                    if abs(found - expected) > 1e-5 * max(abs(expected), 1e-3) + 2 * doubt:
                        yield f"{mode}: row {row} of {[u.name for u in unknowns]} by {known.name}: {found}, differences say {expected}"

    def compare_adjoint(self, instance, mode, unknowns, known, element, exact):
        weights = [1.0 + 0.37 * i for i in range(len(exact))]
        adjoint = instance.derivative("Adjoint", unknowns, [known], weights)[element]
        expected = sum(w * value for w, value in zip(weights, exact))
        size = sum(abs(w * value) for w, value in zip(weights, exact))
        if abs(adjoint - expected) > 1e-6 * size + 1e-9:
            yield f"{mode}: adjoint by {known.name}: {adjoint} instead of {expected}"

    def difference(self, instance, unknowns, known, element, set_known):
        """Of each row, and how far to trust it; none if there is no smooth change. Two steps, so that a jump is seen."""
        values = instance.get(known)
        size = abs(values[element]) or 1.0
        slopes = []
        for step in (1e-4 * size, 2e-5 * size):
            sides = []
            for side in (step, -step):
                set_known(known, [*values[:element], values[element] + side, *values[element + 1:]])
                sides.append(self.read(instance, unknowns))
            slopes.append([(a - b) / (2 * step) for a, b in zip(*sides)])
        set_known(known, values)
        doubts = [abs(a - b) for a, b in zip(*slopes)]
        if any(doubt > 1e-3 * max(abs(slope), 1.0) for doubt, slope in zip(doubts, slopes[1])):
            return None
        # Of what a solution by iteration leaves.
        noise = [1e-11 * abs(number) / (2e-5 * size) for number in self.read(instance, unknowns)]
        return [(slope, doubt + rest) for slope, doubt, rest in zip(slopes[1], doubts, noise)]

    # ---- modes ----

    def check_initialization(self):
        instance = Instance(self.fmu)
        instance.enter_initialization(0.0)
        unknowns = self.reals(self.fmu.initial_unknowns)
        yield from self.compare(instance, "initialization", unknowns, self.inputs + self.exact, instance.set)
        yield from self.compare(instance, "initialization", unknowns, self.time, None)
        instance.free()

    def check_running(self):
        instance = Instance(self.fmu)
        instance.initialize(0.0)
        yield from self.check_event(instance, "first event")
        _, due = instance.leave_events()
        now = min(due, PROBED_AT) if due else PROBED_AT
        rates, states = instance.derivatives(), instance.get_states()
        instance.call("SetTime", c_double(now))
        instance.set_states([x + now * rate * 1e-3 for x, rate in zip(states, rates)])

        def set_time(_, values):
            instance.call("SetTime", c_double(values[0]))
        smooth = [v for v in self.inputs if v.variability == "continuous"]
        continuous = [v for v in self.running if v.variability == "continuous"]
        yield from self.compare(instance, "continuous time", continuous, self.fmu.states + smooth, instance.set)
        yield from self.compare(instance, "continuous time", continuous, self.time, set_time)
        instance.call("EnterEventMode")
        yield from self.check_event(instance, "event")
        instance.leave_events()
        instance.free()

    def check_event(self, instance, mode):
        yield from self.compare(instance, mode, self.running, self.inputs + self.tunable, instance.set)
        yield from self.compare(instance, mode, self.running, self.fmu.states + self.time, None)


def check(tools, model, folder):
    moo = run([tools / "moopt"], input=run([tools / "moflat", model]).stdout).stdout
    for version in ("2", "3"):
        path = folder / f"model{version}.fmu"
        made = run([tools / "mogen-fmu", "--allow-external", "--fmi", version, "--kind", "me", "-o", path], input=moo)
        if made.returncode != 0:
            yield made.stderr
            return
        probe = Probe(Fmu(path))
        for part in (probe.check_initialization, probe.check_running):
            try:
                yield from (f"FMI {version}: {problem}" for problem in part())
            except Refused as refused:
                yield f"FMI {version}: {refused}"
        print(f"       FMI {version}: {probe.compared} derivatives compared", flush=True)


def main():
    tools, source = Path(sys.argv[1]), Path(sys.argv[2])
    failed = 0
    for model in [Path(word).absolute() for word in sys.argv[3:]] or [source / name for name in MODELS]:
        with tempfile.TemporaryDirectory() as folder:
            print("      ", model.name)
            problems = list(check(tools, model, Path(folder)))
        print("FAIL" if problems else "ok  ", model.name, flush=True)
        for problem in problems[:10]:
            print("     " + problem)
        failed += bool(problems)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
