"""Typical mistakes in models that use components of a library: does the message name a line that the user has to change?

    mistakes_test.py FOLDER_OF_OUR_TOOLS ROOT_OF_THE_SOURCES [--all] [MODEL…]

Each model in the folder `mistakes` has one mistake, and `//!` on the lines where it can be corrected. What counts is the
place of the first error or warning that `moflat | moopt` reports, or else `mosim`. A place in a library, in a generated file or
on any other line is a miss. `--all` prints all messages.
"""

import glob
import json
import os
import re
import subprocess
import sys

BIN, ROOT = sys.argv[1], sys.argv[2]
FOLDER = os.path.join(ROOT, "tests", "users", "mistakes")
LEAST = 0.9
PLACE = re.compile(r"([^\s:(]+\.mo):(\d+)")


def call(tool, arguments, text=None):
    return subprocess.run(
        [os.path.join(BIN, tool), *arguments], input=text, capture_output=True, text=True, cwd=FOLDER, timeout=100
    )


def messages_of(tool, arguments, text=None):
    """Standard output, and (severity, file, line, message) for each diagnostic."""
    done = call(tool, arguments, text)
    found = []
    for line in done.stderr.splitlines():
        try:
            message = json.loads(line)
            place = message.get("place", {})
            found.append((message["severity"], place.get("file", ""), place.get("line", 0), message["message"]))
        except ValueError:
            # A simulation reports in plain text.
            place = PLACE.search(line)
            severity = "error" if " error: " in line else "warning" if " warning: " in line else "note"
            found.append((severity, place[1] if place else "", int(place[2]) if place else 0, line))
    return (done.stdout if done.returncode == 0 else None), found


def first_message(model):
    """What a user reads first."""
    with open(os.path.join(FOLDER, model), encoding="utf-8") as file:
        package = re.match(r"package (\w+)", file.read())
    names = [model] + ([package[1] + ".M"] if package else [])
    text, found = messages_of("moflat", ["-L", ".", "--diagnostics=json", *names])
    if text is not None:
        text, more = messages_of("moopt", ["--diagnostics=json"], text)
        found += more
    if text is not None:
        found += messages_of("mosim", ["-L", ".", "--diagnostics=json", "--stop", "1", "-o", "/dev/null", *names])[1]
    if "--all" in sys.argv:
        for message in found:
            print("   ", message)
    for message in found:
        if message[0] in ("error", "warning"):
            return message
    return ("none", "", 0, "no message")


def has_modelica():
    return call("moflat", ["--check", "Modelica.Blocks.Examples.PID_Controller"]).returncode == 0


def main():
    chosen = [argument for argument in sys.argv[3:] if not argument.startswith("--")]
    models = chosen or sorted(os.path.basename(path) for path in glob.glob(os.path.join(FOLDER, "*.mo")))
    if not chosen and not has_modelica():
        models = [model for model in models if "_msl_" not in model]
    hits = 0
    for model in models:
        with open(os.path.join(FOLDER, model), encoding="utf-8") as file:
            lines = [number for number, line in enumerate(file, 1) if "//!" in line]
        severity, name, line, message = first_message(model)
        is_hit = os.path.basename(name) == model and line in lines
        hits += is_hit
        if not is_hit or "--all" in sys.argv:
            print(f"{'hit ' if is_hit else 'miss'} {model}: {severity} at {name}:{line}, not {lines}: {message}")
    print(f"{hits} of {len(models)} first messages name a line that the user has to change")
    return 0 if hits >= LEAST * len(models) else 1


sys.exit(main())
