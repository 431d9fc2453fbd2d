"""Simulators made by mogen-cpp: moconform -- python3 mogen_cpp.py FOLDER_OF_TOOLS"""
import pathlib
import sys
import tempfile

from adapter import TOLERANCE, finish, intervals_for, parse, run, stop_if_not_made

given = parse(sys.argv[2:])
settings = [word for parameter in given.parameter for word in ("--set", parameter)]
with tempfile.TemporaryDirectory() as folder:
    simulator = pathlib.Path(folder) / "simulator"
    stop_if_not_made(run([pathlib.Path(sys.argv[1]) / "mogen-cpp", "--allow-external", given.file, "-o", simulator]))
    finish(run([simulator, "--stop", given.stop, "--intervals", intervals_for(given.points, given.stop), "--tolerance",
                TOLERANCE, "--variables", "*", *settings]), given.points)
