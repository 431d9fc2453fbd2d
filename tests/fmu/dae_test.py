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
from ctypes import byref, c_double
from pathlib import Path

import numpy

from check_description import check as description_problems
from importer import ERROR, LAYER, Fmu, Instance

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

    def __init__(self, fmu):
        self.fmu, self.instance = fmu, Instance(fmu)
        self.derivatives = [unknown.variable for unknown in fmu.derivatives]
        self.states = fmu.states
        self.algebraic = [unknown.variable for unknown in fmu.layered("AlgebraicVariable")]
        self.listed = {each.variable: each.on for element in ("ContinuousStateDerivative", "Formulation", "EventIndicator")
                       for each in fmu.layered(element)}
        self.explicit = [unknown.variable for unknown in fmu.layered("ContinuousStateDerivative")]
        self.implicit = [d for d in self.derivatives if d not in self.explicit]
        self.residuals = [unknown.variable for unknown in fmu.layered("Formulation")]
        if len(self.residuals) != len(self.algebraic) + len(self.implicit):
            raise RuntimeError("there are not as many residuals as unknowns")
        used = self.states + self.derivatives + self.algebraic + self.residuals
        if any(variable.size != 1 for variable in used):
            raise RuntimeError("this solver takes scalars only")
        self.instance.initialize(0.0)
        _, self.due = self.instance.leave_events()
        self.take_values()

    def take_values(self):
        """Consistent values of an event."""
        self.x, self.z, self.rates = (numpy.array(self.instance.get_reals(list_)) for list_ in
                                      (self.states, self.algebraic, self.derivatives))

    def put(self, time, x, rates, z):
        self.instance.call("SetTime", c_double(time))
        rate = dict(zip(self.derivatives, rates))
        self.instance.set_reals(self.states + self.algebraic + self.implicit, [*x, *z, *(rate[d] for d in self.implicit)])

    def evaluate(self, time, x, rates, z):
        self.put(time, x, rates, z)
        values = self.instance.get_reals(self.explicit + self.residuals)
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
        if self.instance.completed_step() or is_event or time + high == self.due:
            self.instance.call("EnterEventMode")
            _, self.due = self.instance.leave_events()
            self.take_values()
        return time + high


def check_partials(dae, time):
    """Directional derivatives against differences and adjoint ones, and the manifest's dependencies against them."""
    instance = dae.instance
    unknowns = dae.explicit + dae.residuals + [unknown.variable for unknown in dae.fmu.event_indicators]
    knowns = dae.states + dae.algebraic + dae.implicit
    dae.put(time, dae.x, dae.rates, dae.z)
    exact = numpy.array([instance.derivative("Directional", unknowns, knowns, seed)
                         for seed in numpy.eye(len(knowns))]).reshape(len(knowns), len(unknowns)).T
    adjoint = numpy.array([instance.derivative("Adjoint", unknowns, knowns, seed)
                           for seed in numpy.eye(len(unknowns))]).reshape(len(unknowns), len(knowns))
    if not numpy.allclose(exact, adjoint, rtol=1e-12, atol=1e-12):
        yield "adjoint derivatives are not the transpose"
    for column, known in enumerate(knowns):
        value = instance.get_reals([known])[0]
        h = 1e-6 * max(abs(value), 1e-3)
        sides = []
        for side in (value + h, value, value - h):
            instance.set_reals([known], [side])
            sides.append(numpy.array(instance.get_reals(unknowns)))
        instance.set_reals([known], [value])
        difference = (sides[0] - sides[2]) / (2 * h)
        scale = numpy.max(numpy.abs(exact), axis=1) + 1.0
        # On its border an event indicator keeps to its side.
        is_smooth = numpy.abs(sides[0] - 2 * sides[1] + sides[2]) < 1e-3 * h * scale
        for row in numpy.nonzero(is_smooth & (numpy.abs(difference - exact[:, column]) > 1e-4 * scale))[0]:
            yield f"∂{unknowns[row].name}/∂{known.name} = {exact[row, column]}, differences say {difference[row]}"
        for row, unknown in enumerate(unknowns):
            if dae.listed[unknown] is None:
                yield f"{unknown.name} has no dependencies"
            elif exact[row, column] != 0 and known not in dae.listed[unknown]:
                yield f"{unknown.name} depends on {known.name}, which is not listed"


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
    dae = Dae(Fmu(folder / "model.fmu"))
    problems += check_partials(dae, 0.0)
    results = Results(folder / "expected.csv")
    watched = [variable for variable in dae.fmu.variables
               if variable.type == "Float64" and variable.variability == "continuous" and
               variable.derivative is None and variable.name in results.header[1:]]
    time, rows, h = 0.0, [], stop / STEPS
    for k in range(STEPS):
        while time < (k + 1) * h * (1 - 1e-13):
            time = dae.advance(time, (k + 1) * h)
        rows.append((time, dae.instance.get_reals(watched)))
    problems += check_partials(dae, time)
    for column, variable in enumerate(watched):
        problems += results.compare(variable.name, [(at, values[column]) for at, values in rows])
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
    algebraic = Fmu(folder / "dae.fmu").layered("AlgebraicVariable")[0].variable.name
    instance = Instance(plain)
    instance.initialize(0.0)
    instance.leave_events()
    same = [variable for variable in plain.variables if variable.name == algebraic]
    if instance.set_reals(same, [0.0], accept=(0, ERROR)) != ERROR or "cannot be set" not in instance.messages[-1]:
        yield "an FMU without --dae takes algebraic variables"
    instance.free()


def check_solving(tools, source, folder):
    """Who does not set unknowns is served as ever, also behind an event, and residuals are those of the solution."""
    flat = run([tools / "moflat", source / "tests/simulation/Loops.mo"]).stdout
    moo = run([tools / "moopt", "--formulation", "dae"], input=flat).stdout
    run([tools / "mogen-fmu", "--dae", "-o", folder / "model.fmu"], input=moo)
    dae = Dae(Fmu(folder / "model.fmu"))
    instance = dae.instance
    solved = instance.get_reals(dae.derivatives)
    # An unknown as known makes the instance a DAE.
    instance.derivative("Directional", dae.derivatives, dae.algebraic[:1], [1.0])
    if numpy.max(numpy.abs(instance.get_reals(dae.residuals))) > 1e-9:
        yield "residuals of a solution are not zero"
    instance.set_reals(dae.algebraic, [value + 0.5 for value in dae.z])
    if numpy.max(numpy.abs(instance.get_reals(dae.residuals))) < 1e-3:
        yield "residuals do not move with the unknowns"
    if instance.get_reals(dae.algebraic) != [value + 0.5 for value in dae.z]:
        yield "unknowns are solved for although they are given"
    instance.set_reals(dae.algebraic, [value + 0.25 for value in dae.z])
    instance.get_reals([v for v in dae.fmu.variables if v.type == "Float64" and v.causality != "independent"])
    expected, saved = instance.get_reals(dae.residuals), instance.save()
    instance.set_reals(dae.algebraic, dae.z)
    instance.get_reals(dae.residuals)
    instance.restore(saved)
    if instance.get_reals(dae.residuals) != expected:
        yield "residuals of a state that was put back are others"
    instance.call("FreeFMUState", byref(saved))
    instance.call("EnterEventMode")
    instance.leave_events()
    again = instance.get_reals(dae.derivatives)
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
