"""Reads what moshow writes: the chunks of a page, and JSON. Checks what holds for every report."""

import base64
import json
import re
import subprocess
import xml.etree.ElementTree
import zlib

ELEMENTS = set("mrow mi mn mo ms mtext msub msup msubsup mfrac msqrt mover munder munderover mtable mtr mtd mspace".split())
ATTRIBUTES = set("accent mathvariant stretchy fence separator form width columnalign v z s".split())


def moshow(bin_folder, *arguments, cwd=None):
    """Standard output, standard error, exit code."""
    done = subprocess.run([f"{bin_folder}/moshow", *map(str, arguments)], capture_output=True, cwd=cwd, timeout=100, check=False)
    return done.stdout.decode(), done.stderr.decode(), done.returncode


def chunks_of(page):
    """The data of a page by the names of the chunks, in their order."""
    found = {}
    for name, size, text in re.findall(r'data-chunk="([^"]*)" data-bytes="(\d+)">([^<]*)</script>', page):
        data = zlib.decompress(base64.b64decode(text, validate=True))
        assert len(data) == int(size), name
        assert name not in found, name
        found[name] = json.loads(data)
    return found


def tables_of(chunks):
    """The chunks joined as `moshow --json` joins them."""
    joined = {}
    for name, value in chunks.items():
        parts = name.split("/")
        is_table = len(parts) > 1 and parts[-1].isdigit()
        if is_table:
            parts.pop()
        owner = joined
        for part in parts[:-1]:
            owner = owner.setdefault(part, {})
        if is_table and isinstance(value, dict):
            owner.setdefault(parts[-1], {}).update(value)
        elif is_table:
            owner.setdefault(parts[-1], []).extend(value)
        else:
            owner[parts[-1]] = value
    return joined


def formulas_of(value):
    """Every `math` in a report."""
    if isinstance(value, dict):
        if "math" in value:
            yield value["math"]
        for part in value.values():
            yield from formulas_of(part)
    elif isinstance(value, list):
        for part in value:
            yield from formulas_of(part)


def check_formula(math, variables, crossings, shared):
    """A formula is XML with the elements and attributes that docs/moshow.md lists."""
    root = xml.etree.ElementTree.fromstring(f"<math>{math}</math>")
    for element in root.iter():
        if element is root:
            continue
        assert element.tag in ELEMENTS, math
        assert set(element.attrib) <= ATTRIBUTES, math
        for attribute, count in (("v", variables), ("z", crossings), ("s", shared)):
            assert 1 <= int(element.get(attribute, 1)) <= max(count, 1), math
        assert not ("v" in element.attrib and element.text), math


def check_report(report):
    """What holds for every report: numbers refer to something, and formulas are as they should be."""
    index = report["index"]
    variables = index["variables"]
    assert len(report["names"]["names"]) == len(report["names"]["kinds"]) == variables
    assert len(report.get("variables", [])) == variables
    assert sum(index["counts"].values()) == variables
    assert len(report.get("shared", [])) == index["shared"]
    for number, row in enumerate(report.get("variables", [])):
        assert row["v"] == number and row["name"] == report["names"]["names"][number]
        assert row.get("component", 0) < len(report["components"])
    crossings = len(report["events"].get("crossings", []))
    seen = set()
    for math in formulas_of(report):
        if math not in seen:
            check_formula(math, variables, crossings, index["shared"])
            seen.add(math)
    for entry in index["sets"]:
        rows = report["equations"][entry["set"]]
        assert [row["n"] for row in rows] == list(range(1, entry["equations"] + 1))
        if entry["set"] != "model":
            check_set(report, entry, rows)
    check_places(report)
    return report


def check_set(report, entry, rows):
    structure = report["structure"][entry["set"]]
    starts = structure["starts"]
    assert len(starts) - 1 == entry["blocks"] == len(structure["kinds"]) == len(structure["serves"])
    assert starts[-1] == entry["equations"] == len(structure["targets"]) == len(structure["forms"])
    for row in rows:
        assert starts[row["block"] - 1] < row["n"] <= starts[row["block"]]
        if "same" in row:
            other, number = row["same"].rsplit(".", 1)
            assert "same" not in report["equations"][other][int(number) - 1]
        else:
            assert row["target"]["text"] and row["value"]["text"]
    # A block uses only what is determined before: nothing is above the diagonal blocks.
    if "i" not in structure["forms"] and "_set1" not in str(report["names"]["names"]):
        for row in range(entry["equations"]):
            end = next(start for start in starts if start > row)
            for column in structure["columns"][structure["rows"][row] : structure["rows"][row + 1]]:
                assert column < end, (entry["set"], row, column)


def check_places(report):
    files = report["index"].get("files", [])

    def visit(value):
        if isinstance(value, dict):
            if "place" in value:
                file, line, column = value["place"]
                assert 0 <= file < len(files) and line > 0 and column >= 0
            for part in value.values():
                visit(part)
        elif isinstance(value, list):
            for part in value:
                visit(part)

    visit(report)
