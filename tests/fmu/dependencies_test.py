"""Changes all that is known to an FMU, in each mode, and looks what reacts: it has to be listed in ModelStructure.

    dependencies_test.py BIN SOURCE [--all] [MODEL.mo …]

In Dependencies.mo everything that is listed can be seen to react too, so there the lists are exact.
"""
import itertools
import math
import subprocess
import sys
import tempfile
from ctypes import c_double
from pathlib import Path

from importer import Fmu, Instance, Refused

SAMPLE = ["tests/fmu/Dependencies.mo", "tests/fmu/Interface.mo", "docs/examples/BouncingBall.mo",
          "tests/simulation/Sampled.mo", "tests/simulation/ClockedMethods.mo", "tests/simulation/EventOperators.mo",
          "tests/simulation/Loops.mo", "tests/simulation/Starts.mo", "tests/simulation/HomotopyBlocks.mo",
          "tests/simulation/systems/CartesianPendulum.mo", "tests/simulation/systems/FrictionBlock.mo"]
EXACT = "Dependencies.mo"
# What a run of all models leaves out: at a point that Euler's method finds, its equations have two solutions.
LEFT_OUT = ("FourBarPair.mo",)
STEPS = 24
PROBES = (0, 2, 3, 8, 15, 23)


def run(words, **options):
    return subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=300, **options)


def other_values(variable, values):
    """Small and large changes of each element."""
    for i, value in enumerate(values):
        def changed(new):
            return [*values[:i], new, *values[i + 1:]]
        if variable.type == "Boolean":
            yield changed(not value)
        elif variable.type == "Enumeration":
            yield from (changed(new) for new in range(1, variable.literals + 1) if new != value)
        elif variable.type in ("Integer", "Int32"):
            yield from (changed(value + step) for step in (1, -1, 3))
        else:
            size = max(1.0, abs(value))
            yield from (changed(value + step * size) for step in (0.03, -0.03, 1.1, -1.1, 12.0, -12.0))


def differ(a, b):
    """By more than what an iteration leaves over."""
    if math.isnan(a) or math.isnan(b):
        return math.isnan(a) != math.isnan(b)
    return a != b and not math.isclose(a, b, rel_tol=1e-7, abs_tol=1e-9)


class Probe:
    def __init__(self, fmu):
        self.fmu = fmu
        self.seen = {}  # by unknown: what it has reacted to
        self.running = [*fmu.derivatives, *fmu.outputs, *fmu.event_indicators]
        is_set = [v for v in fmu.variables if v.type not in ("String", "Binary", "Clock")]
        self.inputs = [v for v in is_set if v.causality == "input"]
        self.tunable = [v for v in is_set if v.causality == "parameter" and v.variability == "tunable"]
        exact = [v for v in is_set if v.initial == "exact" and v.variability != "constant"]
        parameters = [v for v in is_set if v.causality == "parameter"]
        self.given = list(dict.fromkeys([*self.inputs, *exact, *parameters]))
        self.time = next((v for v in fmu.variables if v.causality == "independent"), None)

    @staticmethod
    def read(instance, unknowns):
        return {unknown: instance.get(unknown.variable) for unknown in unknowns
                if unknown.variable.type not in ("String", "Clock")}

    def note(self, before, after, known):
        for unknown, values in before.items():
            if any(differ(a, b) for a, b in zip(values, after[unknown])):
                self.seen.setdefault(unknown, set()).add(known)

    def change(self, instance, known, unknowns, before):
        values = instance.get(known)
        for changed in other_values(known, values):
            try:
                instance.set(known, changed)
                self.note(before, self.read(instance, unknowns), known)
            except Refused:
                pass
            instance.set(known, values)

    def begin(self, has_other_inputs, start=0.0):
        instance = Instance(self.fmu)
        instance.enter_initialization(start)
        for known in self.inputs if has_other_inputs else []:
            *_, values = itertools.islice(other_values(known, instance.get(known)), 3)
            instance.set(known, values)
        return instance

    # ---- initialization ----

    def initialize(self, has_other_inputs):
        unknowns = self.fmu.initial_unknowns
        for known in self.given:
            instance = self.begin(has_other_inputs)
            try:
                self.change(instance, known, unknowns, self.read(instance, unknowns))
            except Refused:
                pass  # no solution there, and an error ends the instance
            instance.free()
        if self.time is None:
            return
        instances = [self.begin(has_other_inputs, start) for start in (0.0, 0.7)]
        self.note(*(self.read(instance, unknowns) for instance in instances), self.time)
        for instance in instances:
            instance.free()

    # ---- simulation, by the method of Euler ----

    def simulate(self, stop, has_other_inputs):
        try:
            self.run(stop, has_other_inputs)
        except Refused:
            pass  # too far away from the solution to go on

    def run(self, stop, has_other_inputs):
        instance = self.begin(has_other_inputs)
        instance.call("ExitInitializationMode")
        ends, next_time = instance.leave_events()
        time, number = 0.0, 0
        while time < stop and not ends:
            until = time + stop / STEPS
            if next_time is not None and time < next_time < until:
                until = next_time
            rates = instance.derivatives() if self.fmu.states else []
            states = instance.get_states() if rates else []
            instance.call("SetTime", c_double(until))
            if rates:
                instance.set_states([x + (until - time) * rate for x, rate in zip(states, rates)])
            time = until
            if number in PROBES:
                self.probe_between_events(instance, time)
                self.probe_events(instance, time)
            number += 1
            instance.call("EnterEventMode")
            ends, next_time = instance.leave_events()
        instance.free()

    def probe_between_events(self, instance, time):
        before = self.read(instance, self.running)
        for known in [*self.fmu.states, *(v for v in self.inputs if v.variability == "continuous")]:
            self.change(instance, known, self.running, before)
        if self.time is not None:
            instance.call("SetTime", c_double(time + 0.013))
            self.note(before, self.read(instance, self.running), self.time)
            instance.call("SetTime", c_double(time))

    def probe_events(self, instance, time):
        """What can be set at an event; states and time are set just before."""
        if not self.fmu.has_state:
            return
        saved = instance.save()
        instance.call("EnterEventMode")
        before = self.read(instance, self.running)
        # FMI 2.0 does not count parameters.
        for known in [*self.inputs, *(self.tunable if self.fmu.is_fmi3 else [])]:
            self.change(instance, known, self.running, before)
        instance.restore(saved)
        for known in self.fmu.states:
            for changed in other_values(known, instance.get(known)):
                self.enter_event(instance, lambda: instance.set(known, changed), before, known)
                instance.restore(saved)
        if self.time is not None:
            self.enter_event(instance, lambda: instance.call("SetTime", c_double(time - 0.013)), before, self.time)
            instance.restore(saved)

    def enter_event(self, instance, change, before, known):
        try:
            change()
            instance.call("EnterEventMode")
            self.note(before, self.read(instance, self.running), known)
        except Refused:
            pass


def check_fmu(fmu, is_exact):
    experiment = fmu.root.find("DefaultExperiment")
    stop = float(experiment.get("stopTime", 1)) if experiment is not None else 1.0
    probe = Probe(fmu)
    for has_other_inputs in (False, True):
        probe.initialize(has_other_inputs)
    initial, probe.seen = probe.seen, {}
    for has_other_inputs in (False, True):
        probe.simulate(stop, has_other_inputs)
    listed = seen = 0
    for place, unknowns, found in (("initialization", fmu.initial_unknowns, initial),
                                   ("simulation", probe.running, probe.seen)):
        for unknown in unknowns:
            reacts = found.get(unknown, set())
            name = unknown.variable.name
            if unknown.on is None:
                yield f"{place}: {name} has no dependencies"
                continue
            listed += len(unknown.on)
            seen += len(reacts & unknown.on)
            for known in sorted(reacts - unknown.on, key=lambda v: v.name):
                yield f"{place}: {name} reacts to {known.name}, which is not listed"
            if is_exact:
                for known in sorted(unknown.on - reacts, key=lambda v: v.name):
                    yield f"{place}: {name} does not react to {known.name}, which is listed"
    print(f"       FMI {3 if fmu.is_fmi3 else 2}: {seen} of {listed} dependencies seen", flush=True)


def check(tools, model, folder):
    moo = run([tools / "moopt"], input=run([tools / "moflat", model]).stdout).stdout
    for version in ("2", "3"):
        fmu = folder / f"model{version}.fmu"
        made = run([tools / "mogen-fmu", "--fmi", version, "--kind", "me", "-o", fmu], input=moo)
        if made.returncode != 0:
            yield made.stderr
            return
        yield from (f"FMI {version}: {problem}" for problem in
                    check_fmu(Fmu(fmu), model.name == EXACT))


def main():
    tools, source = Path(sys.argv[1]), Path(sys.argv[2])
    models = [Path(word).absolute() for word in sys.argv[3:] if word != "--all"]
    if "--all" in sys.argv:
        for folder in ("tests/simulation", "tests/simulation/systems"):
            models += [model for model in sorted((source / folder).glob("*.mo")) if model.name not in LEFT_OUT]
    failed = 0
    for model in models or [source / name for name in SAMPLE]:
        with tempfile.TemporaryDirectory() as folder:
            print("      ", model.name)
            problems = list(check(tools, model, Path(folder)))
        print("FAIL" if problems else "ok  ", model.name, flush=True)
        for problem in problems:
            print("     " + problem)
        failed += bool(problems)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
