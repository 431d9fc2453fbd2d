"""The interpreter: moconform -- python3 mosim.py FOLDER_OF_TOOLS"""
import pathlib
import sys

from adapter import TOLERANCE, finish, intervals_for, parse, run

given = parse(sys.argv[2:])
settings = [word for parameter in given.parameter for word in ("--set", parameter)]
finish(run([pathlib.Path(sys.argv[1]) / "mosim", "--allow-external", given.file, "--stop", given.stop, "--intervals",
            intervals_for(given.points, given.stop), "--tolerance", TOLERANCE, "--variables", "*", *settings]), given.points)
