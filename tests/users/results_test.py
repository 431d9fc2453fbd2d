"""Result files and the command line: what is in them, how they read elsewhere, what a terminal shows.

    results_test.py FOLDER_OF_OUR_TOOLS ROOT_OF_THE_SOURCES
"""

import json
import math
import os
import pty
import resource
import shutil
import signal
import subprocess
import sys
import time

from simulator import BALL, BIN, ROOT, Case, main, mosim, read_csv, run

TANK = """
model Tank "A tank with a valve"
  parameter Integer n = 2 "number of layers";
  parameter Real k = 0.5;
  parameter Boolean heated = false;
  final parameter Real twice = 2*k;
  Real T[n](each start = 20, each fixed = true);
  Real level(start = 1, fixed = true, unit = "m");
  Real same = level "an alias";
  Real minus = -level;
  Boolean low = level < 0.5;
  Boolean high = not low;
equation
  der(level) = -k*level;
  for i in 1:n loop
    der(T[i]) = (if heated then 1 else 0) - 0.1*T[i];
  end for;
  annotation(experiment(StartTime = 1, StopTime = 3, Interval = 0.25, Tolerance = 1e-8));
end Tank;
"""


def python_with_scipy():
    for program in (sys.executable, "/usr/bin/python3"):
        if subprocess.run([program, "-c", "import scipy.io"], capture_output=True).returncode == 0:
            return program
    return None


class ResultFiles(Case):
    def test_what_is_not_given_comes_from_the_experiment(self):
        columns = read_csv(mosim(self.write("Tank.mo", TANK)).stdout)
        self.assertEqual(columns["time"][0], 1)
        self.assertEqual(columns["time"][-1], 3)
        self.assertEqual(columns["time"][1], 1.25)
        self.assertAlmostEqual(columns["level"][-1], math.exp(-1.0), delta=2e-8)

    def test_columns_are_the_names_of_the_model_with_aliases(self):
        columns = read_csv(mosim(self.write("Tank.mo", TANK)).stdout)
        for name in ("level", "same", "minus", "low", "high", "T[1]", "T[2]", "der(level)", "k", "n"):
            self.assertIn(name, columns)
        self.assertEqual(columns["level"], columns["same"])
        self.assertEqual(columns["level"], [-value for value in columns["minus"]])
        self.assertEqual(columns["low"], [1 - value for value in columns["high"]])

    def test_an_event_has_a_row_on_each_side(self):
        columns = read_csv(mosim(self.write("Tank.mo", TANK)).stdout)
        twice = [i for i in range(1, len(columns["time"])) if columns["time"][i] == columns["time"][i - 1]]
        self.assertEqual(len(twice), 1)
        after = twice[0]
        self.assertAlmostEqual(columns["time"][after], 1 + 2 * math.log(2), delta=1e-6)
        self.assertEqual((columns["low"][after - 1], columns["low"][after]), (0, 1))

    def test_patterns_choose(self):
        columns = read_csv(mosim(self.write("Tank.mo", TANK), "--variables", "T[*],le*").stdout)
        self.assertEqual(list(columns), ["time", "T[1]", "T[2]", "level"])

    def test_all_ways_to_give_a_model_are_the_same(self):
        model = self.write("Tank.mo", TANK)
        flat = run(BIN / "moflat", model).stdout
        moo = run(BIN / "moopt", text=flat).stdout
        document = self.write("Tank.moo", moo)
        library = self.folder / "Lib"
        library.mkdir()
        (library / "package.mo").write_text("package Lib\nend Lib;\n")
        (library / "Tank.mo").write_text("within Lib;\n" + TANK)
        expected = mosim(model).stdout
        self.assertEqual(mosim(text=TANK).stdout, expected)
        self.assertEqual(mosim("-", text=TANK).stdout, expected)
        self.assertEqual(mosim(document).stdout, expected)
        self.assertEqual(mosim(text=moo).stdout, expected)
        self.assertEqual(mosim("-L", self.folder, "Lib.Tank").stdout, expected)


class Trajectories(Case):
    """MATLAB 4 files, read by others."""

    def setUp(self):
        super().setUp()
        self.model = self.write("Tank.mo", TANK)
        self.mat = self.folder / "tank.mat"
        mosim(self.model, "-o", self.mat)
        self.csv = read_csv(mosim(self.model).stdout)

    def test_scipy_reads_what_the_csv_file_says(self):
        python = python_with_scipy()
        if python is None:
            self.skipTest("scipy is not installed")
        script = """
import json, sys
import scipy.io
mat = scipy.io.loadmat(sys.argv[1], chars_as_strings=False)
text = lambda m: ["".join(c).rstrip("\\0 ") for c in m.T]
print(json.dumps({
    "class": ["".join(row).rstrip() for row in mat["Aclass"]],
    "names": text(mat["name"]), "descriptions": text(mat["description"]),
    "info": mat["dataInfo"].T.tolist(), "data_1": mat["data_1"].tolist(), "data_2": mat["data_2"].tolist()}))
"""
        mat = json.loads(run(python, "-c", script, self.mat).stdout)
        self.assertEqual(mat["class"], ["Atrajectory", "1.1", "", "binTrans"])
        self.assertEqual(mat["names"][0], "time")
        self.assertEqual(mat["descriptions"][mat["names"].index("level")], "[m]")
        self.assertEqual(mat["info"][0][:2], [0, 1])
        found = {}
        for name, (table, position, _, _) in zip(mat["names"], mat["info"]):
            rows = mat["data_1" if table == 1 else "data_2"]
            found[name] = [math.copysign(1, position) * value for value in rows[abs(position) - 1]]
        for name, values in self.csv.items():
            constant = dict(zip(mat["names"], mat["info"]))[name][0] == 1
            self.assertEqual(found[name], [values[0], values[0]] if constant else values, name)
        # Aliases take no room: time, T[2], level, their derivatives, low and its opposite.
        self.assertEqual(len(mat["data_2"]), 9)
        info = dict(zip(mat["names"], mat["info"]))
        self.assertEqual(info["same"][1], info["level"][1])
        self.assertEqual(info["minus"][1], -info["level"][1])

    def test_octave_reads_it(self):
        octave = shutil.which("octave-cli") or shutil.which("octave")
        if octave is None:
            self.skipTest("octave is not installed")
        script = f"""
load('{self.mat}');
for i = 1:columns(name)
  n = deblank(name(:, i)');
  if strcmp(n, 'level')
    row = data_2(abs(dataInfo(2, i)), :);
    printf('%d %.17g %.17g\\n', columns(row), row(1), row(end));
  end
end
"""
        count, first, last = run(octave, "--no-gui", "--eval", script).stdout.split()
        self.assertEqual(int(count), len(self.csv["time"]))
        self.assertEqual((float(first), float(last)), (self.csv["level"][0], self.csv["level"][-1]))


class Values(Case):
    def test_parameters_of_the_translation_can_be_set(self):
        model = self.write("Tank.mo", TANK)
        columns = read_csv(mosim(model, "--set", "n=3", "--set", "k=1").stdout)
        self.assertIn("T[3]", columns)
        self.assertAlmostEqual(columns["level"][-1], math.exp(-2), delta=1e-7)

    def test_a_file_gives_values(self):
        values = self.write("values.txt", "n = 3  # layers\nk = 1\nstart level = 2\n")
        columns = read_csv(mosim(self.write("Tank.mo", TANK), "--parameters", values).stdout)
        self.assertIn("T[3]", columns)
        self.assertAlmostEqual(columns["level"][-1], 2 * math.exp(-2), delta=2e-7)

    def test_what_cannot_be_set_says_why(self):
        model = self.write("Tank.mo", TANK)
        document = self.write("Tank.moo", run(BIN / "moopt", text=run(BIN / "moflat", model).stdout).stdout)
        message = mosim(document, "--set", "n=3", code=2).stderr
        self.assertIn("`n` cannot be set: its value was used when the model was translated", message)
        self.assertIn("mosim MODEL.mo --set", message)
        self.assertIn("it is final", mosim(model, "--set", "twice=3", code=2).stderr)
        self.assertIn("did you mean `level`?", mosim(model, "--set", "levle=3", code=2).stderr)
        self.assertIn("did you mean `level`?", mosim(model, "--plot", "levle", code=2).stderr)
        self.assertIn("did you mean `level`?", mosim(model, "--variables", "levle", code=2).stderr)
        self.assertIn("`--start level=…` gives its start value", mosim(model, "--set", "level=3", code=2).stderr)

    def test_a_start_value_that_equations_overrule_is_told(self):
        model = self.write(
            "M.mo",
            "model M\n  Real x;\n  Real y;\n"
            "initial equation\n  x = 1;\nequation\n  der(x) = -x;\n  y = sin(x) + 2*time;\nend M;\n",
        )
        self.assertIn(
            "`x` starts with 1: the equations determine it, and 5 was only a first guess",
            mosim(model, "--start", "x=5").stderr,
        )
        self.assertIn("`y` starts with 0.841471", mosim(model, "--start", "y=5").stderr)


class Streams(Case):
    def peak_memory(self, intervals, output):
        """Of a run with so many rows, in kilobytes."""
        script = (
            "import resource, subprocess, sys\n"
            "subprocess.run(sys.argv[1:], check=True)\n"
            "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)\n"
        )
        command = [BIN / "mosim", BALL, "--intervals", intervals, "-o", output, "--plot-file", self.folder / "b.svg"]
        return int(run(sys.executable, "-c", script, *command).stdout)

    def test_memory_does_not_grow_with_the_rows(self):
        for name in ("ball.csv", "ball.mat"):
            few = self.peak_memory(30_000, self.folder / name)
            size = (self.folder / name).stat().st_size
            many = self.peak_memory(300_000, self.folder / name)
            self.assertGreater((self.folder / name).stat().st_size, 8 * size)
            # Both files are much larger than what the process may have grown by.
            self.assertLess(many, few + 2000, f"{name}: {few} kB, then {many} kB")

    def test_an_interrupt_leaves_readable_results(self):
        for name in ("slow.csv", "slow.mat"):
            output = self.folder / name
            process = subprocess.Popen(
                [BIN / "mosim", BALL, "--stop", "1000", "--intervals", "30000000", "--variables", "h", "-o", output],
                stderr=subprocess.PIPE,
                text=True,
            )
            time.sleep(1.5)
            process.send_signal(signal.SIGINT)
            _, errors = process.communicate(timeout=60)
            self.assertEqual(process.returncode, 0, errors)
            self.assertIn("interrupted at time ", errors)
            self.assertGreater(output.stat().st_size, 1000)
            if name.endswith(".csv"):
                lines = output.read_text().splitlines()
                self.assertEqual({line.count(",") for line in lines}, {1})
            self.assertEqual(sorted(self.folder.iterdir()), [output])
            output.unlink()

    def terminal(self, *arguments):
        """What a terminal gets to see, on both streams."""
        leader, follower = pty.openpty()
        process = subprocess.Popen(
            [BIN / "mosim", *arguments], stdout=follower, stderr=follower, cwd=self.folder, close_fds=True
        )
        os.close(follower)
        seen = b""
        while True:
            try:
                part = os.read(leader, 65536)
            except OSError:
                break
            if not part:
                break
            seen += part
        os.close(leader)
        self.assertEqual(process.wait(), 0, seen)
        return seen.decode()

    def test_a_terminal_shows_progress(self):
        seen = self.terminal(BALL, "--stop", "3", "--intervals", "3000000", "-o", "ball.csv", "--variables", "h")
        self.assertRegex(seen, r"█*░*  +\d+ %  time [\d.e-]+ of 3, \d+ steps, \d+ events")
        self.assertTrue(seen.endswith("\r\033[K"))
        self.assertNotIn("events", mosim(BALL, "-o", self.folder / "ball.csv").stderr)

    def test_a_plot_in_a_terminal_comes_with_charts_instead_of_numbers(self):
        seen = self.terminal(BALL, "--stop", "3", "--plot", "h,v")
        self.assertIn("height of ball", seen)
        self.assertIn("velocity of ball", seen)
        self.assertNotIn("time,h", seen)
        self.assertTrue((self.folder / "BouncingBall.html").exists())


main()
