"""Small frictions: misspelt names and options, wrong files, too much output, warnings that nobody notices.

    frictions_test.py FOLDER_OF_OUR_TOOLS ROOT_OF_THE_SOURCES
"""

import os
import pty
import subprocess
import zipfile

from simulator import BALL, BIN, Case, main, mosim, run

FOLD = """
model Fold "x jumps from the lower to the upper branch where the lower one turns back"
  Real x(start = -1.3);
  Real s = time - 1;
equation
  x^3 - x = s;
  annotation(experiment(StopTime = 2));
end Fold;
"""

# Continuous, but steep: 0.4 of the range within a thousandth of the time.
STEEP = """
model Steep
  Real x(start = -1);
equation
  x + 0.01*x^3 = tanh(2000*(time - 0.5));
end Steep;
"""

# Four ideal diodes conduct at once where the source is zero: nothing says how the current is shared.
BRIDGE = """
model Bridge
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  partial model TwoPin
    Pin p;
    Pin n;
  equation
    p.i + n.i = 0;
  end TwoPin;
  model Diode
    extends TwoPin;
    Real s(start = 0);
    Boolean off(start = true);
  equation
    off = s < 0;
    p.v - n.v = s*(if off then 1 else 0);
    p.i = s*(if off then 0 else 1);
  end Diode;
  model Source
    extends TwoPin;
  equation
    p.v - n.v = 10*sin(6.28*time);
  end Source;
  model Capacitor
    extends TwoPin;
    Real v(start = 0, fixed = true);
  equation
    v = p.v - n.v;
    1e-3*der(v) = p.i;
  end Capacitor;
  model Ground
    Pin p;
  equation
    p.v = 0;
  end Ground;
  Source src;
  Diode d1;
  Diode d2;
  Diode d3;
  Diode d4;
  Capacitor c;
  Ground ground;
equation
  connect(src.p, d1.p);
  connect(d1.n, c.p);
  connect(d2.n, c.p);
  connect(src.n, d2.p);
  connect(d3.n, src.p);
  connect(d4.n, src.n);
  connect(d3.p, c.n);
  connect(d4.p, c.n);
  connect(c.n, ground.p);
end Bridge;
"""

PACKAGE = """
package Tanks
  connector Port = Real;
  model Tank
    Real h(start = 1, fixed = true);
  equation
    der(h) = -h;
  end Tank;
  %s
end Tanks;
"""

def tool(name, *arguments, **keywords):
    return run(BIN / name, *arguments, **keywords)


class Frictions(Case):
    def terminal(self, *arguments):
        """What a terminal gets to see of standard output."""
        leader, follower = pty.openpty()
        process = subprocess.Popen([BIN / "mosim", *arguments], stdout=follower, stderr=subprocess.DEVNULL, cwd=self.folder)
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

    # ---- names ----

    def test_a_misspelt_class_gets_a_suggestion(self):
        model = self.write("Tanks.mo", PACKAGE % "")
        for name, hint in [("Tanks.Tamk", "Tank"), ("Tansk.Tank", "Tanks"), ("Tanks.Tan", "Tank")]:
            for program in ("mosim", "moflat"):
                failed = tool(program, model, name, code=1)
                self.assertIn(f"did you mean `{hint}`?", failed.stderr)

    def test_the_only_model_of_a_package_is_used(self):
        model = self.write("Tanks.mo", PACKAGE % "")
        self.assertIn("h", mosim(model).stdout.splitlines()[0])
        self.assertIn("Tanks.Tank", tool("moflat", model).stdout)

    def test_several_models_of_a_package_are_listed(self):
        model = self.write("Tanks.mo", PACKAGE % "model Other extends Tank; end Other;")
        for program in ("mosim", "moflat"):
            message = tool(program, model, code=1).stderr
            self.assertIn("2 in packages [ModelNotFound]", message)
            self.assertIn("`Tanks.Tank`", message)
            self.assertIn("`Tanks.Other`", message)

    def test_unknown_options_are_refused_by_name(self):
        for program in ("mosim", "moflat", "moopt", "moconv", "mogen-cpp", "mogen-fmu", "mogen-xml", "mogen-template"):
            failed = tool(program, "--verson", "a=1", code=2)
            self.assertIn("unknown option `--verson`; did you mean `--version`?", failed.stderr)
        failed = tool("mosim", BALL, "--sett", "a=1", code=2)
        self.assertIn("unknown option `--sett`; did you mean `--set`?", failed.stderr)
        failed = tool("mosim", BALL, "--stop-time", "3", code=2)
        self.assertIn("unknown option `--stop-time`; did you mean `--stop`?", failed.stderr)

    # ---- files ----

    def test_known_files_are_explained(self):
        fmu = self.folder / "model.fmu"
        with zipfile.ZipFile(fmu, "w") as archive:
            archive.writestr("modelDescription.xml", "<fmiModelDescription/>")
        kinds = {
            "model.fmu": "a Functional Mock-up Unit (FMU)",
            "run.csv": "a table of values (CSV)",
            "run.mat": "a MATLAB file",
            "run.mos": "a Modelica script",
            "net.onnx": "a neural network (ONNX)",
            "system.ssp": "a package of System Structure and Parameterization (SSP)",
            "picture.png": "a picture (PNG)",
        }
        for name, kind in kinds.items():
            if name != "model.fmu":
                (self.folder / name).write_bytes(b"\x00\x01binary\xff")
            for program in ("mosim", "moflat", "moopt"):
                failed = tool(program, self.folder / name, code=1)
                self.assertIn(f"is {kind}, not a model [FileOfOtherKind]", failed.stderr)
                self.assertNotIn("binary", failed.stderr)

    # ---- output ----

    def test_a_terminal_gets_a_summary(self):
        seen = self.terminal(BALL, "--stop", "3")
        self.assertIn("BouncingBall: time 0 to 3", seen)
        self.assertIn("height of ball", seen)
        self.assertIn("-o FILE.csv", seen)
        self.assertLess(len(seen), 1500)
        self.assertGreater(len(self.terminal(BALL, "--stop", "3", "-o", "-")), 10000)
        self.assertEqual(self.terminal(BALL, "--stop", "3", "--quiet"), "")

    def test_a_plot_comes_without_numbers(self):
        done = mosim(BALL, "--stop", "3", "--plot-file", "ball.svg", cwd=self.folder)
        self.assertIn("the plot is in ball.svg", done.stdout)
        self.assertLess(len(done.stdout), 500)
        self.assertGreater(len(mosim(BALL, "--stop", "3", "--plot-file", "ball.svg", "-o", "-", cwd=self.folder).stdout), 10000)

    # ---- warnings ----

    def test_strict_turns_warnings_into_errors(self):
        model = self.write("Units.mo", 'model U\n  Real x(unit = "m") = time;\n  Real y(unit = "s");\nequation\n  y = x;\nend U;\n')
        flat = tool("moflat", model).stdout
        self.assertIn("warning:", tool("moflat", model).stderr)
        failed = tool("moflat", "--strict", model, code=1)
        self.assertIn("error:", failed.stderr)
        self.assertEqual(failed.stdout, "")
        tool("mosim", model, "--strict", "-o", "/dev/null", code=1)
        moo = tool("moopt", text=flat).stdout
        for program, arguments in [("moopt", ()), ("moconv", ()), ("mogen-xml", ())]:
            tool(program, "--strict", *arguments, text=flat if program == "moopt" else moo)

    def test_strict_counts_warnings_of_the_simulation(self):
        text = "model W\n  Real x = time;\nequation\n  assert(x < 0.5, \"large\", AssertionLevel.warning);\nend W;\n"
        model = self.write("W.mo", text)
        self.assertIn("warning:", mosim(model, "-o", "/dev/null").stderr)
        self.assertIn("error:", tool("mosim", model, "--strict", "-o", "/dev/null", code=1).stderr)

    # ---- what happens inside blocks ----

    def test_a_jump_to_another_branch_is_reported_once(self):
        model = self.write("Fold.mo", FOLD)
        said = mosim(model, "-o", "/dev/null").stderr
        self.assertEqual(said.count("jumps to another solution"), 1, said)
        self.assertRegex(said, r"Fold.mo:6:3\) jumps to another solution at time 1\.38")

    def test_a_degenerate_circuit_names_what_is_open(self):
        outcome = tool("mosim", self.write("Bridge.mo", BRIDGE), "-o", self.folder / "out.csv", code=1)
        self.assertRegex(outcome.stderr, r"the system is singular; nothing determines `d1\.s`, `d2\.s`")
        self.assertRegex(outcome.stderr, r"these equations repeat or contradict each other: \S*Bridge\.mo:19:")

    def test_a_steep_solution_is_no_jump(self):
        model = self.write("Steep.mo", STEEP)
        self.assertEqual(mosim(model, "-o", "/dev/null").stderr, "")


main()
