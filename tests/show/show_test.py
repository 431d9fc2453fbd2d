"""What moshow shows of models: as a page, and as JSON.

    show_test.py FOLDER_OF_OUR_TOOLS ROOT_OF_THE_SOURCES
"""

import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

import report

BIN = sys.argv.pop(1)
ROOT = pathlib.Path(sys.argv.pop(1)).resolve()


class ShowTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.work = pathlib.Path(self.folder.name)
        self.addCleanup(self.folder.cleanup)

    def moshow(self, *arguments, code=0):
        out, err, exit_code = report.moshow(BIN, *arguments, cwd=ROOT)
        self.assertEqual(exit_code, code, err)
        return out, err

    def report(self, *arguments):
        return report.check_report(json.loads(self.moshow("--json", *arguments)[0]))

    def write(self, name, text):
        path = self.work / name
        path.write_text(text, encoding="utf-8")
        return path

    def equation(self, data, name):
        set_name, number = name.rsplit(".", 1)
        row = data["equations"][set_name][int(number) - 1]
        return self.equation(data, row["same"]) if "same" in row else row

    def variable(self, data, name):
        return next(row for row in data["variables"] if row["name"] == name)

    # ---- the page ----

    def test_page_holds_the_same_data_as_json(self):
        model = "docs/examples/BouncingBall.mo"
        page = self.moshow(model)[0]
        chunks = report.chunks_of(page)
        self.assertEqual(list(chunks)[0], "index")
        self.assertEqual(sorted(chunks), sorted(chunks["index"]["chunks"]))
        joined = report.tables_of(chunks)
        data = self.report(model)
        for each in (joined, data):
            for step in each["index"]["passes"]:
                step.pop("milliseconds", None)
        self.assertEqual(joined, data)

    def test_page_needs_no_network_and_is_complete(self):
        page = self.moshow("docs/examples/BouncingBall.mo")[0]
        self.assertIn("default-src 'none'", page)
        self.assertNotRegex(page, r"<(script|link|img)[^>]*(src|href)=")
        self.assertNotRegex(page, r"<!-- (styles|scripts|data) -->|\{\{title\}\}")
        self.assertEqual(len(re.findall("<title>BouncingBall</title>", page)), 1)

    def test_hostile_names_stay_data(self):
        page = self.moshow("tests/simulation/Hostile.mo")[0]
        outside = re.sub(r">[A-Za-z0-9+/=]*</script>", "></script>", page)
        body = outside.replace(re.search("<title>.*</title>", outside)[0], "")
        for part in ("abort()", "#include <evil>", "$(rm)", "int main"):
            self.assertFalse(part in body, part)
        title = re.search("<title>(.*?)</title>", page)[1]
        self.assertNotRegex(title, "[<>]")
        data = self.report("tests/simulation/Hostile.mo")
        self.assertIn("'x */ abort(); /*'", data["names"]["names"])
        strings = self.write("Strings.mo", 'model Strings\n  parameter String s = "<script>alert(1)</script>&\\"\\n\\t]]>";\n'
                             "  Real x(start = 1);\nequation\n  der(x) = -x;\n  assert(x < 2, s + \"<b>\");\nend Strings;\n")
        binding = self.variable(self.report(strings), "s")["binding"]
        self.assertIn("&lt;script&gt;", binding["math"])

    def test_large_tables_are_cut_into_chunks(self):
        model = self.write("Many.mo", "model Many\n  Real x[2500](each start = 1);\nequation\n"
                           "  for i in 1:2500 loop\n    der(x[i]) = -i*x[i];\n  end for;\nend Many;\n")
        chunks = report.chunks_of(self.moshow(model)[0])
        self.assertEqual([len(chunks["variables/0"]), len(chunks["variables/1"])], [2000, 500])
        self.assertEqual([len(chunks["equations/Eq/0"]), len(chunks["equations/Eq/1"])], [2000, 500])
        self.assertLess(len(json.dumps(chunks["index"])), 12000)

    # ---- from MOO and from Modelica ----

    def test_document_shows_the_same_model(self):
        flat = subprocess.run([f"{BIN}/moflat", "docs/examples/BouncingBall.mo"], cwd=ROOT, capture_output=True, check=True)
        moo = subprocess.run([f"{BIN}/moopt"], input=flat.stdout, cwd=ROOT, capture_output=True, check=True)
        from_moo = self.report(self.write("Ball.moo", moo.stdout.decode()))
        from_modelica = self.report("docs/examples/BouncingBall.mo")
        self.assertEqual(from_moo["structure"], from_modelica["structure"])
        self.assertEqual(from_moo["events"], from_modelica["events"])
        self.assertEqual(from_moo["sources"], from_modelica["sources"])
        self.assertNotIn("passes", from_moo["index"])

    # ---- what is shown ----

    def test_ball(self):
        data = self.report("docs/examples/BouncingBall.mo")
        index = data["index"]
        self.assertEqual(index["status"], "complete")
        self.assertEqual(index["counts"]["state"], 2)
        self.assertEqual(index["structuralIndex"], 0)
        self.assertEqual(index["events"]["state"], 2)
        self.assertEqual(index["events"]["when"], 2)
        falling = self.equation(data, "Eq.2")
        self.assertEqual(falling["target"], {"v": 3, "op": "der", "text": "der(v)", "math": '<mover accent="true"><mi v="4"/><mo>˙</mo></mover>'})
        self.assertEqual(falling["value"]["text"], "if flying then -g else 0")
        file, line, _ = falling["place"]
        self.assertEqual(data["sources"]["files"][file]["lines"][str(line)].strip(), "der(v) = if flying then -g else 0;")
        height = self.variable(data, "h")
        self.assertEqual(height["definedBy"], ["Eq.1", "iEq.1", "iEq.8", "riEq.5"])
        self.assertEqual(height["start"]["text"], "1")
        nodes = {node["id"]: node["kind"] for node in data["events"]["graph"]["nodes"]}
        self.assertEqual(nodes["z1"], "crossing")
        for start, end in data["events"]["graph"]["edges"]:
            self.assertIn(start, nodes)
            self.assertIn(end, nodes)
        self.assertIn(["z1", "w1"], data["events"]["graph"]["edges"])

    def test_pendulum(self):
        data = self.report("tests/simulation/systems/CartesianPendulum.mo")
        self.assertEqual(data["index"]["structuralIndex"], 3)
        self.assertEqual([len(each["candidates"]) for each in data["states"]["sets"]], [2, 2])
        loop = data["loops"]["Eq"]["3"]
        self.assertEqual((loop["equations"], len(loop["iteration"])), (3, 1))
        self.assertEqual(len(loop["rows"]), 4)
        differentiated = self.equation(data, "Eq.3")
        self.assertEqual([step["step"] for step in differentiated["history"]], ["flat", "reduce_index"])
        self.assertEqual(differentiated["history"][0]["text"], "x^2 + y^2 = L^2")
        self.assertEqual(differentiated["origin"], "equation, differentiated once")

    def test_clocks(self):
        data = self.report("tests/simulation/ClockedMethods.mo")
        partitions = data["events"]["partitions"]
        self.assertEqual(len(partitions), data["index"]["events"]["partitions"])
        for partition in partitions:
            self.assertEqual(len(data["equations"][partition["set"]]), partition["equations"])

    def test_aliases_and_histories(self):
        model = self.write("Chain.mo", "model Chain\n  Real a(start = 1), b, c;\nequation\n  der(a) = -c;\n  b = -a;\n"
                           "  c = -b;\nend Chain;\n")
        data = self.report(model)
        names = data["names"]["names"]
        kept = self.variable(data, "a")
        self.assertEqual({names[row["v"]] for row in kept["aliases"]}, {"b", "c"})
        self.assertEqual(self.variable(data, "b")["alias"]["negated"], True)
        self.assertIn("always equals the negative of `a`", self.variable(data, "b")["why"][0])
        self.assertEqual([step["text"] for step in self.equation(data, "Eq.1")["history"]], ["der(a) = -c", "der(a) = -a"])

    def test_same_input_gives_the_same_bytes(self):
        flat = subprocess.run([f"{BIN}/moflat", "docs/examples/BouncingBall.mo"], cwd=ROOT, capture_output=True, check=True)
        moo = subprocess.run([f"{BIN}/moopt"], input=flat.stdout, cwd=ROOT, capture_output=True, check=True)
        path = self.write("Ball.moo", moo.stdout.decode())
        self.assertEqual(self.moshow(path)[0], self.moshow(path)[0])

    # ---- mistakes ----

    def test_files_of_a_document_are_read_only_if_they_are_models(self):
        document = self.write("Nosy.moo", 'model Nosy\n  Real x(start = 1.0) annotation(source = "1:1:1");\nequation\n'
                              '  iEq[1,1] = {x, 1.0, "ass"} annotation(source = "1:1:1");\n  iEq[2,2] = {der(x), 1.0, "ass"};\n'
                              '  Eq[1,1] = {der(x), 1.0, "ass"} annotation(source = "1:1:1");\n'
                              '  riEq[1,1] = {der(x), 1.0, "ass"};\n'
                              '  annotation(__moo(version = "1.0.0", files = {"/etc/passwd"}));\nend Nosy;\n')
        out, _ = self.moshow("--json", document)
        self.assertEqual(json.loads(out)["sources"]["files"], [{"lines": {}}])

    def test_wrong_model_is_shown_as_far_as_it_got(self):
        model = self.write("Wrong.mo", "model Wrong\n  Real x;\nequation\n  x = y;\nend Wrong;\n")
        out, err = self.moshow("--json", model, code=1)
        index = json.loads(out)["index"]
        self.assertEqual((index["status"], index["failure"]["stage"]), ("failed", "flatten"))
        self.assertEqual(index["failure"]["messages"][0]["kind"], "UnknownName")
        self.assertIn("nothing named `y`", err)

    def test_singular_model_has_its_conflict(self):
        model = ROOT / "tests/golden/moshow/singular.mo"
        out, _ = self.moshow("--json", model, "--model", "Parallel", code=1)
        data = report.check_report(json.loads(out))
        failure = data["index"]["failure"]
        self.assertEqual(failure["stage"], "reduce_index")
        self.assertEqual(failure["done"][-1], "find_dependent_parameters")
        conflict = failure["conflicts"][0]
        self.assertEqual(len(conflict["equations"]), len(conflict["unknowns"]) + 1)
        self.assertEqual([each["place"][1] for each in conflict["equations"]], [11, 16, 17])
        self.assertEqual([each["text"] for each in failure["undetermined"]], ["'b.i'"])
        self.assertTrue(all("written" in row for row in data["equations"]["model"]))

    # ---- results, and other versions ----

    def moo(self, name, model):
        flat = subprocess.run([f"{BIN}/moflat", model], cwd=ROOT, capture_output=True, check=True)
        out = subprocess.run([f"{BIN}/moopt"], input=flat.stdout, cwd=ROOT, capture_output=True, check=True)
        return self.write(name, out.stdout.decode())

    def test_results_become_curves(self):
        model = "tests/simulation/systems/CartesianPendulum.mo"
        results = self.work / "results.csv"
        done = subprocess.run([f"{BIN}/mosim", model, "--stop", "2", "--profile", "-o", results], cwd=ROOT, capture_output=True,
                              text=True, check=True)
        profile = self.write("profile.txt", done.stderr)
        data = self.report(model, "--run", results, "--profile", profile)
        run = data["index"]["run"]
        self.assertEqual((run["start"], run["stop"]), (0, 2))
        self.assertIn("Eq/1", [line.get("block") for line in run["profile"]])
        self.assertTrue(any(line["calls"] > 0 for line in run["profile"] if "calls" in line))
        columns = [line.split(",") for line in results.read_text().splitlines()]
        x = columns[0].index("x")
        times, values = data["curves"][str(self.variable(data, "x")["v"])]
        self.assertLessEqual(len(times), 400)
        self.assertEqual(times, sorted(times))
        rows = {float(row[0]): float(row[x]) for row in columns[1:]}
        for time, value in zip(times, values):
            self.assertEqual(rows[time], value)
        self.assertEqual(max(values), max(rows.values()))
        self.assertEqual(min(values), min(rows.values()))
        self.assertEqual(data["curves"][str(self.variable(data, "L")["v"])], [[0], [2]])
        self.assertEqual(run["missing"], data["index"]["variables"] - len(data["curves"]))

    def test_results_that_are_none_are_refused(self):
        for text, problem in (("t,x\n0,1\n", "first column"), ("time,x\n0,1\n1\n", "line 3"), ("time,x\n", "no results"),
                              ("time,x\n0,a\n", "line 2")):
            _, err = self.moshow("docs/examples/BouncingBall.mo", "--run", self.write("wrong.csv", text), code=2)
            self.assertIn(problem, err)
        results = self.write("right.csv", 'time,"a,""b",h\n0,1,2\n')
        self.assertEqual(self.report("docs/examples/BouncingBall.mo", "--run", results)["curves"], {"2": [[0], [2]]})
        _, err = self.moshow("docs/examples/BouncingBall.mo", "--run", results, "--profile", results, code=2)
        self.assertIn("is not what `mosim --profile` prints", err)

    def test_differences(self):
        before = self.moo("before.moo", "docs/examples/BouncingBall.mo")
        text = before.read_text()
        after = self.write("after.moo", text.replace("Real h(start = 1", "Real h(start = 2").replace("-e*pre(v)", "-2*e*pre(v)"))
        out, _ = self.moshow("--diff", before, after)
        self.assertEqual([line[:2] for line in out.splitlines()], ["  ", "  "])
        self.assertIn("h: start is 1 in", out)
        data = self.report("--diff", before, after)
        self.assertEqual(data["index"]["diff"]["entries"], 2)
        self.assertEqual([(each["what"], each["name"], each["change"]) for each in data["diff"]],
                         [("variable", "h", "changed"), ("equation", "v_new", "changed")])
        self.assertEqual(self.moshow("--diff", before, before)[0], "no differences\n")
        extended = self.write("More.mo", (ROOT / "docs/examples/BouncingBall.mo").read_text().replace(
            "Real h", "Real twice = 2*h;\n  Real h"))
        changes = self.report("--diff", before, self.moo("more.moo", extended))["diff"]
        self.assertIn(("variable", "twice", "added"), [(each["what"], each["name"], each["change"]) for each in changes])
        self.assertIn("+ Eq[1,1] twice: only in", self.moshow("--diff", before, self.work / "more.moo")[0])
        self.assertIn("- Eq[1,1] twice: only in", self.moshow("--diff", self.work / "more.moo", before)[0])

    def test_mosim_writes_the_page(self):
        page = self.work / "page.html"
        subprocess.run([f"{BIN}/mosim", "docs/examples/BouncingBall.mo", "--stop", "0.1", "--report", page, "-o",
                        self.work / "results.csv"], cwd=ROOT, check=True, capture_output=True)
        data = report.check_report(report.tables_of(report.chunks_of(page.read_text(encoding="utf-8"))))
        self.assertEqual(data["index"]["model"]["name"], "BouncingBall")
        self.assertTrue(data["index"]["passes"])

    # ---- pictures ----

    def test_pictures_are_svg(self):
        for picture in ("incidence", "sparsity", "dependencies"):
            out, _ = self.moshow("tests/simulation/systems/CartesianPendulum.mo", "--svg", picture)
            root = xml.etree.ElementTree.fromstring(out)
            self.assertEqual(root.tag, "{http://www.w3.org/2000/svg}svg")
            self.assertIn("CartesianPendulum", root.find("{http://www.w3.org/2000/svg}title").text)
        out, _ = self.moshow("tests/simulation/Hostile.mo", "--svg", "dependencies", "--set", "iEq")
        xml.etree.ElementTree.fromstring(out)
        _, err = self.moshow("docs/examples/BouncingBall.mo", "--svg", "sketch", code=2)
        self.assertIn("`sketch` is not a picture", err)
        _, err = self.moshow("docs/examples/BouncingBall.mo", "--svg", "incidence", "--set", "P1.Eq", code=2)
        self.assertIn("there is no set `P1.Eq`", err)

    def test_picture_of_a_large_model_is_small(self):
        model = self.write("Many.mo", "model Many\n  Real x[3000](each start = 1);\nequation\n"
                           "  for i in 1:3000 loop\n    der(x[i]) = -i*x[i];\n  end for;\nend Many;\n")
        out, _ = self.moshow(model, "--svg", "incidence")
        self.assertLess(len(out), 100000)
        _, err = self.moshow(model, "--svg", "dependencies", code=2)
        self.assertIn("3000 blocks", err)


if __name__ == "__main__":
    unittest.main()
