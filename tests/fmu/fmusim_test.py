"""Simulates FMUs of models with the FMI project's importer, fmusim, and compares the results with mosim's.

    fmusim_test.py BIN SOURCE [--all] [MODEL.mo …]

fmusim is looked for in $FMUSIM, in PATH, and in ~/.local/share/fmusim/bin. Without it the test is skipped.
"""
import csv
import itertools
import os
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml
import zipfile
from bisect import bisect_left, bisect_right
from pathlib import Path

SKIPPED = 77
RELATIVE = 1e-4
# Events need not be found at the same moment: a value may be that of the other side within this part of the time span.
WINDOW = 1e-5
# fmusim lets CVODE make 500 steps from one point to the next.
POINTS = 500
# Errors of a solver in what is zero, such as a sum of energies.
ABSOLUTE = 2e-6

# What the suite runs: events of state and time, loops, index reduction, dynamic states, clocks, functions, hostile names.
SAMPLE = ["docs/examples/BouncingBall.mo", "tests/simulation/Hostile.mo", "tests/simulation/Loops.mo",
          "tests/simulation/Sampled.mo", "tests/simulation/Thermostat.mo", "tests/simulation/Functions.mo",
          "tests/simulation/ClockedMethods.mo", "tests/simulation/systems/CartesianPendulum.mo",
          "tests/simulation/systems/Robertson.mo", "tests/simulation/systems/HalfWave.mo"]

# What has to be different for a model: fmusim makes 500 steps to the next point at most, whatever the span is, and takes
# times for equal that differ by less than 1e-5 or so; so it cannot be used for spans that are very long or very short.
STOP = {"Robertson.mo": "40", "RingModulator.mo": None}
POINTS_OF = {"VanDerPol.mo": 5000}
TOLERANCE = {"PeriodPendulum.mo": "1e-10", "CarAxis.mo": "1e-9", "FlexibleCrank.mo": "1e-9", "FreeBody.mo": "1e-9"}


def find_fmusim():
    places = [os.environ.get("FMUSIM"), shutil.which("fmusim"), Path.home() / ".local/share/fmusim/bin/fmusim"]
    return next((str(place) for place in places if place and Path(place).is_file()), None)


def run(words, **options):
    return subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=300, **options)


def split_header(header, names):
    """The columns of fmusim: it sorts them by type."""
    found, left = ["time"], set(names)
    header = header[header.index(",") + 1:]
    while header:
        fits = [(text, name) for name in left for text in (f'"{name}"', name)
                if header == text or header.startswith(text + ",")]
        text, name = max(fits, key=lambda fit: len(fit[0]))
        found.append(name)
        left.remove(name)
        header = header[len(text) + 1:]
    return found


class Table:
    """Trajectories of a CSV file: rows in the order of time, several of one time at events."""

    def __init__(self, path, variables=None):
        """With variables where the file's names cannot be read as CSV: fmusim does not escape quotes."""
        with open(path, newline="") as file:
            header = file.readline().rstrip("\r\n")
            rows = list(csv.reader(file))
        if variables is None:
            self.names = next(csv.reader([header]))
        else:
            # An array is one column, with spaces between its elements.
            columns = split_header(header, variables)
            self.names = [name for column in columns for name in variables.get(column, [column])]
            rows = [[word for cell in row for word in cell.split()] for row in rows]
        self.rows = [[float({"true": 1, "false": 0}.get(word, word)) for word in row] for row in rows if row]
        self.time = [row[0] for row in self.rows]

    def column(self, name):
        at = self.names.index(name)
        return [row[at] for row in self.rows]

    def bounds(self, values, begin, end):
        """The least and the largest value of a column from begin to end."""
        first, last = bisect_left(self.time, begin), bisect_right(self.time, end)
        # What has few values makes steps, and at a step the point before or behind it may be the one.
        if len(set(values)) <= 20:
            return min(values[max(first - 1, 0):last + 1]), max(values[max(first - 1, 0):last + 1])
        inside = values[first:last] + [self.between(values, begin), self.between(values, end)]
        return min(inside), max(inside)

    def between(self, values, at):
        i = bisect_right(self.time, at)
        if i == 0 or i == len(self.time):
            return values[0 if i == 0 else -1]
        step = self.time[i] - self.time[i - 1]
        part = (at - self.time[i - 1]) / step if step > 0 else 1.0
        return values[i - 1] + part * (values[i] - values[i - 1])


def compare(expected, found, names):
    """Differences as texts."""
    start, stop = expected.time[0], expected.time[-1]
    window = WINDOW * (stop - start)
    problems = []
    for name in names:
        values, others = expected.column(name), found.column(name)
        allowed = RELATIVE * max(abs(value) for value in values) + ABSOLUTE
        for time, other in zip(found.time, others):
            low, high = expected.bounds(values, time - window, time + window)
            if low - allowed <= other <= high + allowed:
                continue
            problems.append(f"{name} at {time:.9g}: {other:.9g} instead of {low:.9g} … {high:.9g}")
            break
    return problems


def described(fmu):
    """By the names of variables that are numbers, the names of their elements. Not aliases of FMI 3.0, for which fmusim
    writes the name of the variable itself."""
    with zipfile.ZipFile(fmu) as archive:
        root = xml.fromstring(archive.read("modelDescription.xml"))
    found = {}
    for variable in root.find("ModelVariables"):
        kind = variable[0].tag if variable.tag == "ScalarVariable" else variable.tag
        name = variable.get("name")
        # In derivatives of stiff states errors of the solver are far larger than in the states.
        if kind in ("String", "Clock") or variable.get("causality") == "independent" or name.startswith("der("):
            continue
        sizes = [int(dimension.get("start")) for dimension in variable.findall("Dimension")]
        places = itertools.product(*(range(1, size + 1) for size in sizes))
        found[name] = [f"{name}[{','.join(map(str, place))}]" for place in places] if sizes else [name]
    return found


def check(tools, fmusim, model, folder):
    """Problems of all four kinds of FMU of a model, as texts."""
    moo = folder / "model.moo"
    flat = run([tools / "moflat", model])
    if flat.returncode != 0 or run([tools / "moopt", "-o", moo], input=flat.stdout).returncode != 0:
        return [f"{model.name} cannot be translated"]
    reference = folder / "expected.csv"
    tolerance = ["--tolerance", TOLERANCE.get(model.name, "1e-7")]
    points = POINTS_OF.get(model.name, POINTS)
    stop_time = ["--stop", STOP[model.name]] if model.name in STOP else []
    simulated = run([tools / "mosim", moo, *tolerance, *stop_time, "-o", reference, "--intervals", 4 * points])
    expected = Table(reference)
    start, stop = expected.time[0], expected.time[-1]
    # Where mosim ends before, so does the FMU, which does not know how far it should go.
    end_time = stop if simulated.returncode == 0 and stop > start else stop + 1.0
    problems = []
    for version in ("2", "3"):
        fmu = folder / f"model{version}.fmu"
        made = run([tools / "mogen-fmu", "--fmi", version, moo, "-o", fmu])
        if made.returncode != 0:
            return [made.stderr]
        variables = {name: elements for name, elements in described(fmu).items() if set(elements) <= set(expected.names)}
        names = [element for elements in variables.values() for element in elements]
        wanted = [word for name in variables for word in ("--output-variable", name)]
        if not names:
            problems.append("nothing is compared")
        for kind in ("me", "cs"):
            results = folder / f"found{version}{kind}.csv"
            outcome = run([fmusim, "--interface-type", kind, *tolerance, "--solver", "cvode", "--start-time", repr(start),
                           "--stop-time", repr(end_time), "--output-interval", repr((end_time - start) / points), *wanted,
                           "--output-file", results, fmu], cwd=folder)
            label = f"FMI {version} {kind}: "
            if simulated.returncode != 0:
                # What mosim refuses in the middle the FMU has to refuse, too.
                problems += [] if outcome.returncode != 0 else [label + "simulates what mosim does not"]
                continue
            if outcome.returncode != 0:
                problems.append(label + (outcome.stdout + outcome.stderr)[-500:])
                continue
            found = Table(results, variables)
            # A model that ends at its start leaves nothing.
            end = found.time[-1] if found.time else start
            # Where a model ends by itself, fmusim of FMI 3.0 notes the point that it was on its way to.
            late = 1e-9 * max(abs(stop), 1) if stop == end_time else (end_time - start) / points
            if abs(end - stop) > late:
                problems.append(label + f"ended at {end} instead of {stop}")
            problems += [label + problem for problem in compare(expected, found, names)[:3]]
    return problems


def main():
    tools, source = Path(sys.argv[1]), Path(sys.argv[2])
    fmusim = find_fmusim()
    if fmusim is None:
        print("skipped: fmusim of the FMI project is not found (see docs/fmu.md)")
        return SKIPPED
    models = [Path(name) for name in sys.argv[3:] if name != "--all"]
    if "--all" in sys.argv:
        models = sorted((source / "tests/simulation").glob("*.mo")) + sorted(
            (source / "tests/simulation/systems").glob("*.mo"))
    failed = 0
    for model in (each for each in models or [source / name for name in SAMPLE]):
        if STOP.get(model.name, "") is None:
            print(f"left out {model.name}: see the reasons in this file")
            continue
        with tempfile.TemporaryDirectory() as folder:
            problems = check(tools, fmusim, model, Path(folder))
        print(f"{'ok  ' if not problems else 'FAIL'} {model.name}", flush=True)
        for problem in problems:
            print("     " + problem)
        failed += bool(problems)
    print(f"{failed} of {len(models or SAMPLE)} models differ")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
