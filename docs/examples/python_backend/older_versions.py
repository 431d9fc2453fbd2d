"""Turns a document of version 0 into one of 1.0. See docs/decisions/moo_1_0.md for what differs."""

import json

# Rows of these sections are what occurrences in expressions refer to, by this field.
REMEMBERED = {"zeroCrossings": ("relation", "relation"), "samplings": ("sampling", "call")}
# Numbers in these fields are no expressions.
PLAIN = set("kind name description source origin files moo sizes first column row number form equations conditions".split())

UNCHANGED = set("experiment arrays dependencies residualView icon connectors report extensions".split())


def upgrade(document):
    remembered = {}
    for name, (head, field) in REMEMBERED.items():
        for number, row in enumerate(document.get(name, []), 1):
            if field in row:
                remembered[json.dumps(row[field])] = (head, number)
    new = {name: value if name in UNCHANGED else section(value, remembered, name) for name, value in document.items()}
    for block in new.get("initialization", []):
        for equation in block["equations"]:
            if equation.get("origin", "").startswith(("start value", "default start value")):
                equation["overridable"] = True
    return new | {"moo": "1.0.0"}


def section(value, remembered, field):
    """A part of a document; expressions are found by the names of their fields."""
    if field == "type" and isinstance(value, str) and "[" in value:
        element, _, sizes = value.rstrip("]").partition("[")
        return {"element": element, "sizes": [int(s) if s.strip().isdigit() else None for s in sizes.split(",")]}
    if isinstance(value, dict):
        return {name: section(part, remembered, name) for name, part in value.items()}
    if isinstance(value, list) and value and all(isinstance(each, dict) for each in value):
        return [section(each, remembered, field) for each in value]
    if field in ("shared", "constraints", "arguments", "sizes"):
        return [expression(each, remembered) for each in value]
    if field in PLAIN or field in ("parameters", "results", "requires", "branches") or isinstance(value, str):
        return value
    return expression(value, remembered)


def expression(value, remembered, is_literal=False):
    if isinstance(value, int) and not isinstance(value, bool):
        return ["int", value]
    if not isinstance(value, list):
        return value
    if value[0] in ("string", "shared", "local", "enum"):
        return value
    is_numbered = value[0] == "output"
    new = [
        part if isinstance(part, str) or (is_numbered and i == 1) else expression(part, remembered, is_literal or value[0] == "noEvent")
        for i, part in enumerate(value)
    ]
    head, number = remembered.get(json.dumps(value), (None, 0)) if not is_literal else (None, 0)
    return [head, number, new] if head else new
