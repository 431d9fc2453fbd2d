#!/usr/bin/env python3
"""Names and texts that look like code are names and texts in what every back end writes: the C++ of mogen-cpp compiles and its simulator
gives the numbers of mosim, the templates' C99 and Python are well-formed, the XML and the plot are XML, and no command is run.

    hostile_names_test.py BIN_FOLDER SOURCE_FOLDER
"""
import csv
import json
import os
import py_compile
import subprocess
import sys
import tempfile

binaries, source = map(os.path.abspath, sys.argv[1:3])
failures = 0
NAMES = ['a"b', "it's", "line\nbreak", "tab\there", "*/ int main() {", "// x", "$(touch BAD)", "`touch BAD`", "; touch BAD", "<script>alert(1)</script>",
         "&lt;", "]]>", "<!--", "-->", "a\\b", "\\", "%s%n", "{{ x }}", "{% raw %}", "${PATH}", "../../BAD", "time", "der", "shared", "if", "class",
         '""")', "'''", "#{x}", "??/", "\\u000a", "R\"(", "'); import os; os.abort()  #", "x,y", "a b", "x" * 2000]


def check(fine, text):
    global failures
    if not fine:
        failures += 1
        print("FAILED " + text)


def document():
    variables, initial, equations, asserted = [], [], [], []
    for number, name in enumerate(NAMES):
        variables.append({"name": name, "type": "Real", "role": "state", "start": number + 1, "fixed": True, "unit": ["string", name],
                          "description": name, "source": "1:1:1"})
        initial.append({"equations": [{"target": name, "value": number + 1, "form": "ass", "origin": "start value, fixed", "source": "1:1:1"}]})
        equations.append({"equations": [{"target": ["der", name], "value": ["-", name], "form": "ass", "origin": name}]})
        asserted.append({"condition": [">", name, -1], "message": ["string", name], "source": "1:1:1"})
    return {"moo": "1.0.0", "name": "*/ \" ' $(touch BAD) <b> {{ x }}", "description": "*/ \" ' \\ <b> {{ x }} \n end",
            "files": ["*/ \" $(touch BAD).mo"], "variables": variables, "initialization": initial + equations, "integration": equations,
            "reinitialization": equations, "assertions": asserted}


def run(folder, *command, text=None):
    done = subprocess.run(command, input=text, capture_output=True, text=True, cwd=folder, timeout=300)
    name = os.path.basename(command[0])
    check(done.returncode == 0, "%s: exit %d, %s" % (name, done.returncode, done.stderr[:500]))
    return done.stdout


def tool(folder, name, *arguments, text=None):
    return run(folder, os.path.join(binaries, name), *arguments, text=text)


def last_row(path):
    with open(path, newline="", encoding="utf-8") as file:
        rows = list(csv.reader(file))
    return dict(zip(rows[0], rows[-1]))


with tempfile.TemporaryDirectory() as work:
    file = os.path.join(work, "hostile.moo")
    with open(file, "w", encoding="utf-8") as out:
        out.write(tool(work, "moconv", text=json.dumps(document())))
    tool(work, "mogen-cpp", file, "-o", "simulator")
    run(work, os.path.join(work, "simulator"), "--stop", "1", "-o", "compiled.csv")
    tool(work, "mosim", file, "--stop", "1", "-o", "interpreted.csv", "--plot-file", "plot.svg")
    compiled, interpreted = last_row(os.path.join(work, "compiled.csv")), last_row(os.path.join(work, "interpreted.csv"))
    for name in NAMES:
        check(name in compiled and compiled.get(name) == interpreted.get(name), "the results of %r differ" % name[:20])
    run(work, "xmllint", "--noout", "plot.svg")
    for template, name in (("c99", "c99.c"), ("python", "python_model.py"), ("julia", "julia.jl")):
        with open(os.path.join(work, name), "w", encoding="utf-8") as out:
            out.write(tool(work, "mogen-template", template, file))
    run(work, "cc", "-std=c99", "-Wall", "-Werror", "-Wno-unused", "-fsyntax-only", "c99.c")
    try:
        py_compile.compile(os.path.join(work, "python_model.py"), doraise=True)
    except py_compile.PyCompileError as error:
        check(False, "the Python: %s" % error)
    with open(os.path.join(work, "document.xml"), "w", encoding="utf-8") as out:
        out.write(tool(work, "mogen-xml", file))
    run(work, "xmllint", "--huge", "--noout", "--schema", os.path.join(source, "schemas/modelica_xml.xsd"), "document.xml")
    tool(work, "mogen-example", file)
    for folder in (work, os.path.dirname(work), os.path.dirname(os.path.dirname(work))):
        check(not os.path.exists(os.path.join(folder, "BAD")), "a command of a name was run")
print("%d names, %d failures" % (len(NAMES), failures))
sys.exit(1 if failures else 0)
