"""What moshow shows of models of the Modelica Standard Library, where it is installed; else skipped, with code 77.

    library_test.py FOLDER_OF_OUR_TOOLS ROOT_OF_THE_SOURCES
"""

import json
import os
import pathlib
import sys

import report

BIN = sys.argv[1]
DATA = pathlib.Path(os.environ.get("XDG_DATA_HOME", pathlib.Path.home() / ".local/share")) / "modelica"


def shown(model):
    out, err, code = report.moshow(BIN, "--json", model)
    assert code == 0, err
    return report.check_report(json.loads(out))


def engine():
    data = shown("Modelica.Mechanics.MultiBody.Examples.Loops.EngineV6")
    index = data["index"]
    assert index["counts"]["state"] == len(data["states"]["chosen"]) > 0, index["counts"]
    assert index["loops"][0]["iteration"] < index["loops"][0]["equations"]
    # Loops lead to components and connections of the model.
    loops = [loop for loops in data["loops"].values() for loop in loops.values()]
    assert any("`cylinder1" in loop["why"] and loop.get("connections") for loop in loops)
    names = [row[0] for row in data["components"]]
    assert "cylinder1" in names
    # A state that was wished, and variables that follow from it.
    assert all(row["reason"] for row in data["states"]["chosen"])


def heating():
    data = shown("Modelica.Fluid.Examples.HeatingSystem")
    assert data["index"]["counts"]["state"] == len(data["jacobian"]["states"])
    assert len(data["jacobian"]["colours"]) == len(data["jacobian"]["states"])
    units = {row.get("unit") for row in data["variables"]}
    assert {"Pa", "K", "kg/s"} <= units, units


def main():
    if not any(DATA.glob("Modelica*/package.mo")):
        print(f"SKIPPED: there is no Modelica Standard Library in {DATA}")
        return 77
    engine()
    heating()
    return 0


if __name__ == "__main__":
    sys.exit(main())
