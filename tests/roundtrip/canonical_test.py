#!/usr/bin/env python3
"""Canonical forms, comparison and slices of documents, over the models of the test suite.

    canonical_test.py BIN_FOLDER MODEL...

A document whose rows stand in another order has the same canonical form and no difference; one that says something else has a
difference. A canonical document is sound. A slice can be read, is the same in all encodings, and is no document to simulate.
"""
import json
import os
import subprocess
import sys
import tempfile

binaries = sys.argv[1]
models = sys.argv[2:]
failures = 0
checks = 0

SETS = ["initialization", "integration", "reinitialization"]
# Rows that nothing refers to by number, in any order.
TABLES = ["aliases", "evaluated", "dropped", "zeroCrossings", "triggers", "samplings", "assertions", "delays"]
SLICES = ["equations", "jacobians", "eliminated", "events", "memory", "clocked", "states", "views", "variables", "parameters",
          "zeroCrossings", "initialization", "equations,events", "functions"]


def run(*arguments, text=None):
    done = subprocess.run(
        [os.path.join(binaries, arguments[0]), *arguments[1:]], input=text, capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


def check(fine, text):
    global failures, checks
    checks += 1
    if not fine:
        failures += 1
        print("FAILED " + text)


def converted(text, *options):
    code, out, err = run("moconv", *options, text=text)
    check(code == 0, "moconv %s: %s" % (" ".join(options), err[:300]))
    return out


def reverse_blocks(document, name):
    """The numbers that the equations of the set have afterwards."""
    numbers = {}
    old = 0
    blocks = document.get(name, [])
    total = sum(len(block["equations"]) for block in blocks)
    behind = total
    for block in blocks:
        size = len(block["equations"])
        behind -= size
        for i in range(size):
            numbers[old + i + 1] = behind + i + 1
        old += size
    blocks.reverse()
    for block in blocks:
        for equation in block["equations"]:
            for entry in equation.get("jacobian", []):
                entry["column"] = numbers[entry["column"]]
            equation.get("jacobian", []).sort(key=lambda entry: entry["column"])
    return numbers


def renumbered(node, word, numbers):
    """Occurrences of remembered values with other numbers; those without one are no longer remembered."""
    if isinstance(node, dict):
        return {key: renumbered(value, word, numbers) for key, value in node.items()}
    if not isinstance(node, list):
        return node
    node = [renumbered(item, word, numbers) for item in node]
    if len(node) != 3 or node[0] != word:
        return node
    return [word, numbers[node[1]], node[2]] if node[1] in numbers else node[2]


def shuffled(document):
    for name, word in (("zeroCrossings", "relation"), ("samplings", "sampling"), ("delays", "delayed")):
        count = len(document.get(name, []))
        document = renumbered(document, word, {number: count + 1 - number for number in range(1, count + 1)})
    numbers = {name: reverse_blocks(document, name) for name in SETS}
    events = numbers["reinitialization"]
    for name in ("zeroCrossings", "whenConditions", "triggers"):
        for row in document.get(name, []):
            if "equations" in row:
                row["equations"] = [events[number] for number in reversed(row["equations"])]
            if "equation" in row:
                row["equation"] = events[row["equation"]]
    view = document.get("residualView", {})
    if "equations" in view:
        view["equations"] = [numbers["integration"][number] for number in view["equations"]]
    for name in TABLES:
        document.get(name, []).reverse()
    conditions = len(document.get("whenConditions", []))
    document.get("whenConditions", []).reverse()
    for action in document.get("actions", []):
        action["conditions"] = [conditions + 1 - number for number in action["conditions"]]
    # Elements of arrays have to stay together, and colours belong to the order of the states.
    if "arrays" not in document and "stateColours" not in document.get("dependencies", {}):
        document["variables"].reverse()
    return document


# Each changes one thing that a document says; nothing if the document has no such thing.
def another_value(document):
    document["integration"][0]["equations"][0]["value"] = 12345
    return True


def another_form(document):
    for block in document["reinitialization"]:
        if block["equations"][0]["form"] == "inst":
            block["equations"][0]["form"] = "ass"
            return True
    return False


def another_start(document):
    document["variables"][0]["start"] = 12345.5
    return True


def one_variable_more(document):
    document["variables"].append({"name": "more", "type": "Real", "role": "algebraic"})
    return True


def no_crossing(document):
    if not document.pop("zeroCrossings", None):
        return False
    without = renumbered(document, "relation", {})
    document.clear()
    document.update(without)
    return True


def other_tables(document):
    for row in document.get("zeroCrossings", []):
        if "equations" in row:
            row["equations"] = [2] if row["equations"] == [1] else [1]
            return True
    return False


CHANGES = [another_value, another_form, another_start, one_variable_more, no_crossing, other_tables]


def check_model(model, folder):
    _, flat, _ = run("moflat", model)
    code, text, err = run("moopt", text=flat)
    check(code == 0, "%s has no document: %s" % (model, err[:200]))
    if code != 0:
        return
    original = os.path.join(folder, "original.moo")
    with open(original, "w", encoding="utf-8") as out:
        out.write(text)
    canonical = converted(text, "--canonical")
    check(converted(canonical, "--canonical") == canonical, model + ": the canonical form of the canonical form is another")
    check(run("moconv", "--check", text=canonical)[0] == 0, model + ": the canonical form is not sound")
    as_json = converted(text, "--to", "json")
    other = os.path.join(folder, "other.json")
    with open(other, "w", encoding="utf-8") as out:
        json.dump(shuffled(json.loads(as_json)), out)
    code, out, err = run("moconv", "--canonical", other)
    check(code == 0 and out == canonical, "%s: in another order the canonical form is another %s" % (model, err[:200]))
    code, out, err = run("moconv", "--diff", original, other)
    check((code, out, err) == (0, "", ""), "%s: in another order there is a difference: %s%s" % (model, out[:300], err))
    for change in CHANGES:
        document = json.loads(as_json)
        if not change(document):
            continue
        with open(other, "w", encoding="utf-8") as out:
            json.dump(document, out)
        code, out, err = run("moconv", "--diff", original, other)
        check(code == 1 and out != "" and err == "", "%s: %s is no difference (exit %d)" % (model, change.__name__, code))
    for names in SLICES:
        check_slice(model, text, names)


def check_slice(model, text, names):
    piece = converted(text, "--only", names)
    round_trip = converted(converted(converted(piece, "--to", "json"), "--to", "xml"))
    check(round_trip == piece, "%s: the slice %s changes between encodings" % (model, names))
    check(json.loads(converted(piece, "--to", "json")).get("slice") == names.split(","), names + " is not marked as a slice")
    code, _, err = run("moconv", "--check", text=piece)
    check(code == 1 and err.count("error:") == 1 and "slice" in err, names + ": a slice is taken for a document")


with tempfile.TemporaryDirectory() as work:
    for each in models:
        check_model(each, work)
print("%d checks, %d failed" % (checks, failures))
sys.exit(1 if failures or not checks else 0)
