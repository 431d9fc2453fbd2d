"""For tests of what users see: our tools run, and their results read."""

import csv
import io
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

BIN = pathlib.Path(sys.argv[1])
ROOT = pathlib.Path(sys.argv[2])
BALL = ROOT / "docs/examples/BouncingBall.mo"


def run(*command, text=None, code=0, env=None, cwd=None):
    """What the command prints; it has to end with `code`."""
    environment = dict(os.environ, **(env or {}))
    done = subprocess.run(
        [str(part) for part in command], input=text, capture_output=True, text=True, timeout=300, env=environment, cwd=cwd
    )
    assert done.returncode == code, f"{command}: exit code {done.returncode}\n{done.stderr}"
    return done


def mosim(*arguments, **options):
    return run(BIN / "mosim", *arguments, **options)


def read_csv(text):
    """The columns by name, as numbers."""
    header, *rows = csv.reader(io.StringIO(text))
    return {name: [float(row[i]) for row in rows] for i, name in enumerate(header)}


class Case(unittest.TestCase):
    """With a folder of its own for files."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, name, text):
        path = self.folder / name
        path.write_text(text)
        return path


def main():
    sys.argv[1:3] = []
    unittest.main()
