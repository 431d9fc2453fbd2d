#!/usr/bin/env python3
"""Files that tools wrote in older versions of the format are read, as schemas/README.md promises, or refused with a reason.

    old_versions_test.py BIN_FOLDER ROOT_OF_THE_SOURCES
"""
import csv
import io
import json
import pathlib
import subprocess
import sys
import unittest

BIN = pathlib.Path(sys.argv[1])
ROOT = pathlib.Path(sys.argv[2])
FILES = ROOT / "tests/roundtrip/versions"
READ = ("0.2.0", "0.3.0", "0.4.0", "0.5.0")


def run(command, text=None):
    return subprocess.run([str(word) for word in command], input=text, capture_output=True, text=True, timeout=60)


class OldVersions(unittest.TestCase):
    def convert(self, file):
        done = run([BIN / "moconv", "--to", "json", file])
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def test_their_files_are_read(self):
        for version in READ:
            files = sorted((FILES / version).iterdir())
            self.assertEqual({file.suffix for file in files}, {".moo", ".json", ".xml"})
            for file in files:
                with self.subTest(version=version, file=file.name):
                    self.assertIn(version, file.read_text())
                    self.assertIn('"moo": "1.0.0"', self.convert(file))

    def test_they_say_the_same_in_all_encodings(self):
        for version in READ:
            self.assertEqual(self.convert(FILES / version / "small.json"), self.convert(FILES / version / "small.xml"))

    def test_their_balls_bounce_like_that_of_today(self):
        heights = []
        for model in (*(FILES / version / "BouncingBall.moo" for version in READ), ROOT / "docs/examples/BouncingBall.mo"):
            done = run([BIN / "mosim", model, "--stop", "2", "-q"])
            self.assertEqual(done.returncode, 0, done.stderr)
            heights.append([float(row["h"]) for row in csv.DictReader(io.StringIO(done.stdout))])
        self.assertGreater(len(heights[0]), 100)
        for others in heights[1:]:
            self.assertEqual(heights[0], others)

    def test_what_became_data_in_1_0_is_added(self):
        ball = json.loads(self.convert(FILES / "0.5.0/BouncingBall.moo"))
        today = run([BIN / "moflat", ROOT / "docs/examples/BouncingBall.mo"]).stdout
        today = json.loads(run([BIN / "moconv", "--to", "json"], run([BIN / "moopt"], today).stdout).stdout)
        for section in ("initialization", "integration", "reinitialization", "zeroCrossings", "whenConditions"):
            self.assertEqual(ball[section], today[section])
        features = [json.loads(self.convert(FILES / "0.5.0" / name)) for name in ("Features.moo", "Features.json", "Features.xml")]
        self.assertEqual(features[0], features[1])
        self.assertEqual(features[0], features[2])
        text = json.dumps(features[0])
        for form in ('["int", ', '["relation", 1', '["sampling", 1', '"sizes"'):
            self.assertIn(form, text)

    def test_start_values_of_old_files_can_be_overridden(self):
        for version in READ:
            done = run([BIN / "mosim", FILES / version / "BouncingBall.moo", "--stop", "0.1", "--start", "h=2", "-q"])
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(float(next(csv.DictReader(io.StringIO(done.stdout)))["h"]), 2.0)

    def test_other_versions_are_refused(self):
        for file in sorted((FILES / "0.2.0").iterdir()):
            for other in ("0.1.0", "2.0.0", "1", "one"):
                done = run([BIN / "moconv", "--check"], file.read_text().replace('"0.2.0"', f'"{other}"'))
                self.assertEqual(done.returncode, 1)
                self.assertIn("[MooVersion]", done.stderr)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0]])
