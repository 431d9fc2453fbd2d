#!/usr/bin/env python3
"""MOO files that nobody should write are refused with a place and a reason, in all encodings, and names that look like code are
names.

    bad_documents_test.py BIN_FOLDER
"""
import json
import os
import re
import subprocess
import sys
import tempfile

binaries = sys.argv[1]
failures = 0
checks = 0

GOOD = """model M
  parameter Real k = 2;
  Real x(start = 1);
  Real y;
equation
  shared[1] = sin(x) + cos(x) + sin(y) + cos(y) + k*x*y + x*x*x + y*y*y;
  aliases[1] = alias(variable = y, target = x);
  p = {k};
  iEq[1,1] = {x, shared[1], "ass"};
  iEq[2,2] = {der(x), shared[1], "ass"};
  Eq[1,1] = {der(x), -7*x, "ass"};
  Jac[1] = {{1, 1}};
  riEq[1,1] = {y, 1, "inst"};
  z = {{x - 2, {1}, relation(1, x > 2)}};
  w = {{relation(1, x > 2), {1}}};
  actions[1] = action(kind = "terminate", value = "end", conditions = {1});
  annotation(__moo(version = "1.0.0"));
end M;
"""

# What is wrong, the word that the reason has, and old and new text of each encoding.
REPLACED = [
    ("an unknown version", "version 7", {
        "text": ('version = "1.0.0"', 'version = "7.1.0"'), "json": ('"moo": "1.0.0"', '"moo": "7.1.0"'),
        "xml": ('version="1.0.0"', 'version="7.1.0"')}),
    ("no version", "version", {"json": ('"moo": "1.0.0",\n', ""), "xml": (' version="1.0.0"', "")}),
    ("a section of another name", "fractions", {
        "text": ("aliases[1]", "fractions[1]"), "json": ('"aliases"', '"fractions"'), "xml": ("<aliases>", "<fractions>")}),
    ("a section twice", "twice|order|gaps", {
        "text": ("  p = {k};", "  p = {k};\n  p = {k};"), "json": ('"parameters": [', '"parameters": [],\n"parameters": ['),
        "xml": ("<parameters>", "<parameters/><parameters>")}),
    ("sections in another order", "order", {
        "text": ("  p = {k};", "  results = {x};\n  p = {k};"), "json": ('"parameters": [', '"results": ["x"],\n"parameters": ['),
        "xml": ("<parameters>", '<results><item value="x"/></results><parameters>')}),
    ("a field that is not there", "no field `colour`", {
        "text": ("target = x", 'target = x, colour = "red"'), "json": ('"target":"x"', '"target":"x","colour":"red"'),
        "xml": ('target="x"', 'target="x" colour="red"')}),
    ("a field twice", "twice|already", {
        "text": ("target = x", "target = x, target = x"), "json": ('"target":"x"', '"target":"x","target":"x"'),
        "xml": ('target="x"', 'target="x" target="x"')}),
    ("a field that is missing", "`target` is missing", {
        "text": (", target = x", ""), "json": (',"target":"x"', ""), "xml": (' target="x"', "")}),
    ("a text for a number", "", {
        "text": ("conditions = {1}", 'conditions = {"1"}'), "json": ('"conditions":[1]', '"conditions":["1"]'),
        "xml": ('conditions="1"', 'conditions="one"')}),
    ("a word that is none of the enumeration", "none of", {
        "text": ('kind = "terminate"', 'kind = "explode"'), "json": ('"kind":"terminate"', '"kind":"explode"'),
        "xml": ('kind="terminate"', 'kind="explode"')}),
    ("a number of no row", "no number 9|no equation of that number", {
        "text": ("conditions = {1}", "conditions = {9}"), "json": ('"conditions":[1]', '"conditions":[9]'),
        "xml": ('conditions="1"', 'conditions="9"')}),
    ("a number of no equation", "no number 9|no equation", {
        "text": ("z = {{x - 2, {1}", "z = {{x - 2, {9}"), "json": ('"equations":[1]', '"equations":[9]'),
        "xml": (' equations="1"', ' equations="9"')}),
    ("number zero", "no number 0|refers|no equation", {
        "text": ("conditions = {1}", "conditions = {0}"), "json": ('"conditions":[1]', '"conditions":[0]'),
        "xml": ('conditions="1"', 'conditions="0"')}),
    ("an absurd number", "", {
        "text": ("conditions = {1}", "conditions = {99999999999999999999}"),
        "json": ('"conditions":[1]', '"conditions":[99999999999999999999]'),
        "xml": ('conditions="1"', 'conditions="99999999999999999999"')}),
    ("an absurd exponent", "", {
        "text": ("start = 1", "start = 1e999"), "json": ('"start":["int",1]', '"start":1e999'),
        "xml": ("<start><integer>1</integer>", "<start><real>1e999</real>")}),
    ("a column of no equation", "no equation", {
        "text": ("Jac[1] = {{1, 1}}", "Jac[1] = {{8, 1}}"), "json": ('"column":1', '"column":8'), "xml": ('column="1"', 'column="8"')}),
    ("a variable of no name", "nobody", {
        "text": ("-7*x", "-7*nobody"), "json": ('["-",["*",["int",7],"x"]]', '["-",["*",["int",7],"nobody"]]'),
        "xml": ("<integer>7</integer><var name=\"x\"/>", "<integer>7</integer><var name=\"nobody\"/>")}),
    ("an alias of no variable", "", {
        "text": ("target = x", "target = nobody"), "json": ('"target":"x"', '"target":"nobody"'),
        "xml": ('target="x"', 'target="nobody"')}),
    ("a shared expression in itself", "no shared expression", {
        "text": ("shared[1] = sin(x)", "shared[1] = shared[1]"), "json": ('["sin","x"]', '["shared",1]'),
        "xml": ('<apply op="sin"><var name="x"/></apply>', '<shared ref="1"/>')}),
    ("a shared expression that is not there", "no shared expression", {
        "text": ("iEq[1,1] = {x, shared[1]", "iEq[1,1] = {x, shared[7]"), "json": ('"value":["shared",1]', '"value":["shared",7]'),
        "xml": ('<value><shared ref="1"/>', '<value><shared ref="7"/>')}),
    ("an operator of another number of operands", "operands|arguments", {
        "text": ("sin(x)", "sin(x, y)"), "json": ('["sin","x"]', '["sin","x","y"]'),
        "xml": ('<apply op="sin"><var name="x"/>', '<apply op="sin"><var name="x"/><var name="y"/>')}),
    ("operands of the wrong type", "", {
        "text": ("-7*x", '-7*"x"'), "json": ('["*",["int",7],"x"]', '["*",["int",7],["string","x"]]'),
        "xml": ("<integer>7</integer><var name=\"x\"/>", '<integer>7</integer><string value="x"/>')}),
    ("a function of no name", "nobody", {
        "text": ("sin(x)", "nobody(x)"), "json": ('["sin","x"]', '["call","nobody","x"]'),
        "xml": ('<apply op="sin"><var name="x"/></apply>', '<call function="nobody"><var name="x"/></call>')}),
    ("a type of no name", "type", {
        "text": ("Real y;", "Complex y;"), "json": ('"name":"y","type":"Real"', '"name":"y","type":"Complex"'),
        "xml": ('name="y" type="Real"', 'name="y" type="Complex"')}),
    ("an array of negative size", "", {
        "text": ("Real y;", "Real[-3] y;"), "json": ('"name":"y","type":"Real"', '"name":"y","type":{"element":"Real","sizes":[-3]}'),
        "xml": ('name="y" type="Real"', 'name="y" type="Real[-3]"')}),
    ("a variable twice", "twice", {
        "text": ("Real y;", "Real x;"), "json": ('"name":"y"', '"name":"x"'), "xml": ('name="y"', 'name="x"')}),
    ("a name that is empty", "name|empty|expected", {
        "text": ("Real y;", "Real ;"), "json": ('"name":"y"', '"name":""'), "xml": ('variable name="y"', 'variable name=""')}),
    ("a name with a character of no keyboard", "", {
        "text": ("Real y;", "Real '\u20ac';"), "json": ('"name":"y"', '"name":"\u20ac"'), "xml": ('variable name="y"', 'variable name="\u20ac"')}),
    ("a target that is no variable", "neither a variable", {
        "text": ("Eq[1,1] = {der(x), -7", "Eq[1,1] = {1 + x, -7"), "json": ('"target":["der","x"],"value":["-",', '"target":["+",1.0,"x"],"value":["-",'),
        "xml": ('<block><equations><equation form="ass"><target><apply op="der"><var name="x"/></apply></target><value><apply op="-">',
                '<block><equations><equation form="ass"><target><integer>1</integer></target><value><apply op="-">')}),
    ("a place of another form", "file:line:column", {
        "text": ("Real y;", 'Real y annotation(source = "M.mo");'), "json": ('"name":"y"', '"name":"y","source":"M.mo"'),
        "xml": ('variable name="y"', 'variable source="M.mo" name="y"')}),
    ("a place in no file", "file", {
        "text": ("Real y;", 'Real y annotation(source = "3:1:1");'), "json": ('"name":"y"', '"name":"y","source":"3:1:1"'),
        "xml": ('variable name="y"', 'variable source="3:1:1" name="y"')}),
    ("a relation of no row", "no relation 2 in the table", {
        "text": ("w = {{relation(1,", "w = {{relation(2,"), "json": ('"condition":["relation",1', '"condition":["relation",2'),
        "xml": ('<condition><relation ref="1">', '<condition><relation ref="2">')}),
    ("a relation that is another one in its row", "relation 1 is not the expression", {
        "text": ("w = {{relation(1, x > 2)", "w = {{relation(1, x >= 2)"),
        "json": ('"condition":["relation",1,[">"', '"condition":["relation",1,[">="'),
        "xml": ('<condition><relation ref="1"><apply op="&gt;">', '<condition><relation ref="1"><apply op="&gt;=">')}),
    ("a relation without a number", "form of this|`ref`", {
        "text": ("w = {{relation(1, x > 2)", "w = {{relation(x > 2)"),
        "json": ('"condition":["relation",1,', '"condition":["relation",'),
        "xml": ('<condition><relation ref="1">', "<condition><relation>")}),
    ("an operation of another type", "not String as the file says", {
        "json": ('["sin","x"]', '["sin","x",{"type":"String"}]'), "xml": ('<apply op="sin">', '<apply op="sin" type="String">')}),
    ("an operation of a type that is not there", "type", {
        "json": ('["sin","x"]', '["sin","x",{"type":"Nothing"}]'), "xml": ('<apply op="sin">', '<apply op="sin" type="Nothing">')}),
    ("an Integer with a fraction", "", {
        "json": ('["int",7]', '["int",7.5]'), "xml": ("<integer>7</integer>", "<integer>7.5</integer>")}),
    ("an origin that is none", "none of", {
        "text": ('x, shared[1], "ass"};', 'x, shared[1], "ass"} annotation(origin = "start value, fixed");'),
        "json": ('"form":"ass"', '"form":"ass","origin":"start value, fixed"'),
        "xml": ('form="ass"', 'form="ass" origin="start value, fixed"')}),
    ("a document type", "", {"xml": ("<moo", '<!DOCTYPE moo [<!ENTITY a "b">]><moo')}),
    ("an entity", "", {"xml": ('name="M"', 'name="&other;"')}),
    ("a comma too many", "", {"text": ("p = {k}", "p = {k,}"), "json": ('"k"\n]', '"k",\n]')}),
    ("something behind the end", "", {"json": ("\n}\n", "\n}\n{}"), "xml": ("</moo>", "</moo><moo/>"),
                                      "text": ("end M;\n", "end M;\nmodel N\nend N;\n")}),
]

# Names as attackers write them.
NAMES = ['a"b', "it's", "line\nbreak", "tab\there", "*/ int main() {", "// x", "$(rm -rf ~)", "`id`", "; rm x", "<script>alert(1)</script>",
         "&lt;", "]]>", "<!--", "-->", "a\\b", "\\", "%s%n", "{{ x }}", "${PATH}", "../../etc/passwd", "time", "der", "shared", "if", "x" * 5000]


def run(*arguments, text=None):
    return subprocess.run([os.path.join(binaries, arguments[0]), *arguments[1:]], input=text, capture_output=True, text=True,
                          timeout=60)


def check(fine, text):
    global failures, checks
    checks += 1
    if not fine:
        failures += 1
        print("FAILED " + text)


PLACE = re.compile(r"^[^\n]*:[1-9][0-9]*:[1-9][0-9]*: error: .*\[(Moo\w+|\w+)\]", re.M)


def check_refused(what, encoding, text, folder, reason=""):
    path = os.path.join(folder, "bad." + encoding)
    with open(path, "w", encoding="utf-8") as out:
        out.write(text)
    done = run("moconv", path)
    first = done.stderr.split("\n")[0]
    name = "%s in %s" % (what, encoding)
    check(done.returncode == 1 and done.stdout == "", "%s: exit %d, %s" % (name, done.returncode, done.stderr[:300]))
    check(PLACE.match(done.stderr), "%s has no place: %s" % (name, first[:200]))
    check(re.search(reason, done.stderr), "%s has another reason: %s" % (name, first[:200]))


def check_truncated(encoding, text, folder):
    # The places between what makes the document complete and its end are white space.
    body = len(text.rstrip())
    for size in list(range(1, body, max(1, body // 60))):
        check_refused("a file cut at %d" % size, encoding, text[:size], folder)


def check_names():
    for name in NAMES:
        document = {"moo": "1.0.0", "name": name, "variables": [{"name": name + " v", "type": "Real", "role": "algebraic"}],
                    "initialization": [{"equations": [{"target": name + " v", "value": ["+", name + " v", 1], "form": "ass"}]}]}
        text = json.dumps(document)
        for encoding in ("text", "xml", "json"):
            done = run("moconv", "--to", encoding, text=text)
            check(done.returncode == 0, "the name %r as %s: %s" % (name[:20], encoding, done.stderr[:200]))
            text = done.stdout
        check(json.loads(text)["variables"][0]["name"] == name + " v", "the name %r is another after the way" % name[:20])


def check_sizes(folder):
    deep = {"text": ("-7*x", "(" * 100000 + "x" + ")" * 100000),
            "json": ('["-",["*",["int",7],"x"]]', '["-",' * 100000 + '"x"' + "]" * 100000),
            "xml": ('<apply op="-">', '<apply op="-">' * 100000)}
    for encoding, (old, new) in deep.items():
        check_refused("a million brackets", encoding, good[encoding].replace(old, new, 1), folder)
    # Far more elements than there is memory, and sizes whose product is not a number.
    for size in ("[1000000000000]", "[4294967296,4294967296,4294967296]"):
        type_of_y = '"type":{"element":"Real","sizes":%s}' % size
        text = good["json"].replace('"name":"y","type":"Real"', '"name":"y",' + type_of_y, 1)
        done = run("moconv", text=text)
        check(done.returncode in (0, 1), "%s: exit %d" % (size, done.returncode))


good = {"text": GOOD}
good["text"] = run("moconv", text=GOOD).stdout
for kind in ("json", "xml"):
    good[kind] = run("moconv", "--to", kind, text=GOOD).stdout
    check(good[kind] != "", "the good document is refused")

with tempfile.TemporaryDirectory() as work:
    for what, reason, texts in REPLACED:
        for encoding, (old, new) in texts.items():
            if old not in good[encoding]:
                check(False, "%s: no `%s` in %s" % (what, old, encoding))
                continue
            check_refused(what, encoding, good[encoding].replace(old, new, 1), work, reason)
    for kind in good:
        check_truncated(kind, good[kind], work)
    check_sizes(work)
check_names()
print("%d checks, %d failed" % (checks, failures))
sys.exit(1 if failures else 0)
