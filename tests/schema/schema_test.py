#!/usr/bin/env python3
"""Whether the schemas and the files agree: the schemas in the tree are those that moconv writes, every document that
the tests produce follows them in all three encodings, and documents with a mistake do not.

    schema_test.py BIN_FOLDER SOURCE_FOLDER RANDOM_DOCUMENTS MODEL...
    schema_test.py BIN_FOLDER SOURCE_FOLDER --sample FILE

The second form takes the models that a file lists from an installed library, and does nothing else; without a library it is
skipped, with code 77.
"""
import copy
import glob
import json
import os
import re
import subprocess
import sys
import tempfile
import threading

import jsonschema

from grammar import Grammar

binaries, source, random_documents = sys.argv[1:4]
models = sys.argv[4:]
is_sample = random_documents == "--sample"
if is_sample:
    models = [line.strip() for line in open(models[0], encoding="utf-8") if line.strip() and not line.startswith("#")]
schemas = os.path.join(source, "schemas")
failures = []
counts = {"json": 0, "xml": 0, "text": 0, "refused": 0}


def fail(text):
    failures.append(text)
    print("FAILED " + text)


def tool(name, *arguments, text=None):
    run = subprocess.run([os.path.join(binaries, name), *arguments], input=text, capture_output=True, text=True)
    return run.stdout if run.returncode == 0 else None


# ---- the three judges: nothing if a document is fine, else what is wrong ----

schema = json.load(open(os.path.join(schemas, "moo.schema.json"), encoding="utf-8"))
jsonschema.Draft202012Validator.check_schema(schema)
validator = jsonschema.Draft202012Validator(schema)
grammar = Grammar(os.path.join(schemas, "moo.ebnf"))


def json_error(document):
    error = next(validator.iter_errors(document), None)
    return None if error is None else "/".join(str(part) for part in error.absolute_path) + ": " + error.message[:200]


def xml_errors(files):
    command = ["xmllint", "--huge", "--noout", "--schema", os.path.join(schemas, "moo.xsd"), *files]
    lines = subprocess.run(command, capture_output=True, text=True).stderr.splitlines()
    fine = {line[: -len(" validates")] for line in lines if line.endswith(" validates")}
    return {name: [line for line in lines if line.startswith(name)][:2] for name in files if name not in fine}


# ---- documents ----


def check_committed():
    for kind, name in (("json", "moo.schema.json"), ("xsd", "moo.xsd"), ("ebnf", "moo.ebnf")):
        if tool("moconv", "--schema", kind) != open(os.path.join(schemas, name), encoding="utf-8").read():
            fail("schemas/%s is not what `moconv --schema %s` writes" % (name, kind))


# The pages show the version that the tools write, and say something about the one before.
def check_versions():
    version = re.match(r"MOO (\d+\.\d+\.\d+),", schema["title"]).group(1)
    shown = r'(?:version ?= ?|"moo": |moo=)"(\d+\.\d+\.\d+)"'
    for page in ("docs/moo.md", "docs/modelica_xml.md", "schemas/README.md"):
        found = re.findall(shown, open(os.path.join(source, page), encoding="utf-8").read())
        if not found or set(found) != {version}:
            fail("%s shows the versions %s; the schemas have %s" % (page, found, version))
    text = open(os.path.join(source, "docs/moo.md"), encoding="utf-8").read()
    if not re.search(r"^- \*\*Version\.\*\* %s\. " % re.escape(version), text, flags=re.M):
        fail("docs/moo.md does not tell of version " + version)
    for name in ("moo.xsd", "moo.ebnf"):
        if "MOO %s," % version not in open(os.path.join(schemas, name), encoding="utf-8").read():
            fail("schemas/%s is of another version" % name)


# Every section and every field of every row stands in docs/moo_reference.md, and nothing else does.
def check_reference():
    page = open(os.path.join(source, "docs/moo_reference.md"), encoding="utf-8").read()
    rows = {key: set(row["properties"]) for key, row in schema["$defs"].items() if "properties" in row}
    parts = re.split(r"^### `(.+)`$", page, flags=re.M)
    described = {"": parts[0]}
    described.update(zip(parts[1::2], parts[2::2]))

    def first_cells(text):
        lines = [line for line in re.split(r"^## ", text, flags=re.M)[0].split("\n") if line.startswith("| `")]
        return {word for line in lines for word in re.findall(r"`([^`]+)`", line.split("|")[1])}

    sections = {word for line in described.pop("").split("\n") if line.startswith("| `")
                for word in re.findall(r"`([^`]+)`", line.split("|")[1])}
    if sections != set(schema["properties"]):
        fail("the sections of docs/moo_reference.md are others: %s" % sorted(sections ^ set(schema["properties"])))
    for key in sorted(set(rows) | set(described)):
        if key not in described or key not in rows:
            fail("docs/moo_reference.md and the schema do not both have " + key)
        elif first_cells(described[key]) != rows[key]:
            fail("the fields of %s in docs/moo_reference.md are others: %s" % (key, sorted(first_cells(described[key]) ^ rows[key])))


# Texts of documents: those of the models, of the golden files, and random ones with something in every field.
def documents(folder):
    for model in models:
        flat = tool("moflat", model)
        text = tool("moopt", text=flat) if flat else None
        if text is None:
            fail("there is no document of " + model)
        else:
            yield model, text
    if is_sample:
        return
    for path in sorted(glob.glob(os.path.join(source, "tests/simulation/moo/*.moo"))):
        yield path, open(path, encoding="utf-8").read()
    for path in sorted(glob.glob(os.path.join(source, "tests/golden/*/*.expected"))):
        text = open(path, encoding="utf-8").read().split("--- stderr")[0]
        if "__moo(version" in text and text.rstrip().split("\n")[-1].startswith("end "):
            yield path, text
    subprocess.run([random_documents, folder, "8"], check=True)
    for path in sorted(glob.glob(os.path.join(folder, "random_*.moo"))):
        yield path, open(path, encoding="utf-8").read()


def check_documents(folder):
    files = {}
    for number, (name, text) in enumerate(documents(folder)):
        error = grammar.error(text)
        counts["text"] += 1
        if error:
            fail("%s does not follow the grammar: %s" % (name, error))
        as_json = tool("moconv", "--to", "json", text=text)
        as_xml = tool("moconv", "--to", "xml", text=text)
        if as_json is None or as_xml is None:
            fail(name + " cannot be converted")
            continue
        error = json_error(json.loads(as_json))
        counts["json"] += 1
        if error:
            fail("%s does not follow the JSON schema: %s" % (name, error))
        path = os.path.join(folder, "%d.xml" % number)
        files[path] = name
        with open(path, "w", encoding="utf-8") as out:
            out.write(as_xml)
    counts["xml"] += len(files)
    for path, lines in xml_errors(list(files)).items():
        fail("%s does not follow the XML schema: %s" % (files[path], lines))


# ---- documents with a mistake ----

# What stands at a place of the JSON document.
NOTHING = object()
BAD_VALUES = [
    (["moo"], NOTHING),
    (["moo"], "7.0.0"),
    (["name"], 3),
    (["name"], ""),
    (["name"], "caf\u00e9"),
    (["more"], []),
    (["variables"], {}),
    (["variables", 0, "type"], NOTHING),
    (["variables", 0, "role"], "hero"),
    (["variables", 0, "source"], "BouncingBall.mo:3:4"),
    (["variables", 0, "start"], ["+", 1]),
    (["variables", 0, "start"], ["sin", 1, 2]),
    (["variables", 0, "start"], ["frobnicate", 1]),
    (["variables", 0, "start"], []),
    (["variables", 0, "start"], {"value": 1}),
    (["variables", 0, "start"], None),
    (["variables", 0, "extra"], 1),
    (["integration", 0, "kind"], "circular"),
    (["integration", 0, "equations", 0, "form"], NOTHING),
    (["integration", 0, "equations", 0, "value"], NOTHING),
    (["integration", 0, "equations", 0, "value"], ["shared", 0]),
    (["integration", 0, "equations", 0, "value"], ["shared", "one"]),
    (["integration", 0, "equations", 0, "value"], ["reduction", "sum", "x"]),
    (["integration", 0, "equations", 0, "value"], ["reduction", "total", "x", ["i", 1]]),
    (["integration", 0, "equations", 0, "jacobian", 0, "column"], 0),
    (["integration", 0, "equations", 0, "jacobian", 0, "column"], 1.5),
    (["integration", 0, "equations", 0, "target"], 3.0),
    (["integration", 0, "equations", 0, "target"], ["sin", "h"]),
    (["integration", 0, "equations", 0, "target"], ["der", ["sin", "h"]]),
    (["integration", 0, "equations", 0, "value"], ["int", 1.5]),
    (["integration", 0, "equations", 0, "value"], ["relation", 0, ["<", "h", 1.0]]),
    (["integration", 0, "equations", 0, "value"], ["relation", ["<", "h", 1.0]]),
    (["integration", 0, "equations", 0, "value"], ["abs", "h", {"kind": "Integer"}]),
    (["integration", 0, "equations", 0, "value"], ["abs", "h", {"type": {"element": "Real", "sizes": [-1]}}]),
    (["integration", 0, "equations", 0, "value"], ["abs", {"type": "Integer"}]),
    (["integration", 0, "equations", 0, "origin"], "no event, so unchanged"),
    (["integration", 0, "jacobian"], "complete"),
    (["requires"], ["frobnication"]),
    (["variables", 0, "type"], {"element": "Real"}),
    (["zeroCrossings", 0, "equations"], [1, "2"]),
    (["whenConditions", 0, "condition"], NOTHING),
    (["parameters"], [1]),
]

# Old and new text of the XML document, the first place counts.
BAD_XML = [
    ('version="1.0.0"', 'version="7.0.0"'),
    (' version="1.0.0"', ""),
    ('<target><apply op="der">', '<target><apply op="sin">'),
    ("<target><var", "<target><real>1</real></target><target><var"),
    ('<relation ref="1">', '<relation ref="0">'),
    ('<relation ref="1">', '<relation>'),
    ("<variables>", '<requires><item value="frobnication"/></requires><variables>'),
    ('origin="guessedStart"', 'origin="somehow"'),
    ("<variables>", "<variables><variable/>"),
    (' form="ass"', ""),
    (' form="ass"', ' form="maybe"'),
    (' form="ass"', ' form="ass" more="1"'),
    ("<var name=", "<variable name="),
    ('<apply op="if">', '<apply op="frobnicate">'),
    ("<value>", "<value><true/>"),
    ("<value>", "<value>text"),
    ("<integer>", "<integer>x"),
    ('column="', 'column="-'),
    ('equations="1', 'equations="one'),
    ("</variables>", "</variables><variables/>"),
    ('role="parameter"', 'role="hero"'),
    ('source="', 'source="x'),
    ("<parameters>", "<parameters/><nothing>"),
]

# The same for the text.
BAD_TEXT = [
    ('"ass"', '"maybe"'),
    ('"ass"', ""),
    ("equation\n", ""),
    ("Eq[1,1]", "Eq[one]"),
    ("p = {", "p = {,"),
    ("z = {", "zz = {"),
    ("w = {", "p = {e};\n  w = {"),
    ("parameter Real e", "parameter parameter Real e"),
    ("(start = 1)", "(begin = 1)"),
    ("end BouncingBall;", ""),
    ('source = "1:', 'source = "ball:'),
    ("{1, 2, 3, 4}", "{}"),
    ("h <= 0.0", "h <== 0.0"),
    ("overridable = true", "overridable = 1"),
    ('origin = "guessedStart"', 'origin = "somehow"'),
]


def replaced(document, path, value):
    made = copy.deepcopy(document)
    inner = made
    for step in path[:-1]:
        inner = inner[step]
    if value is NOTHING:
        del inner[path[-1]]
    else:
        inner[path[-1]] = value
    return made


def check_mistakes(folder):
    ball = os.path.join(source, "docs/examples/BouncingBall.mo")
    text = tool("moopt", text=tool("moflat", ball))
    document = json.loads(tool("moconv", "--to", "json", text=text))
    as_xml = tool("moconv", "--to", "xml", text=text)
    for path, value in BAD_VALUES:
        counts["refused"] += 1
        if json_error(replaced(document, path, value)) is None:
            fail("the JSON schema takes %s at %s" % (value, path))
    for old, new in BAD_TEXT:
        counts["refused"] += 1
        if old not in text or grammar.error(text.replace(old, new, 1)) is None:
            fail("the grammar takes `%s` for `%s`" % (new, old))
    files = {}
    for number, (old, new) in enumerate(BAD_XML):
        if old not in as_xml:
            fail("no `%s` in the XML document" % old)
        path = os.path.join(folder, "bad_%d.xml" % number)
        files[path] = (old, new)
        with open(path, "w", encoding="utf-8") as out:
            out.write(as_xml.replace(old, new, 1))
    counts["refused"] += len(files)
    refused = xml_errors(list(files))
    for path, (old, new) in files.items():
        if path not in refused:
            fail("the XML schema takes `%s` for `%s`" % (new, old))


def main():
    if is_sample:
        with tempfile.TemporaryDirectory() as folder:
            check_documents(folder)
        print("%(text)d texts, %(json)d JSON and %(xml)d XML documents follow" % counts)
        return
    check_committed()
    check_reference()
    check_versions()
    with tempfile.TemporaryDirectory() as folder:
        check_documents(folder)
        check_mistakes(folder)
    print("%(text)d texts, %(json)d JSON and %(xml)d XML documents follow; %(refused)d mistakes are found" % counts)


if is_sample and tool("moflat", "--check", models[0]) is None:
    print("SKIPPED: there is no Modelica Standard Library")
    sys.exit(77)
# Expressions are up to 200 levels deep in a file, and a judge takes several calls for each.
sys.setrecursionlimit(200000)
threading.stack_size(512 * 1024 * 1024)
runner = threading.Thread(target=main)
runner.start()
runner.join()
sys.exit(1 if failures or counts["xml"] == 0 or (counts["refused"] == 0 and not is_sample) else 0)
