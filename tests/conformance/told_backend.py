"""A back end that does not simulate: it is told the expected values, and gives them, or makes one mistake.

    told_backend.py KIT MISTAKE FILE --stop T --points … [--parameter …]
"""
import csv
import os
import pathlib
import signal
import sys
import time


def read_expectation(path):
    keys, rows, in_table = {}, [], False
    for line in path.read_text().splitlines():
        if in_table:
            rows.append(line.split())
        elif line.startswith("values:"):
            in_table = True
        elif not line.startswith(" "):
            key, _, value = line.partition(":")
            keys[key] = value.strip()
    return keys, rows[0], rows[1:]


def main():
    kit, mistake, file, stop, stop_time, points, times = sys.argv[1:8]
    assert (stop, points) == ("--stop", "--points"), sys.argv
    keys, header, rows = read_expectation(pathlib.Path(kit) / "expect" / (pathlib.Path(file).stem + ".expect"))
    is_cut = "ends" in keys or "fails" in keys
    assert times.split(",") == [row[0] for row in rows] + [stop_time] * is_cut, times
    assert stop_time == keys["stop"] and pathlib.Path(file).exists()
    assert sys.argv[8::2] == ["--parameter"] * (len(sys.argv[8:]) // 2)
    rows = [["0" if value == "-" else value for value in row] for row in rows]
    message, code = keys.get("fails") or keys.get("warns") or "", 1 if "fails" in keys else 0
    if mistake == "value":
        rows[-1][1] = str(float(rows[-1][1]) + 0.01)
    elif mistake == "nan":
        rows[-1][1] = "nan"
    elif mistake == "column":
        header[1] = "another"
    elif mistake == "word":
        rows[0][1] = "wrong"
    elif mistake == "time":
        rows[-1][0] = str(float(rows[-1][0]) + 0.01)
    elif mistake == "missing":
        rows.pop()
    elif mistake == "after":
        rows.append([str(float(rows[-1][0]) + 1.0), *rows[-1][1:]])
    elif mistake == "nothing":
        header, rows = [], []
    elif mistake == "quiet":
        message = ""
    elif mistake == "success":
        code = 0
    elif mistake == "failure":
        message, code = "the solver gives up", 1
    elif mistake == "crash":
        os.kill(os.getpid(), signal.SIGSEGV)
    elif mistake == "hang":
        time.sleep(60)
    elif mistake.startswith("refuse"):
        sys.exit(print(mistake.partition("=")[2], file=sys.stderr) or 3)
    else:
        assert mistake == "none", mistake
    csv.writer(sys.stdout).writerows([header, *rows])
    print(message, file=sys.stderr)
    sys.exit(code)


main()
