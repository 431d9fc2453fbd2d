#!/usr/bin/env python3
"""Compares the structure of optimized models with what Dymola reports for the same classes.

usage: compare_structure.py OURS REFERENCE

OURS is a folder of MOO files NAME.moo or NAME/…moo as `mosurvey --keep` leaves them, REFERENCE the folder of reference
results of the standard library, with a `translate_passed.log` for each model. Compared are the number of states, whether
states are chosen at run time, the sizes of linear and of nonlinear systems after tearing, and the number of mixed
systems. The differences are counted by group, with the models in each.
"""

import collections
import pathlib
import re
import sys


def numbers(log, title):
    found = re.search(re.escape(title) + r":\s*\{([^}]*)\}", log)
    return [int(n) for n in re.findall(r"\d+", found.group(1))] if found else []


def number(log, title):
    found = re.search(re.escape(title) + r":\s*(\d+)", log)
    return int(found.group(1)) if found else 0


class Theirs:
    def __init__(self, log):
        self.dynamic = "Dynamically selected continuous time states" in log
        self.states = number(log, "Continuous time states")
        # Systems of the initialization are reported apart.
        log = log.split("Initialization problem")[0]
        self.linear = sum(numbers(log, "Sizes after manipulation of the linear systems"))
        self.nonlinear = sum(numbers(log, "Sizes after manipulation of the nonlinear systems"))
        self.mixed = number(log, "Number of mixed real/discrete systems of equations")


class Ours:
    """Reads the lines of MOO that matter; docs/moo.md describes them."""

    def __init__(self, text):
        self.dynamic = "\n  stateSets[" in text
        states = set(re.findall(r"^  Eq\[\d+,\d+\] = \{der\((.*?)\), ", text, re.M))
        self.states = len(states)
        kinds = dict(re.findall(r'^  Block\[(\d+)\] = \{"(\w+)"', text, re.M))
        residuals = collections.Counter()
        for block in re.findall(r'^  Eq\[(\d+),\d+\] = .*"res"', text, re.M):
            residuals[block] += 1
        self.linear = sum(n for block, n in residuals.items() if kinds.get(block) == "linear")
        self.nonlinear = sum(n for block, n in residuals.items() if kinds.get(block) != "linear")
        self.mixed = len(re.findall(r'^  riBlock\[\d+\] = \{"mixed"', text, re.M))


def word(ours, theirs):
    return "equal" if ours == theirs else "more here" if ours > theirs else "fewer here"


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    folder, reference = map(pathlib.Path, sys.argv[1:])
    groups = collections.defaultdict(list)
    compared = 0
    for path in sorted(folder.rglob("*.moo")):
        name = path.stem if path.stem.startswith("Modelica") else path.parent.name
        log_path = reference.joinpath(*name.split("."), "translate_passed.log")
        if not log_path.exists():
            continue
        ours = Ours(path.read_text(encoding="utf-8"))
        theirs = Theirs(log_path.read_text(encoding="utf-8", errors="replace"))
        compared += 1
        for what in ("states", "dynamic", "linear", "nonlinear", "mixed"):
            mine, other = getattr(ours, what), getattr(theirs, what)
            groups[what, word(mine, other)].append(f"{name} {mine}:{other}")
    print(f"{compared} models compared; ours:theirs")
    for (what, relation), models in sorted(groups.items()):
        print(f"{what}: {relation}: {len(models)}")
        if relation != "equal":
            for model in models:
                print(f"    {model}")


if __name__ == "__main__":
    main()
