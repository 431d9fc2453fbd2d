"""The back end in docs/examples/javascript_backend, run on models and compared with mosim.

    javascript_backend_test.py FOLDER_OF_OUR_TOOLS ROOT_OF_THE_SOURCES
"""

import csv
import io
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

BIN = pathlib.Path(sys.argv[1])
ROOT = pathlib.Path(sys.argv[2])
MODELS = ROOT / "tests/simulation"
BACK_END = ROOT / "docs/examples/javascript_backend/simulate.js"
SKIPPED = 77


def run(command, text=None):
    return subprocess.run([str(part) for part in command], input=text, capture_output=True, text=True, timeout=120)


def document_of(model):
    text = None
    to_moo = ([BIN / "moflat", model], [BIN / "moopt"]) if model.suffix == ".mo" else ([BIN / "moconv", model],)
    for command in (*to_moo, [BIN / "moconv", "--to", "json"]):
        done = run(command, text)
        assert done.returncode == 0, done.stderr
        text = done.stdout
    return text


def rows_of(text):
    """One dictionary for each row, with names as keys."""
    return [{name: float(cell) for name, cell in row.items()} for row in csv.DictReader(io.StringIO(text))]


class JavaScriptBackEnd(unittest.TestCase):
    def start(self, document, *options):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "model.json"
            file.write_text(document)
            return run(["node", BACK_END, file, *options])

    def simulate(self, model, *options):
        done = self.start(document_of(MODELS / model), *options)
        self.assertEqual(done.returncode, 0, done.stderr)
        return rows_of(done.stdout)

    def check_agreement(self, model, stop_time, intervals):
        """At points between the events, all values agree to 1e-7 of the largest of their column. Returns what was found."""
        # The offset of a third keeps the points away from events, where rounding would decide which side is shown.
        points = [(i + 1 / 3) / intervals * stop_time for i in range(intervals)]
        found = self.simulate(model, "--stop", stop_time, "--points", ",".join(map(repr, points)))
        reference = run([BIN / "mosim", MODELS / model, "--stop", stop_time, "--intervals", 3 * intervals, "--tolerance", "1e-10",
                         "--variables", "*", "-q"])
        self.assertEqual(reference.returncode, 0, reference.stderr)
        expected = rows_of(reference.stdout)
        self.assertEqual(len(found), intervals)
        for name in set(found[0]) & set(expected[0]) - {"time"}:
            allowed = 1e-7 * max(1.0, *(abs(row[name]) for row in expected))
            for row in found:
                same_time = min(expected, key=lambda other: abs(other["time"] - row["time"]))
                self.assertAlmostEqual(row["time"], same_time["time"], delta=1e-9)
                self.assertAlmostEqual(row[name], same_time[name], delta=allowed, msg=f"{name} at {row['time']}")
        return found

    # ---- the seven kinds of model that a back end has to handle ----

    def test_bouncing_ball(self):
        self.check_agreement("../../docs/examples/BouncingBall.mo", 3, 50)

    def test_linear_and_nonlinear_loops(self):
        self.check_agreement("Loops.mo", 2, 50)

    def test_thermostat(self):
        self.check_agreement("Thermostat.mo", 4, 50)
        found = self.check_agreement("../examples/models/Hysteresis.mo", 5, 50)
        self.assertEqual(found[-1]["switches"], 19)

    def test_sampled_controller(self):
        found = self.check_agreement("../examples/models/SampledControl.mo", 2, 50)
        self.assertEqual(found[-1]["both"], 4)

    def test_ideal_rectifier(self):
        self.check_agreement("../examples/models/Rectifier.mo", 1, 50)
        self.check_agreement("../examples/models/DiodeBridge.mo", 1, 50)

    def test_cartesian_pendulum(self):
        found = self.check_agreement("../examples/models/CartesianPendulum.mo", 3, 50)
        for name in ("x", "y"):  # The mass goes round, so that each coordinate vanishes at some time.
            self.assertLess(min(row[name] for row in found), -1.9)
            self.assertGreater(max(row[name] for row in found), 1.9)

    def test_functions_with_arrays(self):
        self.check_agreement("../examples/models/ArrayFunctions.mo", 1, 30)

    # ---- what is easy to get wrong ----

    def test_a_loop_that_begins_where_its_jacobian_is_singular(self):
        self.check_agreement("../examples/models/SingularLoop.mo", 2, 30)

    def test_a_block_that_is_one_call_and_one_without_jacobian(self):
        self.check_agreement("../examples/models/OneCall.moo", 1, 30)

    def test_relations_of_time_that_change_later_than_computed(self):
        self.check_agreement("LateStep.mo", 1, 25)

    def test_dry_friction(self):
        self.check_agreement("moo/Friction.moo", 6, 30)

    def test_events_at_the_start_and_at_the_end(self):
        last = self.simulate("Borders.mo", "--stop", "1")[-1]
        self.assertEqual([last[name] for name in ("before", "at_start", "at_end", "reached")], [1, 0, 1, 1])

    def test_parameters_and_start_values_can_be_set(self):
        rows = self.simulate("Drag.mo", "--parameter", "quadratic=true", "--parameter", "v=2", "--stop", "1")
        self.assertAlmostEqual(rows[-1]["v"], 2 / 3, delta=1e-6)  # v' = -v^2

    def test_names_and_texts_can_do_no_harm(self):
        self.check_agreement("Hostile.mo", 1, 30)

    def test_numbers_of_rows_can_do_no_harm(self):
        document = json.loads(document_of(MODELS / "Oscillator.mo"))
        for harm in (["int", "process.exit(5)"], ["relation", "process.exit(5)", True], ["shared", "process.exit(5)"]):
            equation = {"target": document["variables"][0]["name"], "value": harm, "form": "ass"}
            done = self.start(json.dumps(document | {"initialization": [{"equations": [equation]}]}), "--stop", "0")
            self.assertNotEqual(done.returncode, 5)

    def test_an_assertion_names_its_place(self):
        done = self.start(document_of(MODELS / "Limits.mo"))
        self.assertEqual(done.returncode, 1)
        self.assertIn(":5:3: the tank overflows", done.stderr)

    def test_what_it_cannot_do_it_refuses(self):
        document = json.loads(document_of(MODELS / "Oscillator.mo"))
        text = {"target": document["variables"][0]["name"], "value": ["String", 1.5], "form": "ass"}
        for change, code, message in (
            ({"requires": ["torn", "clocks"]}, 3, "clocks is not supported"),
            ({"moo": "2.0.0"}, 1, "version 2.0.0"),
            ({"slice": ["equations"]}, 1, "slice"),
            ({"initialization": [{"equations": [text]}]}, 1, "String is not supported"),
        ):
            done = self.start(json.dumps(document | change))
            self.assertEqual(done.returncode, code)
            self.assertIn(message, done.stderr)


if __name__ == "__main__":
    if not shutil.which("node"):
        print("skipped: node is not installed")
        sys.exit(SKIPPED)
    unittest.main(argv=[sys.argv[0]])
