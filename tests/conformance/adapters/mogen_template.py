"""Programs that templates make: moconform -- python3 mogen_template.py FOLDER_OF_TOOLS c99|python

They take fixed steps, so their number is large enough for all cases. The file has to be JSON."""
import pathlib
import sys
import tempfile

from adapter import changed_document, finish, intervals_for, parse, run, stop_if_not_made

STEPS = 2000

tools, template = pathlib.Path(sys.argv[1]), sys.argv[2]
given = parse(sys.argv[3:])
# Without an interval they do not run; results for time 0 are the first row of a longer simulation.
stop, intervals = (given.stop, intervals_for(given.points, given.stop)) if float(given.stop) > 0 else ("0.001", 1)
steps = intervals * -(-STEPS // intervals)
with tempfile.TemporaryDirectory() as folder:
    made = run([tools / "mogen-template", template], changed_document(given.file, given.parameter))
    stop_if_not_made(made)
    if template.startswith("c99") or template.endswith("c99.j2"):
        source, program = pathlib.Path(folder) / "model.c", pathlib.Path(folder) / "model"
        source.write_text(made.stdout)
        stop_if_not_made(run(["cc", "-std=c99", "-O1", source, "-o", program, "-lm"]))
        command = [program]
    else:
        source = pathlib.Path(folder) / "model.py"
        source.write_text(made.stdout)
        command = [sys.executable, "-B", source]
    finish(run([*command, stop, steps]), given.points)
