#!/usr/bin/env python3
"""`moconv --check` finds each mistake in a document that has something of everything.

    planted_faults_test.py BIN_FOLDER MODEL
"""
import copy
import json
import os
import re
import subprocess
import sys

binaries, model = sys.argv[1:3]


def tool(name, *arguments, text=None):
    return subprocess.run([os.path.join(binaries, name), *arguments], input=text, capture_output=True, text=True, timeout=60)


def document():
    flat = tool("moflat", model)
    assert flat.returncode == 0, flat.stderr
    return json.loads(tool("moconv", "--to", "json", text=tool("moopt", text=flat.stdout).stdout).stdout)


# ---- where things are --------------------------------------------------------------------------------


def blocks_of(d, name, kind):
    return [block for block in d[name] if block.get("kind", "assign") == kind]


def torn(d):
    return blocks_of(d, "integration", "nonlinear")[0]


def mixed(d):
    return blocks_of(d, "reinitialization", "mixed")[0]


def equation(d, name, target):
    return next(e for block in d[name] for e in block["equations"] if e["target"] == target)


def variable(d, name):
    return next(v for v in d["variables"] if v["name"] == name)


def residual(block):
    return next(e for e in block["equations"] if e["form"] == "res")


def swap(items, a, b):
    items[a], items[b] = items[b], items[a]


# ---- what is wrong, the reason that has to be given, and how it is planted ----------------------------

FAULTS = [
    ("requires is not complete", "`requires` does not list `delays`", lambda d: d["requires"].remove("delays")),
    ("requires lists a feature that is none", "frobnication", lambda d: d["requires"].append("frobnication")),
    ("a parameter before what it needs", "not computed before", lambda d: swap(d["parameters"], 0, 1)),
    ("a parameter that is not listed", "does not list", lambda d: d["parameters"].pop()),
    ("a variable that nothing determines", "nothing determines", lambda d: d["aliases"].clear()),
    ("a variable that is determined twice", "twice",
     lambda d: d["integration"].append(copy.deepcopy(d["integration"][-1]))),
    ("a state without a derivative", "does not determine the derivative", lambda d: d["integration"].pop()),
    ("an equation of a state that the integrator determines", "determines a state",
     lambda d: equation(d, "integration", ["der", "x"]).update(target="x")),
    ("an equation of an algebraic variable's derivative", "not a state",
     lambda d: equation(d, "integration", "power").update(target=["der", "power"])),
    ("an equation of a parameter", "determines a parameter",
     lambda d: equation(d, "integration", "power").update(target="k")),
    ("a discrete variable between events", "discrete",
     lambda d: d["integration"].append({"equations": [{"target": "count", "value": ["int", 1], "form": "ass"}]})),
    ("an instant equation at the start", "instants",
     lambda d: equation(d, "initialization", "gear").update(form="inst")),
    ("an instant equation without a condition", "condition",
     lambda d: d["whenConditions"][1].update(equations=[])),
    ("a value of another type", "does not have the type",
     lambda d: equation(d, "integration", "power").update(value=True)),
    ("an enumeration in an equation of numbers", "does not have the type",
     lambda d: equation(d, "integration", "power").update(value=["enum", "PlantedFaults.Gear", "low"])),
    ("a use before the block that determines it", "later", lambda d: swap(d["integration"], 0, len(d["integration"]) - 1)),
    ("a kind that does not suit the block", "kind does not suit",
     lambda d: d["integration"][1].update(kind="nonlinear")),
    ("a residual before an assignment", "must be residuals", lambda d: torn(d)["equations"].reverse()),
    ("a block that is not linear", "linear", lambda d: torn(d).update(kind="linear")),
    ("a missing row of a Jacobian", "no row in the Jacobian", lambda d: residual(torn(d)).pop("jacobian")),
    ("a Jacobian of a block that says it has none", "says that it has none", lambda d: torn(d).update(jacobian="none")),
    ("a part of a Jacobian that is not there", "says that it has a part",
     lambda d: [torn(d).update(jacobian="partial"), [e.pop("jacobian") for e in torn(d)["equations"]]]),
    ("a column of another block", "outside its block",
     lambda d: residual(torn(d))["jacobian"][-1].update(column=len(torn(d)["equations"]) + 1)),
    ("columns in another order", "ascending", lambda d: residual(torn(d))["jacobian"].reverse()),
    ("an entry by something that is no variable", "not a variable",
     lambda d: equation(d, "integration", ["der", "x"])["known"][0].update(by=["time"])),
    ("an overridable equation that is no start value", "overridable",
     lambda d: equation(d, "reinitialization", "power").update(overridable=True)),
    ("a relation that is another one in z", "is not the expression",
     lambda d: d["whenConditions"][1].update(condition=["relation", 2, ["<=", "x", 0.5]])),
    ("a relation that z does not have", "no relation 9", lambda d: d["whenConditions"][1].update(condition=["relation", 9, ["<", "x", 0.5]])),
    ("a zero crossing without a relation", "relation", lambda d: d["zeroCrossings"][0].pop("relation")),
    ("a time event without a time", "does not say when", lambda d: d["zeroCrossings"][2].pop("time")),
    ("a sampling that the expressions do not have", "sampl", lambda d: d["samplings"].clear()),
    ("a delay without its row", "delay", lambda d: d["delays"].clear()),
    ("a condition that is not Boolean", "does not have the type", lambda d: d["whenConditions"][1].update(condition="x")),
    ("a message that is no text", "message|type", lambda d: d["assertions"][0].update(message="x")),
    ("a clock without an interval", "interval", lambda d: d["clocks"][0].pop("interval")),
    ("a factor of zero", "fraction", lambda d: d["partitions"][0].update(factorDenominator=0)),
    ("an alias of another type", "different types", lambda d: d["aliases"][0].update(target="is_open")),
    ("an operation that is another type than it says", "as the file says",
     lambda d: equation(d, "reinitialization", "count")["value"].__setitem__(-1, {"type": "Boolean"})),
    ("a call with another number of arguments", "inputs",
     lambda d: equation(d, "integration", "top").update(value=["output", 1, ["call", "PlantedFaults.largest"]])),
    ("a call of a function that is not there", "no function",
     lambda d: equation(d, "integration", "power").update(value=["call", "nobody", "x"])),
    ("a slice that is simulated", "slice", lambda d: d.update(slice=["equations"])),
]


def main():
    good = document()
    failures = 0
    done = tool("moconv", "--check", text=json.dumps(good))
    if done.returncode != 0 or done.stderr:
        print("FAILED the document itself is not sound: " + done.stderr)
        failures += 1
    for what, reason, plant in FAULTS:
        bad = copy.deepcopy(good)
        plant(bad)
        done = tool("moconv", "--check", text=json.dumps(bad))
        if done.returncode != 1 or not re.search(reason, done.stderr):
            print("FAILED %s: exit %d, %s" % (what, done.returncode, done.stderr[:300]))
            failures += 1
    print("%d faults, %d not found" % (len(FAULTS), failures))
    sys.exit(1 if failures or len(FAULTS) < 30 else 0)


main()
