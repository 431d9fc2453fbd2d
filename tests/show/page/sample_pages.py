"""Pages with data that is made up: a small model with everything in it, one with hostile names, one that failed, and one with
very many equations. They keep to docs/moshow.md, so that the page can be tested without the program that writes it."""

import base64
import json
import pathlib
import zlib
from math import cos, sin
from xml.sax.saxutils import escape

ROWS_OF_CHUNK = 2000


def template(page_folder):
    """The page without data, as CMake makes it."""
    folder = pathlib.Path(page_folder)
    joined = {kind: "".join(path.read_text() for path in sorted(folder.glob(f"*.{kind}"))) for kind in ("css", "js")}
    page = (folder / "page.html").read_text()
    return page.replace("<!-- styles -->", joined["css"]).replace("<!-- scripts -->", joined["js"])


def write_page(page_folder, chunks, path):
    index = chunks["index"]
    index["chunks"] = list(chunks)
    scripts = []
    for name, value in chunks.items():
        data = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
        text = base64.b64encode(zlib.compress(data, 6)).decode()
        scripts.append(
            f'<script type="application/octet-stream;base64" data-chunk="{name}" data-bytes="{len(data)}">{text}</script>\n'
        )
    page = template(page_folder).replace("{{title}}", escape(index["model"]["name"]))
    path.write_text(page.replace("<!-- data -->", "".join(scripts)), encoding="utf-8")


class Sample:
    """Collects variables and equations, and makes chunks of them."""

    def __init__(self, name, description=""):
        self.name, self.description = name, description
        self.components = [["", -1, 0, 0]]
        self.variables, self.sets, self.lines = [], {}, {}
        self.files = [f"models/{name}.mo"]

    def component(self, name, parent=0):
        self.components.append([name, parent, 0, 0])
        return len(self.components) - 1

    def variable(self, name, kind="algebraic", component=0, **fields):
        v = len(self.variables)
        self.variables.append({"v": v, "name": name, "kind": kind, "type": "Real", "component": component, **fields})
        return v

    def math(self, v):
        return f'<mi v="{v + 1}"/>'

    def formula(self, v):
        return {"text": self.variables[v]["name"], "math": self.math(v)}

    def block(self, set_name, kind, equations, torn=0):
        """equations: of (target variable, op, form, text, MathML, used variables, further fields)."""
        rows, blocks = self.sets.setdefault(set_name, ([], []))
        blocks.append((kind, len(rows), len(equations), torn))
        for v, op, form, text, math, uses, fields in equations:
            name, shown = self.variables[v]["name"], self.math(v)
            target = {"v": v, "text": name, "math": shown}
            if op != "value":
                fenced = f"<mo>(</mo>{shown}<mo>)</mo>"
                target = {"v": v, "op": op, "text": f"{op}({name})", "math": f"<mrow><mi>{op}</mi>{fenced}</mrow>"}
            row = {"n": len(rows) + 1, "block": len(blocks), "target": target, "value": {"text": text, "math": math}}
            if form != "ass":
                row["form"] = form
            if uses:
                row["uses"] = uses
            component = self.variables[v]["component"]
            if component:
                row["component"] = component
            if "place" in fields:
                self.lines.setdefault(fields["place"][1], f"  {target['text']} = {text};")
            rows.append({**row, **fields})

    def repeat(self, set_name, other):
        """The equations of another set again, as rows that refer to it."""
        rows, blocks = self.sets.setdefault(set_name, ([], []))
        for kind, start, size, torn in self.sets[other][1]:
            blocks.append((kind, len(rows), size, torn))
            rows += [{"n": len(rows) + 1 + i, "block": len(blocks), "same": f"{other}.{start + 1 + i}"} for i in range(size)]

    def full_row(self, row):
        set_name, _, number = row.get("same", ".").rpartition(".")
        return self.full_row(self.sets[set_name][0][int(number) - 1]) if set_name else row

    def structure(self, set_name):
        rows, blocks = self.sets[set_name]
        rows = [self.full_row(row) for row in rows]
        row_of = {row["target"]["v"]: i for i, row in enumerate(rows)}
        starts, columns = [0], []
        for i, row in enumerate(rows):
            is_known = {v: row_of[v] for v in row.get("uses", []) if v in row_of and self.variables[v]["kind"] != "state"}
            columns += sorted({i, *is_known.values()})
            starts.append(len(columns))
        return {
            "starts": [block[1] for block in blocks] + [len(rows)],
            "kinds": "".join({"assign": "a", "algorithm": "f"}.get(block[0], block[0][0]) for block in blocks),
            "serves": "d" * len(blocks),
            "torn": [block[3] for block in blocks],
            "targets": [row["target"]["v"] for row in rows],
            "forms": "".join(row.get("form", "ass")[0] for row in rows),
            "components": [row.get("component", 0) for row in rows],
            "rows": starts,
            "columns": columns,
        }

    def loops(self, set_name, structure):
        found = {}
        for number, (kind, start, size, torn) in enumerate(self.sets[set_name][1], 1):
            if size == 1:
                continue
            rows, columns, entries = [0], [], ""
            for i in range(start, start + size):
                inside = structure["columns"][structure["rows"][i] : structure["rows"][i + 1]]
                inside = [c - start for c in inside if start <= c < start + size]
                columns += inside
                entries += "".join("dcp"[(c + i) % 3] for c in inside)
                rows.append(len(columns))
            targets = structure["targets"][start : start + size]
            found[str(number)] = {
                "kind": kind, "jacobian": "full", "equations": size, "iteration": targets[torn:],
                "why": "it runs through the connections of mass, spring and damper", "rows": rows, "columns": columns,
                "entries": entries, "colours": [c % 3 for c in range(size)], "colourCount": min(3, size),
            }  # fmt: skip
        return found

    def finish(self, more_index=None, **more_chunks):
        names = {"equation": {}, "use": {}}
        for set_name, (rows, _) in self.sets.items():
            for number, row in enumerate(map(self.full_row, rows), 1):
                equation = f"{set_name}.{number}"
                if "target" in row:  # rows of a failed model have none
                    names["equation"].setdefault(row["target"]["v"], []).append(equation)
                for v in row.get("uses", []):
                    names["use"].setdefault(v, []).append(equation)
                self.components[row.get("component", 0)][3] += 1
        for row in self.variables:
            v = row["v"]
            row.update({"definedBy": names["equation"].get(v, []), "usedBy": names["use"].get(v, [])[:100]})
            row["useCount"] = len(names["use"].get(v, []))
            self.components[row["component"]][2] += 1
        for i in range(len(self.components) - 1, 0, -1):
            above = self.components[self.components[i][1]]
            above[2] += self.components[i][2]
            above[3] += self.components[i][3]
        letters = {"algebraic": "x", "recovered": "r"}
        counts = {}
        for row in self.variables:
            counts[row["kind"]] = counts.get(row["kind"], 0) + 1
        chunks = {"index": None}
        chunks["names"] = {
            "names": [row["name"] for row in self.variables],
            "kinds": "".join(letters.get(row["kind"], row["kind"][0]) for row in self.variables),
            "components": [row["component"] for row in self.variables],
        }
        for first in range(0, len(self.variables), ROWS_OF_CHUNK):
            chunks[f"variables/{first // ROWS_OF_CHUNK}"] = self.variables[first : first + ROWS_OF_CHUNK]
        all_loops = []
        for set_name, (rows, blocks) in self.sets.items():
            for first in range(0, len(rows), ROWS_OF_CHUNK):
                chunks[f"equations/{set_name}/{first // ROWS_OF_CHUNK}"] = rows[first : first + ROWS_OF_CHUNK]
            if set_name == "model":
                continue
            chunks[f"structure/{set_name}"] = self.structure(set_name)
            loops = self.loops(set_name, chunks[f"structure/{set_name}"])
            if loops:
                chunks[f"loops/{set_name}"] = loops
            all_loops += [
                {"block": f"{set_name}/{n}", "kind": loop["kind"], "equations": loop["equations"], "iteration": len(loop["iteration"])}
                for n, loop in loops.items()
            ]
        titles = {"Eq": "between events", "riEq": "at events", "iEq": "at the start", "model": "before sorting"}
        chunks["components"] = self.components
        chunks["sources"] = {"files": [{"lines": {str(n): text for n, text in sorted(self.lines.items())}}]}
        chunks["index"] = {
            "format": 1, "generator": "moshow 0.1.0", "status": "complete",
            "model": {"name": self.name, "description": self.description},
            "files": self.files,
            "sets": [{"set": name, "title": titles[name], "equations": len(rows), "blocks": len(blocks)}
                     for name, (rows, blocks) in self.sets.items()],
            "variables": len(self.variables), "shared": 0, "rowsOfChunk": ROWS_OF_CHUNK, "counts": counts, "structuralIndex": 1,
            "loopCount": len(all_loops), "loops": sorted(all_loops, key=lambda loop: -loop["equations"])[:100], **(more_index or {}),
        }  # fmt: skip
        chunks.update(more_chunks)
        return chunks


def many_equations(count=100_000):
    """A long chain of springs: mostly assignments, a small loop in every tenth element, and one large loop."""
    sample = Sample("Chain", "very many equations")
    sample.lines = {n: f"  // line {n}" for n in range(1, 60)}
    set_name, element = "Eq", 0
    made = 0
    groups = {}
    while made < count:
        group = groups.setdefault(element // 100, None) or sample.component(f"group[{element // 100 + 1}]")
        groups[element // 100] = group
        part = sample.component(f"element[{element + 1}]", group)
        path = f"group[{element // 100 + 1}].element[{element + 1}]"
        x = sample.variable(f"{path}.x", "state", part, unit="m", start={"text": "0"}, place=[0, 10, 8])
        v = sample.variable(f"{path}.v", "state", part, unit="m/s", place=[0, 11, 8])
        f = sample.variable(f"{path}.f", "algebraic", part, unit="N", description="force", place=[0, 12, 8])
        a = sample.variable(f"{path}.a", "algebraic", part, unit="m/s2", place=[0, 13, 8])
        name = {n: sample.variables[n]["name"] for n in (x, v, f, a)}
        m = {n: sample.math(n) for n in (x, v, f, a)}
        place = [0, 20 + element % 30, 3]
        step = {"step": "flat", "text": f"{name[f]} = -100*{name[x]} - {name[v]}/2"}
        sample.block(set_name, "assign", [(x, "der", "ass", name[v], m[v], [v], {"place": place})])
        spring = (f, "value", "ass", f"-100*{name[x]} - {name[v]}/2",
                  f"<mrow><mo>-</mo><mn>100</mn>{m[x]}<mo>-</mo><mfrac>{m[v]}<mn>2</mn></mfrac></mrow>", [x, v],
                  {"place": [0, place[1], 7], "history": [step]})  # fmt: skip
        inertia = (a, "value", "res", f"{name[f]} - 2*{name[a]}", f"<mrow>{m[f]}<mo>-</mo><mn>2</mn>{m[a]}</mrow>", [f, a], {"place": place})
        if element % 10 == 0:
            spring = (*spring[:5], [x, v, a], spring[6])
            sample.block(set_name, "linear", [spring, inertia], torn=1)
        else:
            sample.block(set_name, "assign", [spring])
            sample.block(set_name, "assign", [(a, "value", "ass", f"{name[f]}/2", f"<mfrac>{m[f]}<mn>2</mn></mfrac>", [f], {"place": place})])
        sample.block(set_name, "assign", [(v, "der", "ass", name[a], m[a], [a], {"place": place})])
        made += 4
        element += 1
    large = sample.component("manifold")
    ring = [sample.variable(f"manifold.p[{i + 1}]", "algebraic", large, unit="Pa") for i in range(300)]
    equations = []
    for i, v in enumerate(ring):
        near = [ring[i - 1], v, ring[(i + 1) % len(ring)], ring[(i * 7) % len(ring)]]
        text = " + ".join(sample.variables[each]["name"] for each in near)
        math = "<mo>+</mo>".join(sample.math(each) for each in near)
        equations.append((v, "value", "ass" if i < 280 else "res", text, f"<mrow>{math}</mrow>", near, {"place": [0, 55, 3]}))
    sample.block(set_name, "nonlinear", equations, torn=280)
    sample.repeat("iEq", "Eq")
    return sample.finish()


def failed():
    """A model with two equations for one unknown."""
    sample = Sample("Singular", "cannot be translated")
    sample.lines = {6: "  x = time;", 7: "  x = sin(time) + 1;", 8: "  y + z = x;", 3: "  Real y;"}
    x, y, z = (sample.variable(name) for name in "xyz")
    rows = [("x = time", [x], 6), ("x = sin(time) + 1", [x], 7), ("y + z = x", [x, y, z], 8)]
    sample.sets["model"] = (
        [{"n": n, "written": {"text": text}, "place": [0, line, 3], "uses": uses} for n, (text, uses, line) in enumerate(rows, 1)], [],
    )  # fmt: skip
    message = {"severity": "error", "kind": "Singular", "text": "the model is structurally singular", "place": [0, 6, 3],
               "notes": [{"text": "and this", "place": [0, 7, 3]}]}  # fmt: skip
    conflict = {"unknowns": [{"text": "x"}],
                "equations": [{"equation": {"text": text}, "place": [0, line, 3]} for text, _, line in rows[:2]]}  # fmt: skip
    failure = {"stage": "reduce_index", "done": ["flatten", "scalarize"], "messages": [message], "conflicts": [conflict],
               "undetermined": [{"text": "z", "reason": "y + z = x is used for y", "place": [0, 3, 8]}]}  # fmt: skip
    return sample.finish({"status": "failed", "failure": failure, "messages": [message]})


def simulated():
    """With results, the times of blocks, and a comparison."""
    sample = Sample("Oscillator")
    x = sample.variable("x", "state", unit="m", description="position")
    v = sample.variable("v", "state", unit="m/s")
    sample.block("Eq", "assign", [(x, "der", "ass", "v", sample.math(v), [v], {"place": [0, 1, 1]})])
    sample.block("Eq", "assign", [(v, "der", "ass", "-x", f"<mo>-</mo>{sample.math(x)}", [x], {"place": [0, 2, 1]})])
    times = [i / 40 for i in range(400)]
    curves = {x: [times, [cos(t) for t in times]], v: [times, [-sin(t) for t in times]]}
    profile = [{"text": "der(x)", "block": "Eq/1", "milliseconds": 0.5, "calls": 900}, {"text": "der(v)", "block": "Eq/2", "milliseconds": 1.5, "calls": 900}]
    differences = [{"what": "variable", "name": "x", "change": "changed", "text": "start is 1 in a.moo, 2 in b.moo"},
                   {"what": "variable", "name": "w", "change": "removed", "text": ""},
                   {"what": "equation", "name": "Eq.2", "change": "added", "text": "der(v) = -x"}]  # fmt: skip
    run = {"file": "oscillator.csv", "start": 0, "stop": 10, "points": 400, "missing": 0, "profile": profile}
    return sample.finish({"run": run, "diff": {"other": "b.moo", "entries": 3}}, **{"curves/0": curves, "diff": differences})


HOSTILE_NAMES = [
    "</script><img src=x onerror=document.title='broken'>",
    "\"quoted\" 'twice' & <b>bold</b>",
    "right\u202eto left\u202c\u200f marks",
    "x" * 500,
    "{{title}}<!-- data -->",
    "a\\b\n\t${document.title}",
    "javascript:alert(1)",
]


def hostile():
    name = HOSTILE_NAMES[0]
    sample = Sample(name, HOSTILE_NAMES[1])
    sample.files = ["models/" + HOSTILE_NAMES[0]]
    sample.lines = {1: HOSTILE_NAMES[0], 2: HOSTILE_NAMES[2]}
    part = sample.component(HOSTILE_NAMES[1])
    made = [sample.variable(each, "state", part, description=each, unit=each, place=[0, 1, 3],
                            start={"text": each, "origin": each}, why=[each]) for each in HOSTILE_NAMES]  # fmt: skip
    for v, each in enumerate(HOSTILE_NAMES):
        math = sample.math(v)
        sample.block("Eq", "assign", [(v, "der", "ass", each, math, [v], {"place": [0, 2, 1], "origin": each})])
    # MathML with what is not allowed is shown as text.
    forbidden = [
        '<mi href="https://example.org/">x</mi>', "<mtext><img src='x'/></mtext>", "<script>document.title='broken'</script>",
        "<mi onclick='document.title=1'>x</mi>", "<mi style='color:red'>x</mi>", "</math><img/><math>", "<mi v='0'/>",
        "<semantics><mi>x</mi></semantics>", "<mi xmlns='http://www.w3.org/1999/xhtml'>x</mi>", "<mi>&unknown;</mi>",
        '<mi v="javascript:1">x</mi>', "<?pi x?><mi>x</mi>", "<!-- x --><mi>x</mi>",
    ]  # fmt: skip
    for math in forbidden:
        sample.block("Eq", "assign", [(made[0], "value", "ass", "only as text", math, [], {})])
    message = {"severity": "warning", "kind": name, "text": name, "place": [0, 1, 1]}
    return sample.finish({"messages": [message], "passes": [{"pass": name, "summary": name, "equations": 1, "variables": 1}]},
                         states={"chosen": [{"v": v, "reason": name} for v in made]},
                         initialization={"assumptions": [{"equation": "Eq.1", "v": 0, "text": name}]})  # fmt: skip
