"""Linear models, sweeps, Monte Carlo, profiles: against closed forms.

    analyses_test.py FOLDER_OF_OUR_TOOLS ROOT_OF_THE_SOURCES
"""

import csv
import io
import json
import math
import pathlib
import shutil
import signal
import statistics
import subprocess
import time

from simulator import BALL, BIN, Case, main, mosim, read_csv, run

PENDULUM = """
model Pendulum "Driven, with an implicit equation"
  parameter Real l = 0.7;
  parameter Real d = 0.2;
  input Real u(start = 0.25);
  output Real y;
  Real phi(start = 0.3, fixed = true);
  Real w(start = -1, fixed = true);
  Real z(start = 0);
equation
  der(phi) = w;
  der(w) = -9.81/l*sin(phi) - d*w + u;
  z + exp(z) = phi + u;
  y = phi^2 + 3*u + z;
end Pendulum;
"""

DECAY = """
model Decay
  parameter Real k = 1;
  parameter Real limit = 0;
  parameter Integer n = 1;
  parameter Integer layers = 2;
  Real x(start = 1, fixed = true, unit = "m");
  Real total[layers] = fill(n*x, layers);
equation
  der(x) = -k*x;
  assert(k > limit, "k is too small");
end Decay;
"""


def rows_of(text):
    return list(csv.DictReader(io.StringIO(text)))


class Linearization(Case):
    def expected(self):
        phi, u, l, d = 0.3, 0.25, 0.7, 0.2
        z = 0.0
        for _ in range(50):
            z -= (z + math.exp(z) - phi - u) / (1 + math.exp(z))
        slope = 1 / (1 + math.exp(z))
        return {
            "A": [[0, 1], [-9.81 / l * math.cos(phi), -d]],
            "B": [[0], [1]],
            "C": [[2 * phi + slope, 0], [slope, 0]],
            "D": [[3 + slope], [slope]],
            "x0": [phi, -1],
            "u0": [u],
            "y0": [phi**2 + 3 * u + z, z],
            "f0": [-1, -9.81 / l * math.sin(phi) + d + u],
        }

    def compare(self, found):
        self.assertEqual(found["states"], ["phi", "w"])
        self.assertEqual(found["inputs"], ["u"])
        self.assertEqual(found["outputs"], ["y", "z"])
        for name, value in self.expected().items():
            flat = lambda v: [x for row in v for x in row] if isinstance(v[0], list) else v
            self.assertEqual(len(flat(found[name])), len(flat(value)))
            for a, b in zip(flat(found[name]), flat(value)):
                self.assertAlmostEqual(a, b, delta=2e-9, msg=name)

    def options(self):
        return [self.write("Pendulum.mo", PENDULUM), "--linearize", "0", "--variables", "z"]

    def test_json(self):
        self.compare(json.loads(mosim(*self.options()).stdout))

    def test_python(self):
        mosim(*self.options(), "-o", self.folder / "linear.py")
        found = {}
        exec((self.folder / "linear.py").read_text(), found)
        self.compare(found)

    def test_octave(self):
        mosim(*self.options(), "-o", self.folder / "linear.m")
        octave = shutil.which("octave-cli") or shutil.which("octave")
        if octave is None:
            self.skipTest("octave is not installed")
        script = f"run('{self.folder}/linear.m'); printf('%s %.17g %.17g\\n', states{{1}}, A(2, 1), D(1, 1));"
        name, a, d = run(octave, "--no-gui", "--eval", script).stdout.split()
        self.assertEqual(name, "phi")
        self.assertAlmostEqual(float(a), self.expected()["A"][1][0], delta=1e-8)
        self.assertAlmostEqual(float(d), self.expected()["D"][0][0], delta=1e-8)

    def test_later_and_behind_an_event(self):
        found = json.loads(mosim(BALL, "--linearize", "0.6").stdout)
        self.assertEqual(found["time"], 0.6)
        self.assertEqual(found["A"], [[0, 1], [0, 0]])
        self.assertAlmostEqual(found["f0"][1], -9.81)

    def test_a_compiled_simulator_gives_the_same(self):
        model = self.options()[0]
        moo = run(BIN / "moopt", text=run(BIN / "moflat", model).stdout).stdout
        run(BIN / "mogen-cpp", "-o", self.folder / "Pendulum", text=moo)
        found = run(self.folder / "Pendulum", "--linearize", "0", "--variables", "z").stdout
        self.compare(json.loads(found))

    def test_mistakes_are_named(self):
        model = self.options()[0]
        self.assertIn("ends in .json, .m or .py", mosim(model, "--linearize", "0", "-o", "x.csv", code=2).stderr)
        self.assertIn("needs a single run", mosim(model, "--linearize", "0", "--sweep", "d=0:1:2", code=2).stderr)


class Sweeps(Case):
    def setUp(self):
        super().setUp()
        self.model = self.write("Decay.mo", DECAY)

    def test_a_grid_has_all_combinations_in_order(self):
        done = mosim(self.model, "--sweep", "k=1:3:3", "--sweep", "x=1,2", "--final", "--variables", "x", "--quiet")
        rows = rows_of(done.stdout)
        self.assertEqual(list(rows[0]), ["run", "k", "x", "time", "x"][:2] + ["x", "time"])
        table = [line.split(",") for line in done.stdout.splitlines()]
        self.assertEqual(table[0], ["run", "k", "x", "time", "x"])
        self.assertEqual([row[0] for row in table[1:]], ["1", "2", "3", "4", "5", "6"])
        self.assertEqual([row[1:3] for row in table[1:]], [[k, x] for k in "123" for x in "12"])
        for _, k, start, end, x in table[1:]:
            self.assertEqual(end, "1")
            self.assertAlmostEqual(float(x), float(start) * math.exp(-float(k)), delta=1e-6)

    def test_all_rows_of_all_runs_are_in_one_file(self):
        output = self.folder / "sweep.csv"
        mosim(self.model, "--sweep", "k=1:2:5", "--intervals", "10", "-o", output, "--jobs", "3")
        rows = rows_of(output.read_text())
        self.assertEqual(len(rows), 5 * 11)
        self.assertEqual([int(row["run"]) for row in rows], sorted(int(row["run"]) for row in rows))
        for row in rows:
            self.assertAlmostEqual(float(row["x"]), math.exp(-float(row["k"]) * float(row["time"])), delta=1e-6)
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()), ["Decay.mo", "sweep.csv"])

    def test_the_number_of_processes_changes_nothing(self):
        arguments = (self.model, "--sweep", "k=0.5:2:20", "--monte-carlo", "3", "--vary", "x=uniform(1,2)", "--quiet")
        self.assertEqual(mosim(*arguments, "--jobs", "1").stdout, mosim(*arguments, "--jobs", "7").stdout)

    def test_a_run_that_fails_does_not_end_the_others(self):
        done = mosim(self.model, "--sweep", "k=-1:2:4", "--final", "--variables", "x", code=1)
        self.assertIn("run 1 (k=-1): error: ", done.stderr)
        self.assertIn("k is too small", done.stderr)
        self.assertIn("2 of 4 runs failed", done.stderr)
        finished = [row["run"] for row in rows_of(done.stdout) if float(row["k"]) > 0]
        self.assertEqual(finished, ["3", "4"])

    def test_statistics_of_the_ends(self):
        table = self.folder / "statistics.csv"
        done = mosim(self.model, "--sweep", "k=0:2:21", "--set", "limit=-1", "--final", "--statistics", table)
        ends = [math.exp(-0.1 * i) for i in range(21)]
        row = next(row for row in rows_of(table.read_text()) if row["variable"] == "x")
        self.assertEqual((row["unit"], row["runs"]), ("m", "21"))
        for name, value in {
            "lowest": min(ends),
            "highest": max(ends),
            "mean": statistics.mean(ends),
            "deviation": statistics.stdev(ends),
            "median": statistics.median(ends),
            "quantile_5": sorted(ends)[1],
            "quantile_95": sorted(ends)[19],
        }.items():
            self.assertAlmostEqual(float(row[name]), value, delta=1e-6, msg=name)
        self.assertRegex(done.stderr, r"at the end +lowest +5 % +median")
        self.assertRegex(done.stderr, r"x \[m\] +0\.135")

    def test_mistakes_are_named(self):
        for arguments, part in (
            (["--sweep", "k=1:2"], "needs `name=from:to:count`"),
            (["--sweep", "k=1:2:1"], "at least two"),
            (["--sweep", "kk=1:2:3"], "did you mean `k`?"),
            (["--sweep", "layers=1,2"], "its value was used when the model was translated"),
            (["--sweep", "n=1,1.5"], "takes whole numbers"),
            (["--monte-carlo", "5"], "needs `--vary"),
            (["--vary", "k=normal(1,0.1)"], "needs `--monte-carlo"),
            (["--monte-carlo", "5", "--vary", "k=normal(1)"], "`normal` takes 2 numbers, not 1"),
            (["--monte-carlo", "5", "--vary", "k=gauss(1,2)"], "is not a distribution"),
            (["--monte-carlo", "5", "--vary", "k=uniform(2,1)"], "the lowest value must come first"),
            (["--sweep", "k=1:2:3", "-o", "x.mat"], "written as CSV"),
            (["--final"], "are for `--sweep`"),
        ):
            self.assertIn(part, mosim(self.model, *arguments, code=2).stderr)

    def test_an_interrupt_keeps_the_runs_that_were_finished(self):
        output = self.folder / "sweep.csv"
        process = subprocess.Popen(
            [BIN / "mosim", self.model, "--sweep", "k=1:2:2000000", "--final", "--variables", "x", "-o", output],
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        time.sleep(1.5)
        # As a terminal does: the whole group.
        signal_group(process.pid)
        _, errors = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 0, errors)
        self.assertIn("interrupted; the results contain the ", errors)
        rows = output.read_text().splitlines()
        self.assertGreater(len(rows), 2)
        self.assertEqual({line.count(",") for line in rows}, {3})

    def endless_study(self):
        """A sweep that does not end by itself: its process, and those that work for it."""
        process = subprocess.Popen(
            [BIN / "mosim", self.model, "--stop", "1e9", "--interval", "1", "--sweep", "k=0.1:0.2:4", "--jobs", "2",
             "--set", "limit=-1", "-o", self.folder / "sweep.csv"],
            stderr=subprocess.PIPE,
            text=True,
        )  # fmt: skip
        time.sleep(1.5)
        workers = pathlib.Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
        self.assertEqual(len(workers), 2)
        return process, workers

    def test_a_study_that_is_killed_takes_its_processes_along(self):
        # The signal reaches the parent only.
        for stop in (signal.SIGINT, signal.SIGTERM, signal.SIGKILL):
            process, workers = self.endless_study()
            process.send_signal(stop)
            _, errors = process.communicate(timeout=30)
            self.assertEqual(process.returncode, 0 if stop == signal.SIGINT else -stop, errors)
            self.assertNotIn("error", errors)
            deadline = time.monotonic() + 10
            while any(is_alive(worker) for worker in workers):
                self.assertLess(time.monotonic(), deadline, f"{stop}: {workers} still work")
                time.sleep(0.05)
            left = sorted(path.name for path in self.folder.iterdir())
            self.assertEqual(left, ["Decay.mo"] if stop == signal.SIGKILL else ["Decay.mo", "sweep.csv"])
            (self.folder / "sweep.csv").unlink(missing_ok=True)


def is_alive(process):
    """Whether it still does something; what has ended may wait for somebody to notice."""
    try:
        return pathlib.Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def signal_group(process):
    import os

    os.killpg(process, signal.SIGINT)


class MonteCarlo(Case):
    def draws(self, *arguments):
        model = self.write("Decay.mo", DECAY)
        done = mosim(model, "--vary", "k=normal(1,0.1)", "--final", "--variables", "x", "--quiet", *arguments)
        return read_csv(done.stdout)

    def test_values_follow_the_distribution_and_the_seed(self):
        first = self.draws("--monte-carlo", "400")
        self.assertEqual(first["k"], self.draws("--monte-carlo", "400")["k"])
        self.assertNotEqual(first["k"], self.draws("--monte-carlo", "400", "--seed", "2")["k"])
        # More runs begin with the same ones.
        self.assertEqual(self.draws("--monte-carlo", "10")["k"], first["k"][:10])
        self.assertAlmostEqual(statistics.mean(first["k"]), 1, delta=4 * 0.1 / 20)
        self.assertAlmostEqual(statistics.stdev(first["k"]), 0.1, delta=0.02)
        for k, x in zip(first["k"], first["x"]):
            self.assertAlmostEqual(x, math.exp(-k), delta=1e-6)


class Profiles(Case):
    def test_blocks_are_shown_with_their_lines(self):
        model = self.write("Pendulum.mo", PENDULUM)
        done = mosim(model, "--profile")
        self.assertRegex(done.stderr, r"\d+\.\d %  +[\d.]+ +\d+  derivatives: equations that are solved already")
        self.assertRegex(done.stderr, r": block \S+, nonlinear, 1 unknown \(.*Pendulum\.mo:13:3\)")
        self.assertIn("integrator, event search and results", done.stderr)
        self.assertEqual(done.stdout, mosim(model).stdout)
        shares = [float(line.split(" %")[0]) for line in done.stderr.splitlines() if " % " in line]
        self.assertAlmostEqual(sum(shares), 100, delta=1.5)


main()
