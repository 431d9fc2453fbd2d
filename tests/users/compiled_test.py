"""`mosim --compiled`: the same results, and a compiler only where it is needed.

    compiled_test.py FOLDER_OF_OUR_TOOLS ROOT_OF_THE_SOURCES
"""

import os
import stat
import subprocess

from simulator import BALL, BIN, Case, main, mosim, read_csv

# Stands for the compiler and counts its calls.
COUNTING = """#!/bin/sh
echo call >> "$COUNT_FILE"
exec c++ "$@"
"""

# Blocks that are solved, a function, a when-clause, and enough equations to be more than one file.
LARGE = """model Large
  function f
    input Real u;
    output Real y;
  algorithm
    y := 0;
    for i in 1:3 loop
      y := y + u^i;
    end for;
  end f;
  Real x[3000](each start = 1, each fixed = true);
  Real y[20];
  discrete Integer count(start = 0, fixed = true);
equation
  for i in 1:20 loop
    y[i] + 0.1*sin(y[i]) = f(x[i]);
    der(x[i]) = -y[i]/i;
  end for;
  for i in 21:3000 loop
    der(x[i]) = x[i - 1] - x[i];
  end for;
  when x[1] < 0.5 then
    count = pre(count) + 1;
  end when;
end Large;
"""


class Compiled(Case):
    def setUp(self):
        super().setUp()
        self.compiler = self.write("counting-c++", COUNTING)
        self.compiler.chmod(self.compiler.stat().st_mode | stat.S_IXUSR)
        self.count_file = self.folder / "count"
        self.env = {
            "CXX": str(self.compiler),
            "COUNT_FILE": str(self.count_file),
            "XDG_CACHE_HOME": str(self.folder / "cache"),
        }

    def calls(self):
        return len(self.count_file.read_text().split()) if self.count_file.exists() else 0

    def test_the_second_run_does_not_compile(self):
        first = mosim(BALL, "--compiled", "--stop", "2", env=self.env)
        self.assertEqual(self.calls(), 1)
        self.assertTrue(any((self.folder / "cache/moo").glob("simulator-*/simulator")))
        second = mosim(BALL, "--compiled", "--stop", "2", env=self.env)
        self.assertEqual(self.calls(), 1)
        self.assertEqual(first.stdout, second.stdout)
        # Other options are no other model.
        mosim(BALL, "--compiled", "--set", "e=0.5", "--solver", "dopri45", env=self.env)
        self.assertEqual(self.calls(), 1)
        interpreted = read_csv(mosim(BALL, "--stop", "2").stdout)
        compiled = read_csv(first.stdout)
        self.assertEqual(list(compiled), list(interpreted))
        self.assertAlmostEqual(compiled["h"][-1], interpreted["h"][-1], delta=1e-6)

    def test_a_large_model_is_compiled_in_parts(self):
        model = self.write("Large.mo", LARGE)
        compiled = mosim(model, "--compiled", "--stop", "1", "--variables", "x[1],y[7],count", env=self.env)
        # At least two parts, and the linker.
        self.assertGreaterEqual(self.calls(), 3)
        interpreted = mosim(model, "--stop", "1", "--variables", "x[1],y[7],count")
        expected = read_csv(interpreted.stdout)
        found = read_csv(compiled.stdout)
        self.assertEqual(found["count"][-1], 1)
        for name in expected:
            self.assertEqual(len(found[name]), len(expected[name]))
            for a, b in zip(found[name], expected[name]):
                self.assertAlmostEqual(a, b, delta=1e-6)
        files = list((self.folder / "cache/moo").glob("simulator-*/*.o"))
        self.assertEqual(files, [])

    def test_another_model_is_another_program(self):
        text = BALL.read_text()
        mosim("--compiled", text=text, env=self.env)
        mosim("--compiled", text=text.replace("0.7", "0.6"), env=self.env)
        self.assertEqual(self.calls(), 2)

    def test_many_at_once_compile_once(self):
        processes = [
            subprocess.Popen(
                [BIN / "mosim", BALL, "--compiled", "--stop", "0.5", "--variables", "h"],
                stdout=subprocess.PIPE,
                env=dict(os.environ, **self.env),
            )
            for _ in range(4)
        ]
        outputs = {process.communicate(timeout=300)[0] for process in processes}
        self.assertEqual([process.returncode for process in processes], [0] * 4)
        self.assertEqual(len(outputs), 1)
        self.assertEqual(self.calls(), 1)

    def test_mistakes_are_told_as_without_it(self):
        message = mosim(BALL, "--compiled", "--set", "ee=1", code=2, env=self.env).stderr
        self.assertIn("mosim: error: the model has no variable `ee`; did you mean `e`?", message)


main()
