"""moconform accepts a back end that gives the expected values, and catches one that makes a mistake, whatever the mistake is.

    moconform_test.py MOCONFORM KIT
"""
import pathlib
import subprocess
import sys
import tempfile
import unittest

MOCONFORM, KIT = (pathlib.Path(word).resolve() for word in sys.argv[1:3])
BACK_END = pathlib.Path(__file__).resolve().with_name("told_backend.py")


def conform(mistake, *options):
    words = [MOCONFORM, *options, "--", sys.executable, "-S", BACK_END, KIT, mistake]
    return subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=100)


class Moconform(unittest.TestCase):
    def check(self, mistake, case, text, *options, code=1):
        done = conform(mistake, "--only", case, *options)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        self.assertIn(text, done.stdout + done.stderr)

    def test_expected_values_pass_in_all_encodings(self):
        done = conform("none", "--complete")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn(f"all{len(list((KIT / 'expect').iterdir())):27}{0:10}{0:10}\n", done.stdout)
        for encoding in ("text", "xml"):
            self.check("none", "101", "101_arithmetic  passed", "--encoding", encoding, code=0)

    def test_a_wrong_value_is_named(self):
        self.check("value", "101", "101_arithmetic  failed: at time 1 sum is 10.01, expected 10")

    def test_no_case_accepts_a_wrong_value(self):
        done = conform("value")
        self.assertEqual(done.returncode, 1)
        self.assertNotIn("  passed\n", done.stdout)
        self.assertRegex(done.stdout, r"\nall +0 +0 +\d+\n")

    def test_what_is_no_number_is_wrong(self):
        self.check("nan", "101", "sum is nan")
        self.check("word", "101", "`wrong` is not a number")

    def test_missing_columns_and_rows(self):
        self.check("column", "101", "there is no column `sum`")
        self.check("missing", "101", "there is no row for time 1")
        self.check("time", "101", "row 2 is for time 1.01, not 1")
        self.check("nothing", "101", "there is no column `time`")
        self.check("after", "101", "there is a row for time 2, which is not one of the points")

    def test_failures(self):
        self.check("failure", "101", "exit code 1: the solver gives up")
        self.check("crash", "101", "killed by signal 11")
        self.check("hang", "101", "no end within the time limit", "--timeout", "1")

    def test_a_simulation_that_has_to_fail(self):
        self.check("none", "522_assertion", "passed", code=0)
        self.check("success", "522_assertion", "exit code 0, but the simulation has to fail: the tank overflows")
        self.check("quiet", "522_assertion", "the message `the tank overflows` is missing")
        self.check("after", "522_assertion", "there is a row for time 2, after the end")

    def test_messages_and_an_early_end(self):
        self.check("quiet", "523_warning", "the message `the level is high` is missing")
        self.check("after", "521_terminate", "there is a row for time 2, after the end")

    def test_a_refusal_is_no_success(self):
        self.check("refuse=no clocks here", "517_clocks", "517_clocks  refused: clocks", code=0)
        self.check("refuse=no clocks here", "517_clocks", "517_clocks  refused: clocks", "--complete")
        self.check("refuse=no delays here", "517_clocks", "without naming a feature that the file requires")
        self.check("refuse=clocksmith", "517_clocks", "without naming a feature that the file requires")
        self.check("refuse=no clocks here", "101", "although the file requires no feature")

    def test_cases_can_be_left_out(self):
        self.check("none", "101,102", "all                          1         0         0", "--except", "101_", code=0)

    def test_wrong_usage(self):
        self.check("none", "999", "no case begins with `999`", code=2)
        self.check("none", "101", "`--level` is a number", "--level", "9", code=2)
        self.check("none", "101", "cannot read the folder", "--kit", "/nowhere", code=2)
        done = subprocess.run([MOCONFORM, "/nowhere/program"], capture_output=True, text=True, timeout=100)
        self.assertEqual(done.returncode, 2, done.stdout)
        self.assertIn("cannot start `/nowhere/program`", done.stderr)

    def test_the_list(self):
        done = subprocess.run([MOCONFORM, "--list", "--level", "5"], capture_output=True, text=True, timeout=100)
        self.assertEqual(done.returncode, 0)
        self.assertRegex(done.stdout, r"517_clocks +A periodic clock .* \(clocks\)\n")
        self.assertNotIn("101_arithmetic", done.stdout)

    def test_what_the_program_wrote_is_kept(self):
        with tempfile.TemporaryDirectory() as folder:
            self.check("value", "101", "failed", "--keep", folder)
            self.assertIn("10.01", (pathlib.Path(folder) / "101_arithmetic.csv").read_text())
            self.assertIn("--points 0,1", (pathlib.Path(folder) / "101_arithmetic.errors").read_text())

    def test_mistakes_in_expectations(self):
        good = "level: 1\npurpose: p\nderivation: d\nstop: 1\nvalues:\ntime x\n0 1\n"
        for old, new, message in (
            ("level: 1", "level: 7", "line 1: no such level"),
            ("stop: 1\n", "", "`stop` is missing"),
            ("stop: 1", "stopp: 1", "line 4: unknown key `stopp`"),
            ("0 1", "0 1 2", "line 7: the row has another number of columns"),
            ("0 1", "0 one", "line 7: `one` is neither a number"),
            ("0 1", "0 1\n0 1", "line 8: times are numbers that rise"),
            ("0 1", "2 1", "the last expected value is after the end"),
            ("stop: 1", "stop: 1\nends: early\ntolerance: 0", "line 6: the tolerance has to be a positive number"),
            ("0 1\n", "", "there are no expected values"),
        ):
            with tempfile.TemporaryDirectory() as folder:
                kit = pathlib.Path(folder)
                for part, name in (("expect", "101_x.expect"), ("json", "101_x.json")):
                    (kit / part).mkdir()
                    (kit / part / name).write_text("{}")
                for text, expected in ((good, "101_x  p"), (good.replace(old, new), message)):
                    (kit / "expect/101_x.expect").write_text(text)
                    done = subprocess.run([MOCONFORM, "--kit", kit, "--list"], capture_output=True, text=True, timeout=100)
                    self.assertIn(expected, done.stdout + done.stderr)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0]])
