"""What the adapters share. An adapter gives a simulator the command line that moconform expects:

    ADAPTER … FILE --stop T --points t1,t2,… [--parameter name=value]…

and writes one row of CSV for each point. docs/conformance.md describes it."""
import argparse
import csv
import io
import json
import math
import subprocess
import sys
from fractions import Fraction

FAILED, WRONG, REFUSED = 1, 2, 3
FEATURES = ("arrays records enumerations strings functions external externalObjects inputs torn mixed algorithms homotopy "
            "timeEvents samples actions delays transports clocks stateSets").split()
TOLERANCE = 1e-8


def parse(arguments):
    parser = argparse.ArgumentParser()
    parser.add_argument("file")
    parser.add_argument("--stop", required=True)
    parser.add_argument("--points", required=True)
    parser.add_argument("--parameter", action="append", default=[])
    given = parser.parse_args(arguments)
    given.points = given.points.split(",")
    return given


def run(words, text=None):
    return subprocess.run([str(word) for word in words], input=text, capture_output=True, text=True)


def intervals_for(points, stop):
    """The smallest number of equal intervals from 0 to stop whose ends contain all points; 1 if stop is 0."""
    times = [Fraction(text) for text in [stop, *points] if Fraction(text) != 0]
    if not times:
        return 1
    common = math.lcm(*(time.denominator for time in times))
    width = Fraction(math.gcd(*(int(time * common) for time in times)), common)
    return int(Fraction(stop) / width)


def rows_at(text, points):
    """The header, and the row after all events for each point that the simulation reached."""
    header, *rows = csv.reader(io.StringIO(text))
    times = [float(row[0]) for row in rows]
    chosen = []
    for point in points:
        at = float(point)
        near = [i for i, time in enumerate(times) if abs(time - at) <= 1e-9 * max(1.0, abs(at))]
        if not near:
            if times and times[-1] > at:
                sys.exit(f"the simulator has no row for time {point}")
            break
        distance = min(abs(times[i] - at) for i in near)
        last = max(i for i in near if abs(times[i] - at) == distance)
        chosen.append([point, *rows[last][1:]])
    return header, chosen


def write_rows(header, rows):
    out = csv.writer(sys.stdout, lineterminator="\n")
    out.writerow(header)
    out.writerows(rows)
    sys.stdout.flush()


def finish(done, points):
    """The rows of a simulator that has ended, its messages, and the exit code that moconform understands."""
    sys.stderr.write(done.stderr)
    if done.stdout:
        write_rows(*rows_at(done.stdout, points))
    sys.exit(0 if done.returncode == 0 else FAILED if done.returncode == 1 else WRONG)


def stop_if_not_made(done):
    """Ends with the messages of a generator that could not do its work: it refused if it names a feature."""
    if done.returncode == 0:
        return
    sys.stderr.write(done.stderr)
    words = done.stderr.replace("`", " ").replace(",", " ").replace(":", " ").split()
    sys.exit(REFUSED if any(feature in words for feature in FEATURES) else WRONG)


def literal(text):
    return {"true": True, "false": False}[text] if text in ("true", "false") else float(text)


def changed_document(file, parameters):
    """The document for a back end that can neither change parameters nor store derivatives: the values are in the bindings,
    and each derivative has a variable of its own, which is computed for the results only."""
    with open(file) as source:
        document = json.load(source)
    variables = {variable["name"]: variable for variable in document.get("variables", [])}
    for parameter in parameters:
        name, _, value = parameter.partition("=")
        variables[name]["binding"] = literal(value)
    recovered = document.pop("recovered", [])
    for name in [each["name"] for each in variables.values() if each["role"] == "state"]:
        document["variables"].append({"name": f"der({name})", "type": "Real", "role": "algebraic"})
        recovered.append({"variable": f"der({name})", "value": ["der", name]})
    return json.dumps(with_section(document, "recovered", recovered))


def with_section(document, name, rows):
    """The document with one more section: sections have an order."""
    before = ("moo name description generator options requires slice files experiment types functions variables shared arrays "
              "aliases").split()
    first = {key: value for key, value in document.items() if key in before}
    return first | {name: rows} | document
