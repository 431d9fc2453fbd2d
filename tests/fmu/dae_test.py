"""FMUs of `mogen-fmu --dae`, by an importer that solves the DAE: Radau IIA over the residuals that the manifest of FMI-LS-DAE
lists, with the matrices that the FMU's directional derivatives give. Results are compared with mosim's.

    dae_test.py BIN SOURCE [MODEL.mo …]
"""
import csv
import subprocess
import sys
import tempfile
import traceback
from bisect import bisect_right
from ctypes import byref, c_bool, c_double
from pathlib import Path

import numpy

from check_description import check as description_problems
from fmi3 import LAYER, MANIFEST, Fmu, Instance, dependencies

# Model and stop time: loops that a solver iterates over, constraints with states chosen while it runs, derivatives that
# residuals determine, events of state and of time.
MODELS = {"tests/simulation/Loops.mo": 1.0, "tests/simulation/systems/CartesianPendulum.mo": 3.0,
          "tests/simulation/systems/TransistorAmplifier.mo": 0.02, "tests/simulation/systems/JunctionCapacitance.mo": 1.0,
          "tests/simulation/systems/HalfWave.mo": 0.1, "tests/simulation/systems/FrictionBlock.mo": 2.0,
          "tests/simulation/Schmitt.mo": 2.0}
STEPS = 1000
RELATIVE = 1e-5

# Radau IIA of order 5 (Hairer and Wanner, Solving Ordinary Differential Equations II, table 5.6).
ROOT = 6.0 ** 0.5
A = numpy.array([[(88 - 7 * ROOT) / 360, (296 - 169 * ROOT) / 1800, (-2 + 3 * ROOT) / 225],
                 [(296 + 169 * ROOT) / 1800, (88 + 7 * ROOT) / 360, (-2 - 3 * ROOT) / 225],
                 [(16 - ROOT) / 36, (16 + ROOT) / 36, 1 / 9]])
C = numpy.array([(4 - ROOT) / 10, (4 + ROOT) / 10, 1.0])


def run(words, **options):
    return subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=300, **options)


class Dae:
    """F(t, x, der x, z) = 0, where F is der(x) - value for derivatives that the FMU computes, then its residuals."""

    def __init__(self, fmu, start, stop):
        self.fmu, self.instance = fmu, Instance(fmu)
        self.derivatives = list(fmu.structure("ContinuousStateDerivative"))
        self.states = [int(fmu.variables[d].get("derivative")) for d in self.derivatives]
        manifest = fmu.manifest
        self.algebraic = [int(v.get("valueReference")) for v in manifest.iter(MANIFEST + "AlgebraicVariable")]
        self.explicit = list(fmu.structure("ContinuousStateDerivative", manifest))
        self.implicit = [d for d in self.derivatives if d not in self.explicit]
        self.residuals = list(fmu.structure("Formulation", manifest))
        if len(self.residuals) != len(self.algebraic) + len(self.implicit):
            raise RuntimeError("there are not as many residuals as unknowns")
        used = self.states + self.derivatives + self.algebraic + self.residuals
        if any(fmu.elements(reference) != 1 for reference in used):
            raise RuntimeError("this solver takes scalars only")
        self.instance.initialize(start, stop)
        self.due = self.instance.update()
        self.take_values()

    def take_values(self):
        """Consistent values of an event."""
        self.x, self.z, self.rates = (numpy.array(self.instance.get(list_)) for list_ in
                                      (self.states, self.algebraic, self.derivatives))

    def put(self, time, x, rates, z):
        self.instance.call("fmi3SetTime", c_double(time))
        rate = dict(zip(self.derivatives, rates))
        self.instance.set(self.states + self.algebraic + self.implicit, [*x, *z, *(rate[d] for d in self.implicit)])

    def evaluate(self, time, x, rates, z):
        self.put(time, x, rates, z)
        values = self.instance.get(self.explicit + self.residuals)
        rate = dict(zip(self.derivatives, rates))
        return numpy.array([rate[d] - value for d, value in zip(self.explicit, values)] + values[len(self.explicit):])

    def matrices(self):
        """∂F/∂x, ∂F/∂der(x) and ∂F/∂z at the point that was put last."""
        unknowns = self.explicit + self.residuals
        knowns = self.states + self.algebraic + self.implicit
        full = numpy.array([self.instance.derivative("Directional", unknowns, knowns, seed)
                            for seed in numpy.eye(len(knowns))]).reshape(len(knowns), len(unknowns)).T
        full[:len(self.explicit)] *= -1
        n, m = len(self.states), len(self.algebraic)
        by_rates = numpy.zeros((len(unknowns), n))
        for row, derivative in enumerate(self.explicit):
            by_rates[row, self.derivatives.index(derivative)] = 1.0
        for column, derivative in enumerate(self.implicit):
            by_rates[:, self.derivatives.index(derivative)] += full[:, n + m + column]
        return full[:, :n], by_rates, full[:, n:n + m]

    def step(self, time, h):
        """x, der(x) and z at time + h."""
        n, m = len(self.x), len(self.z)
        self.put(time, self.x, self.rates, self.z)
        by_x, by_rates, by_z = self.matrices()
        blocks = [[numpy.hstack([h * A[i, j] * by_x + (i == j) * by_rates, (i == j) * by_z]) for j in range(3)]
                  for i in range(3)]
        matrix = numpy.block(blocks)
        stages = numpy.tile(numpy.concatenate([self.rates, self.z]), (3, 1))
        for _ in range(30):
            rates, z = stages[:, :n], stages[:, n:]
            f = [self.evaluate(time + C[i] * h, self.x + h * A[i] @ rates, rates[i], z[i]) for i in range(3)]
            change = numpy.linalg.solve(matrix, numpy.concatenate(f)).reshape(3, n + m)
            stages -= change
            if numpy.max(numpy.abs(change) / (1e-3 + numpy.abs(stages)), initial=0.0) < 1e-9:
                return self.x + h * A[2] @ stages[:, :n], stages[2, :n], stages[2, n:]
        raise RuntimeError(f"Newton's iteration does not converge at time {time}")

    def advance(self, time, end):
        """One step, or less if an event comes before its end; the time that is reached."""
        if self.due is not None and self.due <= end:
            end = self.due
        self.put(time, self.x, self.rates, self.z)
        before = numpy.sign(self.instance.indicators())
        low, high = 0.0, end - time
        reached = self.step(time, high)

        def differs(h, values):
            self.put(time + h, *values)
            return numpy.any(numpy.sign(self.instance.indicators()) != before)
        is_event = differs(high, reached)
        while is_event and high - low > 1e-11:
            middle = 0.5 * (low + high)
            values = self.step(time, middle)
            if differs(middle, values):
                high, reached = middle, values
            else:
                low = middle
        self.put(time + high, *reached)
        self.x, self.rates, self.z = reached
        flags = [c_bool(), c_bool()]
        self.instance.call("fmi3CompletedIntegratorStep", False, byref(flags[0]), byref(flags[1]))
        if is_event or flags[0] or time + high == self.due:
            self.instance.call("fmi3EnterEventMode")
            self.due = self.instance.update()
            self.take_values()
        return time + high




def check_partials(dae, time):
    """Directional derivatives against differences and adjoint ones, and the manifest's dependencies against them."""
    instance = dae.instance
    unknowns = dae.explicit + dae.residuals
    knowns = dae.states + dae.algebraic + dae.implicit
    dae.put(time, dae.x, dae.rates, dae.z)
    exact = numpy.array([instance.derivative("Directional", unknowns, knowns, seed)
                         for seed in numpy.eye(len(knowns))]).reshape(len(knowns), len(unknowns)).T
    adjoint = numpy.array([instance.derivative("Adjoint", unknowns, knowns, seed)
                           for seed in numpy.eye(len(unknowns))]).reshape(len(unknowns), len(knowns))
    if not numpy.allclose(exact, adjoint, rtol=1e-12, atol=1e-12):
        yield "adjoint derivatives are not the transpose"
    listed = {**dae.fmu.structure("ContinuousStateDerivative", dae.fmu.manifest),
              **dae.fmu.structure("Formulation", dae.fmu.manifest)}
    for column, known in enumerate(knowns):
        value = instance.get([known])[0]
        h = 1e-6 * max(abs(value), 1e-3)
        sides = []
        for side in (value + h, value - h):
            instance.set([known], [side])
            sides.append(numpy.array(instance.get(unknowns)))
        instance.set([known], [value])
        difference = (sides[0] - sides[1]) / (2 * h)
        scale = numpy.max(numpy.abs(exact), axis=1) + 1.0
        for row in numpy.nonzero(numpy.abs(difference - exact[:, column]) > 1e-4 * scale)[0]:
            yield f"∂{name(dae, unknowns[row])}/∂{name(dae, known)} = {exact[row, column]}, differences say {difference[row]}"
        for row, unknown in enumerate(unknowns):
            if listed[unknown] is None:
                yield f"{name(dae, unknown)} has no dependencies"
            elif exact[row, column] != 0 and known not in listed[unknown]:
                yield f"{name(dae, unknown)} depends on {name(dae, known)}, which is not listed"


def name(dae, reference):
    return dae.fmu.variables[reference].get("name")


class Results:
    """mosim's."""

    def __init__(self, path):
        with open(path, newline="") as file:
            self.header, *rows = csv.reader(file)
        self.values = numpy.array([[float(word) for word in row] for row in rows])
        self.times = list(self.values[:, 0])

    def compare(self, label, rows):
        """Rows of time and value."""
        expected = self.values[:, self.header.index(label)]
        allowed = RELATIVE * (numpy.max(numpy.abs(expected)) + 1e-2)
        for time, value in rows:
            at = bisect_right(self.times, time * (1 + 1e-12))
            near = expected[max(at - 2, 0):at + 2]
            if not numpy.min(near) - allowed <= value <= numpy.max(near) + allowed:
                return [f"{label} at {time}: {value} instead of {near}"]
        return []


def check(tools, model, stop, folder, found):
    flat = run([tools / "moflat", "--scalarize", model]).stdout
    moo = folder / "model.moo"
    run([tools / "moopt", "--formulation", "dae", "-o", moo], input=flat)
    made = run([tools / "mogen-fmu", "--dae", moo, "-o", folder / "model.fmu"])
    if made.returncode != 0:
        return [made.stderr]
    run([tools / "mosim", moo, "--stop", stop, "--tolerance", "1e-10", "--intervals", 4 * STEPS, "-o", folder / "expected.csv"])
    problems = list(description_problems(folder / "model.fmu"))
    dae = Dae(Fmu(folder / "model.fmu"), 0.0, stop)
    problems += check_partials(dae, 0.0)
    results = Results(folder / "expected.csv")
    watched = [reference for reference, variable in dae.fmu.variables.items()
               if variable.tag == "Float64" and variable.get("variability") == "continuous" and
               variable.get("derivative") is None and variable.get("name") in results.header[1:]]
    time, rows, h = 0.0, [], stop / STEPS
    for k in range(STEPS):
        while time < (k + 1) * h * (1 - 1e-13):
            time = dae.advance(time, (k + 1) * h)
        rows.append((time, dae.instance.get(watched)))
    problems += check_partials(dae, time)
    for column, reference in enumerate(watched):
        problems += results.compare(name(dae, reference), [(at, values[column]) for at, values in rows])
    dae.instance.free()
    found.append((len(watched), len(dae.algebraic), len(dae.implicit)))
    return problems


def check_refusals(tools, source, folder):
    """What `--dae` asks for, and what an FMU without it does not take."""
    model = source / "tests/simulation/Loops.mo"
    flat = run([tools / "moflat", model]).stdout
    for formulation, words, message in (("ode", ["--dae"], "moopt --formulation dae"),
                                        ("dae", ["--dae", "--fmi", "2"], "FMI 3.0"),
                                        ("dae", ["--dae", "--kind", "cs"], "Model Exchange")):
        moo = run([tools / "moopt", "--formulation", formulation], input=flat).stdout
        made = run([tools / "mogen-fmu", *words, "-o", folder / "refused.fmu"], input=moo)
        if made.returncode == 0 or message not in made.stderr:
            yield f"{words}: {made.stderr}"
    run([tools / "mogen-fmu", "-o", folder / "plain.fmu"], input=moo)
    plain = Fmu(folder / "plain.fmu")
    if plain.manifest is not None:
        yield f"{LAYER} without --dae"
    run([tools / "mogen-fmu", "--dae", "-o", folder / "dae.fmu"], input=moo)
    algebraic = [int(v.get("valueReference")) for v in Fmu(folder / "dae.fmu").manifest.iter(MANIFEST + "AlgebraicVariable")]
    instance = Instance(plain)
    instance.initialize(0.0, 1.0)
    instance.update()
    if instance.set(algebraic[:1], [0.0], accept=(0, 3)) != 3 or "cannot be set" not in instance.messages[-1]:
        yield "an FMU without --dae takes algebraic variables"
    instance.free()


def check_solving(tools, source, folder):
    """Who does not set unknowns is served as ever, also behind an event, and residuals are those of the solution."""
    flat = run([tools / "moflat", source / "tests/simulation/Loops.mo"]).stdout
    moo = run([tools / "moopt", "--formulation", "dae"], input=flat).stdout
    run([tools / "mogen-fmu", "--dae", "-o", folder / "model.fmu"], input=moo)
    dae = Dae(Fmu(folder / "model.fmu"), 0.0, 1.0)
    instance = dae.instance
    solved = instance.get(dae.derivatives)
    if numpy.max(numpy.abs(instance.get(dae.residuals))) > 1e-9:
        yield "residuals of a solution are not zero"
    instance.set(dae.algebraic, [value + 0.5 for value in dae.z])
    if numpy.max(numpy.abs(instance.get(dae.residuals))) < 1e-3:
        yield "residuals do not move with the unknowns"
    if instance.get(dae.algebraic) != [value + 0.5 for value in dae.z]:
        yield "unknowns are solved for although they are given"
    instance.call("fmi3EnterEventMode")
    instance.update()
    again = instance.get(dae.derivatives)
    if not numpy.allclose(again, solved, rtol=1e-9):
        yield f"derivatives behind an event are {again} instead of {solved}"
    instance.free()


def main():
    tools, source = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
    chosen = {source / name: stop for name, stop in MODELS.items() if not sys.argv[3:] or Path(name).name in sys.argv[3:]}
    failed, found = 0, []
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        checks = [("refusals", lambda: check_refusals(tools, source, folder)),
                  ("solving", lambda: check_solving(tools, source, folder))]
        for model, stop in chosen.items():
            checks.append((model.name, lambda model=model, stop=stop: check(tools, model, stop, folder, found)))
        for label, function in checks:
            try:
                problems = list(function())
            except (RuntimeError, ValueError, numpy.linalg.LinAlgError):
                problems = traceback.format_exc().splitlines()[-5:]
            failed += bool(problems)
            print(("FAIL " if problems else "ok   ") + label, flush=True)
            for problem in problems[:5]:
                print("     " + problem)
    print("compared, algebraic, implicit derivatives: " + ", ".join(map(str, found)))
    print(f"{len(checks) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
