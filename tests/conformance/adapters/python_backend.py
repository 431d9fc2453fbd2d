"""The back end of docs/examples/python_backend: moconform -- python3 python_backend.py FOLDER_OF_THE_BACK_END

The file has to be JSON."""
import pathlib
import sys
import tempfile

from adapter import TOLERANCE, changed_document, finish, intervals_for, parse, run, stop_if_not_made

given = parse(sys.argv[2:])
settings = [word for parameter in given.parameter for word in ("--set", parameter)]
made = run([sys.executable, "-B", pathlib.Path(sys.argv[1]) / "moo_to_python.py"], changed_document(given.file, []))
stop_if_not_made(made)
with tempfile.TemporaryDirectory() as folder:
    program = pathlib.Path(folder) / "model.py"
    program.write_text(made.stdout)
    finish(run([sys.executable, "-B", program, "--stop", given.stop, "--intervals", intervals_for(given.points, given.stop),
                "--tolerance", TOLERANCE, *settings]), given.points)
