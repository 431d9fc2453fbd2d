"""The back end in docs/examples/python_backend, run on models and compared with mosim.

    python_backend_test.py FOLDER_OF_OUR_TOOLS ROOT_OF_THE_SOURCES
"""

import bisect
import csv
import io
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

BIN = pathlib.Path(sys.argv[1])
ROOT = pathlib.Path(sys.argv[2])
MODELS = ROOT / "tests/simulation"
BACK_END = ROOT / "docs/examples/python_backend/moo_to_python.py"


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


class Trajectory:
    def __init__(self, text):
        header, *rows = csv.reader(io.StringIO(text))
        self.columns = {name: [float(row[i]) for row in rows] for i, name in enumerate(header)}
        self.time = self.columns.pop("time")

    def value(self, name, at):
        """The last value at or before: after an event that happens then."""
        return self.columns[name][bisect.bisect_right(self.time, at) - 1]


class PythonBackEnd(unittest.TestCase):
    def generate(self, document):
        done = run([sys.executable, "-B", BACK_END], document)
        self.assertEqual(done.returncode, 0, done.stderr)
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        program = pathlib.Path(folder.name) / "model.py"
        program.write_text(done.stdout)
        return program

    def simulate(self, model, *options):
        # Isolated, so that it can use nothing but the standard library.
        done = run([sys.executable, "-I", "-S", self.generate(document_of(MODELS / model)), *options])
        self.assertEqual(done.returncode, 0, done.stderr)
        return Trajectory(done.stdout)

    def failing(self, model):
        done = run([sys.executable, self.generate(document_of(MODELS / model))])
        self.assertEqual(done.returncode, 1)
        return done.stderr

    def check_agreement(self, model, stop_time, intervals):
        """Returns what was found."""
        span = ["--stop", stop_time, "--intervals", intervals]
        found = self.simulate(model, *span, "--tolerance", "1e-8")
        reference = run([BIN / "mosim", MODELS / model, *span, "--tolerance", "1e-9", "-q"])
        self.assertEqual(reference.returncode, 0, reference.stderr)
        expected = Trajectory(reference.stdout)
        self.assertTrue(found.columns)
        for name in found.columns:
            for i in range(intervals + 1):
                at = stop_time * i / intervals + 1e-9
                self.assertAlmostEqual(found.value(name, at), expected.value(name, at), delta=1e-4, msg=f"{name} at {at}")
        return found

    def test_bouncing_ball(self):
        self.check_agreement("../../docs/examples/BouncingBall.mo", 3, 500)

    def test_oscillator(self):
        self.check_agreement("Oscillator.mo", 10, 500)

    def test_thermostat(self):
        self.check_agreement("Thermostat.mo", 4, 500)

    def test_linear_and_nonlinear_loops(self):
        self.check_agreement("Loops.mo", 2, 200)

    def test_relations_inside_of_loops(self):
        self.check_agreement("PiecewiseLoop.mo", 2, 201)

    def test_clauses_for_the_start_and_branches(self):
        self.check_agreement("InitialOnly.mo", 1, 100)

    def test_edges_in_the_event_iteration_at_the_start(self):
        self.check_agreement("StartEdge.mo", 2, 100)
        self.assertEqual(self.simulate("StartEdge.mo").columns["seen"][-1], 2)

    def test_a_rod_of_scalars(self):
        self.check_agreement("Heat.mo", 1, 50)

    def test_shared_expressions(self):
        self.check_agreement("../examples/Shared.mo", 3, 300)

    # ---- the kinds of model that a back end has to handle, each with what makes it hard ----

    def test_a_loop_that_begins_where_its_jacobian_is_singular(self):
        found = self.check_agreement("../examples/models/SingularLoop.mo", 2, 100)
        self.assertAlmostEqual(found.columns["x"][-1], 10 ** (1 / 3), delta=1e-9)
        self.assertGreater(min(found.columns["z"]), 0)

    def test_hysteresis(self):
        found = self.check_agreement("../examples/models/Hysteresis.mo", 5, 100)
        self.assertEqual(found.columns["switches"][-1], 20)

    def test_samples_and_time_events(self):
        found = self.check_agreement("../examples/models/SampledControl.mo", 3, 300)
        self.assertEqual(found.time[-1], 2.25)  # terminate
        self.assertEqual(found.columns["both"][-1], 4)
        found = self.simulate("../examples/models/SampledControl.mo", "--stop", "2")
        self.assertEqual(found.columns["last"][-1], 2)  # terminal()

    def test_time_events_on_both_sides_of_their_border(self):
        self.check_agreement("moo/TimeEvents.moo", 2, 200)
        self.check_agreement("LateStep.mo", 1, 100)

    def test_an_ideal_rectifier(self):
        self.check_agreement("../examples/models/Rectifier.mo", 1, 200)
        self.check_agreement("moo/Rectifier.moo", 2, 200)

    def test_four_diodes_that_depend_on_each_other(self):
        self.check_agreement("../examples/models/DiodeBridge.mo", 1, 100)

    def test_dry_friction(self):
        self.check_agreement("moo/Friction.moo", 6, 200)

    def test_states_that_change_while_it_runs(self):
        found = self.check_agreement("../examples/models/CartesianPendulum.mo", 3, 200)
        # The mass goes round, so that each coordinate vanishes at some time.
        for name in ("x", "y"):
            self.assertLess(min(found.columns[name]), -1.9)
            self.assertGreater(max(found.columns[name]), 1.9)
        self.assertAlmostEqual(found.columns["energy"][-1], 50, delta=1e-3)

    def test_functions_with_arrays(self):
        self.check_agreement("../examples/models/ArrayFunctions.mo", 1, 50)

    def test_a_block_that_is_one_call_and_one_without_jacobian(self):
        self.check_agreement("../examples/models/OneCall.moo", 1, 50)

    def test_records_strings_and_enumerations(self):
        self.check_agreement("Functions.mo", 1, 50)

    def test_an_action_that_is_a_call(self):
        self.check_agreement("Announce.mo", 1, 50)

    def test_events_at_the_start_and_at_the_end(self):
        for tolerance in ("1e-12", "1e-3"):
            result = self.simulate("Borders.mo", "--tolerance", tolerance, "--intervals", "10")
            last = {name: values[-1] for name, values in result.columns.items()}
            self.assertEqual([last[name] for name in ("before", "at_start", "at_end", "reached")], [1, 0, 1, 1])

    def test_parameters_and_start_values_can_be_set(self):
        result = self.simulate("Drag.mo", "--set", "quadratic=true", "--start", "v=2", "--tolerance", "1e-8")
        self.assertAlmostEqual(result.columns["v"][-1], 2 / 3, delta=1e-6)  # v' = -v^2

    def test_names_and_texts_can_do_no_harm(self):
        self.check_agreement("Hostile.mo", 1, 100)

    def test_an_assertion_names_its_place(self):
        self.assertIn("Limits.mo:5:3: the tank overflows", self.failing("Limits.mo"))

    def test_a_loop_without_a_solution(self):
        self.assertIn("agrees with its own relations", self.failing("NoSolution.mo"))

    def test_what_it_cannot_do_it_refuses(self):
        document = json.loads(document_of(MODELS / "Oscillator.mo"))
        for change, message in (
            ({"requires": ["clocks"]}, "clocks"),
            ({"moo": "2.0.0"}, "version"),
            ({"moo": "0.5.0"}, "version"),
            ({"slice": ["equations"]}, "part of a document"),
            ({"integration": [{"equations": [{"target": "a", "value": ["delay", "a", 1], "form": "ass"}]}]}, "`delay`"),
        ):
            done = run([sys.executable, "-B", BACK_END], json.dumps(document | change))
            self.assertEqual(done.returncode, 1)
            self.assertIn(message, done.stderr)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0]])
