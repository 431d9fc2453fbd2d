#!/usr/bin/env python3
"""Compares flat models with those that another tool wrote for the same classes.

usage: compare_flat.py [--max-size BYTES] OURS [THEIRS]

OURS and THEIRS are Base Modelica files, or folders of files NAME.bmo. The scalar variables are counted by kind, the
scalar equations before and after alias equations are removed, and the differences are reported class by class: those
of the variables, and the reasons why more equations are left on our side (explain_aliases.py). Each of our models must
be balanced: as many equations as unknowns. With OURS alone only that is checked. The exit code is 1 if a model of ours
is not balanced.
"""

import argparse
import collections
import multiprocessing
import pathlib
import sys

from base_modelica_counts import Model
from explain_aliases import explain_difference

KINDS = ("parameter", "constant", "input", "continuous", "discrete", "Integer", "Boolean", "String", "enumeration",
         "Clock", "record", "external object")
VALUES = ("parameter", "constant")


def read(path):
    text = path.read_text(encoding="utf-8", errors="replace")
    return Model(text), text


def difference_classes(ours, theirs):
    """What distinguishes the two models, as counts of scalar variables by class of difference."""
    classes, examples = collections.Counter(), {}
    our_names, their_names = ours.scalar_names(), theirs.scalar_names()

    def note(label, name):
        classes[label] += 1
        examples.setdefault(label, name)

    for name, kind in our_names.items():
        other = their_names.get(name)
        if other is None:
            note(f"only ours: {kind}", name)
        elif other != kind:
            note(f"{kind} here, {other} there", name)
    for name, kind in their_names.items():
        if name not in our_names:
            note(f"only theirs: {kind}", name)
    return classes, examples


def compare(job):
    our_path, their_path = job
    name = our_path.name.removesuffix(".bmo")
    row = {"name": name}
    try:
        ours, our_text = read(our_path)
    except Exception as reason:  # a report for every model, whatever is in the file
        row["error"] = f"cannot be read: {type(reason).__name__} {reason}"
        return row
    row["ours"] = summary(ours)
    if their_path is not None:
        try:
            theirs, _ = read(their_path)
        except Exception as reason:
            row["their error"] = f"{type(reason).__name__} {reason}"
            return row
        row["theirs"] = summary(theirs)
        row["classes"], row["examples"] = difference_classes(ours, theirs)
        row["reasons"], row["unexplained"], row["only ours"] = explain_difference(ours, our_text, theirs)
        uncounted = ours.equations - theirs.equations
        by_subscript = min(uncounted, sum(theirs.undeclared.values()))
        row["reasons"]["not counted there: assigned with a variable subscript"] = by_subscript
        row["reasons"]["not counted there: other"] = uncounted - by_subscript
    return row


def summary(model):
    return {"counts": model.counts(), "unknowns": model.unknowns(), "equations": model.equations,
            "aliases": model.aliases_removed, "unsized": model.unsized}


def sub_library(name):
    return ".".join(name.split(".")[:2])


def print_model(row):
    print(f"{row['name']}:")
    if "error" in row:
        print("  " + row["error"])
        return
    sides = [row["ours"]] + ([row["theirs"]] if "theirs" in row else [])
    for kind in KINDS:
        numbers = [side["counts"][kind] for side in sides]
        if any(numbers):
            print(f"  {kind:20}" + "".join(f"{n:9}" for n in numbers))
    for label, get in (("unknowns", lambda s: s["unknowns"]), ("equations", lambda s: s["equations"]),
                       ("after alias removal", lambda s: s["equations"] - s["aliases"])):
        print(f"  {label:20}" + "".join(f"{get(side):9}" for side in sides))
    for label, count in sorted(row.get("classes", {}).items(), key=lambda item: -item[1]):
        print(f"    {label}: {count}, such as {row['examples'][label]}")
    for reason, count in row.get("reasons", {}).items():
        if count:
            print(f"    left over here: {count}: {reason}")
    for text in row["ours"]["unsized"][:5]:
        print("    not sized: " + text)


def print_reasons(rows):
    """The difference of the equations after alias removal, by reason and by library."""
    rows = [row for row in rows if "reasons" in row]
    libraries = sorted({sub_library(row["name"]) for row in rows})
    total, by_library = collections.Counter(), collections.Counter()
    for row in rows:
        for reason, count in row["reasons"].items():
            total[reason] += count
            by_library[reason, sub_library(row["name"])] += count
    shown = [name for name in libraries if any(by_library[reason, name] for reason in total)]
    print("\n| reason | " + " | ".join(name.partition(".")[2] for name in shown) + " | all |")
    print("|---|" + "---:|" * (len(shown) + 1))
    for reason, count in sorted(total.items(), key=lambda item: -item[1]):
        if count:
            print(f"| {reason} | " + " | ".join(str(by_library[reason, name] or "") for name in shown) + f" | {count} |")
    print("| all | " + " | ".join(str(sum(by_library[reason, name] for reason in total)) for name in shown)
          + f" | {sum(total.values())} |")
    for row in rows:
        for a, b in row["unexplained"][:2]:
            print(f"unexplained: {row['name']}: alias there: {a}, {b}")
        for a, b in row["only ours"][:2]:
            print(f"only ours: {row['name']}: alias here: {a}, {b}")


def print_tables(rows):
    groups = collections.defaultdict(list)
    for row in rows:
        if "theirs" in row:
            groups[sub_library(row["name"])].append(row)
    print("| library | models | parameters | constants | unknowns | equations | after alias removal | same unknowns |")
    print("|---|---:|---:|---:|---:|---:|---:|---:|")
    groups["all"] = [row for row in rows if "theirs" in row]
    for group in sorted(groups, key=lambda name: (name == "all", name)):
        members = groups[group]

        def pair(get):
            return " / ".join(str(sum(get(row[side]) for row in members)) for side in ("ours", "theirs"))
        same = sum(row["ours"]["unknowns"] == row["theirs"]["unknowns"] for row in members)
        print(f"| {group} | {len(members)} | {pair(lambda s: s['counts']['parameter'])} "
              f"| {pair(lambda s: s['counts']['constant'])} | {pair(lambda s: s['unknowns'])} "
              f"| {pair(lambda s: s['equations'])} | {pair(lambda s: s['equations'] - s['aliases'])} | {same} |")
    classes, models, examples = collections.Counter(), collections.Counter(), {}
    for row in rows:
        for label, count in row.get("classes", {}).items():
            classes[label] += count
            models[label] += 1
            examples.setdefault(label, f"{row['name']}: `{row['examples'][label]}`")
    print("\n| difference | scalars | models | for example |\n|---|---:|---:|---|")
    for label, count in classes.most_common():
        print(f"| {label} | {count} | {models[label]} | {examples[label]} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("ours", type=pathlib.Path)
    parser.add_argument("theirs", type=pathlib.Path, nargs="?")
    parser.add_argument("--max-size", type=int, default=20_000_000, help="leave out larger files")
    arguments = parser.parse_args()
    jobs = []
    if arguments.ours.is_file():
        jobs.append((arguments.ours, arguments.theirs))
    else:
        for path in sorted(arguments.ours.glob("*.bmo")):
            if path.stat().st_size > arguments.max_size:
                print(f"left out for its size: {path.name}", file=sys.stderr)
                continue
            other = arguments.theirs / path.name if arguments.theirs is not None else None
            jobs.append((path, other if other is not None and other.exists() else None))
    with multiprocessing.Pool() as pool:
        rows = pool.map(compare, jobs, chunksize=1)
    if len(rows) == 1:
        print_model(rows[0])
    elif arguments.theirs is not None:
        print_tables(rows)
        print_reasons(rows)
    failures = 0
    for row in rows:
        if "error" in row:
            failures += 1
            print(f"{row['name']}: {row['error']}")
            continue
        ours = row["ours"]
        if ours["unsized"]:
            failures += 1
            print(f"{row['name']}: not sized: {ours['unsized'][0]}")
        elif ours["unknowns"] != ours["equations"]:
            failures += 1
            note = ""
            if "theirs" in row and row["theirs"]["unknowns"] != row["theirs"]["equations"]:
                note = f" (theirs: {row['theirs']['equations']} equations, {row['theirs']['unknowns']} unknowns)"
            print(f"{row['name']}: {ours['equations']} equations, {ours['unknowns']} unknowns{note}")
        if "their error" in row:
            print(f"{row['name']}: theirs: {row['their error']}")
    print(f"balanced: {len(rows) - failures} of {len(rows)}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
