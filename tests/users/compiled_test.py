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
