#!/usr/bin/env python3
"""Whether docs/operators.md is what moconv writes, and whether documents keep to what it says.

    operators_test.py BIN_FOLDER SOURCE_FOLDER MODEL...

The page says where `moopt` leaves an operator. So no operator of the equations of a model may have only rows that say
otherwise.
"""
import json
import os
import subprocess
import sys

binaries, source = sys.argv[1:3]
models = sys.argv[3:]
failures = []


def tool(name, *arguments, text=None):
    run = subprocess.run([os.path.join(binaries, name), *arguments], input=text, capture_output=True, text=True)
    if run.returncode != 0:
        failures.append("%s %s: %s" % (name, " ".join(arguments), run.stderr.strip()[:300]))
    return run.stdout


page = tool("moconv", "--operators")
if page != open(os.path.join(source, "docs/operators.md"), encoding="utf-8").read():
    failures.append("docs/operators.md is not what `moconv --operators` writes")

rows = json.loads(tool("moconv", "--operators", "json"))
places = {}
for row in rows:
    places.setdefault(row["word"], set()).add(row["where"])
schema = json.load(open(os.path.join(source, "schemas/moo.schema.json"), encoding="utf-8"))
words = set()


def collect_words(part):
    if isinstance(part, dict):
        for key, value in part.items():
            if key == "enum":
                words.update(word for word in value if isinstance(word, str))
            elif key == "const" and isinstance(value, str):
                words.add(value)
            else:
                collect_words(value)
    elif isinstance(part, list):
        for value in part:
            collect_words(value)


collect_words(schema["$defs"]["application"])
if len(words) < 100:
    failures.append("the schema has only %d operators" % len(words))
for word in sorted(words - set(places)):
    failures.append("`%s` is in the schema, but not in the table" % word)

# Sections with expressions that a back end computes.
EQUATIONS = ["shared", "recovered", "initialization", "integration", "reinitialization", "zeroCrossings",
             "whenConditions", "samplings", "assertions", "actions", "delays", "transports"]
CLOCKED = ["clocks", "partitions"]
seen = set()


def walk(part, allowed, where):
    if isinstance(part, dict):
        for value in part.values():
            walk(value, allowed, where)
    elif isinstance(part, list):
        head = part[0] if part else None
        # A list that begins with a name of a variable is a list of variables.
        if isinstance(head, str) and head in places:
            seen.add(head)
            if not places[head] & allowed:
                failures.append("%s: `%s`, which belongs to %s" % (where, head, sorted(places[head])))
        for value in part:
            walk(value, allowed, where)


for model in models:
    document = json.loads(tool("moconv", "--to", "json", text=tool("moopt", text=tool("moflat", model))) or "{}")
    for section, content in document.items():
        where = os.path.basename(model) + ", " + section
        if section in EQUATIONS:
            walk(content, {"equations", "calls", "clocks"}, where)
        elif section in CLOCKED:
            walk(content, {"equations", "calls", "clocks"}, where)
        elif section == "functions":
            walk(content, {"equations", "calls", "functions"}, where)
if len(seen) < 40:
    failures.append("the models use only %d of the operators: %s" % (len(seen), sorted(seen)))

for failure in failures[:20]:
    print("FAILED " + failure)
print("%d rows, %d models, %d operators seen" % (len(rows), len(models), len(seen)))
sys.exit(1 if failures else 0)
