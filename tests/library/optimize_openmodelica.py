#!/usr/bin/env python3
"""Optimizes the Base Modelica files that OpenModelica wrote for the examples of the standard library.

usage: optimize_openmodelica.py MOOPT FILES OURS > openmodelica_optimize.txt

FILES is a folder with NAME.bmo somewhere below (results/main/Modelica of BaseModelicaLibraryTesting.jl, branch gh-pages),
OURS a folder of MOO files NAME.moo as `mosurvey --keep` leaves them, made from what moflat wrote. Prints how many files are
optimized, in how many of them the number of states is that of ours, and what is wrong with the others, by reason.
"""

import collections
import pathlib
import re
import subprocess
import sys
import tempfile

# What the first message says, and why it is not a matter of moopt. A file that fits none is listed as ours.
REASONS = [
    (r"no function named", "the file calls a function that it does not declare"),
    (r"no type named .*partialScalarFunction", "a function has another function as its argument, whose type is not declared"),
    (r"nothing named", "an index is part of a quoted name, so that the name is declared nowhere"),
    (r"`break` here is not supported", "a loop is unrolled, and `break` stands outside of any loop"),
    (r"`#` has no meaning", "an argument without a value is written as #EMPTY#"),
    (r"the file is empty", "the file is empty"),
]


def states(text):
    return len(set(re.findall(r"^  Eq\[\d+,\d+\] = \{der\((.*?)\), ", text, re.M)))


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    moopt, ours = sys.argv[1], pathlib.Path(sys.argv[3])
    files = sorted(pathlib.Path(sys.argv[2]).rglob("*.bmo"), key=lambda path: path.stem)
    failed = collections.defaultdict(list)
    passed, compared, differing = 0, 0, []
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "out.moo"
        for path in files:
            run = subprocess.run([moopt, str(path), "-o", str(out)], capture_output=True, text=True, errors="replace", timeout=300)
            if run.returncode != 0:
                first = next((line for line in run.stderr.splitlines() if "error:" in line), run.stderr.strip())
                known = [reason for pattern, reason in REASONS if re.search(pattern, first)]
                failed[known[0] if known else "OURS: " + first.split("error:")[-1].strip()].append(path.stem)
                continue
            passed += 1
            own = ours / (path.stem + ".moo")
            if not own.exists():
                continue
            compared += 1
            counts = states(out.read_text()), states(own.read_text())
            if counts[0] != counts[1]:
                differing.append((path.stem, *counts))
    print("# Base Modelica files of OpenModelica, written by optimize_openmodelica.py. Indented lines are the models.")
    print(f"optimize: {passed} of {len(files)}")
    print(f"same number of states as from moflat: {compared - len(differing)} of {compared}")
    for reason, models in sorted(failed.items(), key=lambda item: -len(item[1])):
        print(f"not optimized, {len(models)}: {reason}")
        for model in models:
            print("    " + model)
    print(f"another number of states, {len(differing)} (theirs, ours):")
    for model, theirs, own in differing:
        print(f"    {model}  {theirs} {own}")


main()
