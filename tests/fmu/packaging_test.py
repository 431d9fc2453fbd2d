"""What is in an FMU: a description that follows the standards, one library that needs no other, the same bytes each time.

    packaging_test.py BIN SOURCE

The schemas of the FMI project are looked for in $FMI_STANDARD and ~/.local/share/fmi-standard, as 2.0/schema and
3.0/schema; FMPy in $FMPY and ~/.local/share/fmpy. What is not there is not asked.
"""
import os
import re
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

from check_description import check

MODELS = ["docs/examples/BouncingBall.mo", "tests/fmu/Interface.mo", "tests/fmu/Pictures.mo", "tests/simulation/Hostile.mo",
          "tests/simulation/External.mo", "tests/simulation/ClockedMethods.mo",
          "tests/simulation/systems/CartesianPendulum.mo"]
NEEDED = re.compile(r"lib(c|m)\.so\.6|ld-linux-x86-64\.so\.2")


def run(words, **options):
    return subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=300, **options)


def find(variable, folder):
    place = Path(os.environ.get(variable) or Path.home() / ".local/share" / folder)
    return place if place.is_dir() else None


def schema_problems(folder, standard, version):
    pairs = [(f"{version}.0/schema/fmi{version}ModelDescription.xsd", "modelDescription.xml"),
             # FMI 2.0.4 took it from FMI 3.0.
             ("3.0/schema/fmi3TerminalsAndIcons.xsd", "terminalsAndIcons/terminalsAndIcons.xml"),
             ("3.0/schema/fmi3BuildDescription.xsd", "sources/buildDescription.xml")]
    for schema, file in pairs:
        if (folder / file).exists():
            outcome = run(["xmllint", "--noout", "--schema", standard / schema, folder / file])
            if outcome.returncode != 0:
                yield outcome.stderr[:1000]


def fmpy_problems(fmpy, fmu):
    script = "import sys; from fmpy.validation import validate_fmu; print(*validate_fmu(sys.argv[1]), sep='\\n')"
    outcome = run([sys.executable, "-c", script, fmu], env={**os.environ, "PYTHONPATH": str(fmpy)})
    if outcome.returncode != 0:
        return ["FMPy does not run: " + outcome.stderr[-300:]]
    return [line for line in outcome.stdout.splitlines() if line and "logger proxy" not in line]


def library_problems(folder, version):
    library = next((folder / "binaries").glob("*/*.so"))
    for line in run(["readelf", "-d", library]).stdout.splitlines():
        needed = re.search(r"NEEDED.*\[(.*)\]", line)
        if needed and not NEEDED.fullmatch(needed[1]):
            yield f"{library.name} needs {needed[1]}"
        if "TEXTREL" in line:
            yield f"{library.name} changes its code when it is loaded"
    for line in run(["nm", "-D", "--defined-only", library]).stdout.splitlines():
        if not line.split()[-1].startswith(f"fmi{version}"):
            yield f"{library.name} shows {line.split()[-1]}"
    if not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*\.so", library.name):
        yield f"{library.name} is no plain name"


def check_model(tools, model, folder, standard, fmpy):
    flat = run([tools / "moflat", model])
    moo = run([tools / "moopt"], input=flat.stdout).stdout
    for version in ("2", "3"):
        fmu, again = folder / f"a{version}.fmu", folder / f"b{version}.fmu"
        for target, encoding in ((fmu, "text"), (again, "json")):
            text = run([tools / "moconv", "--to", encoding], input=moo).stdout
            made = run([tools / "mogen-fmu", "--allow-external", "--fmi", version, "-o", target], input=text)
            if made.returncode != 0:
                yield made.stderr
                return
        # Whatever the encoding of the document, and at another time.
        if fmu.read_bytes() != again.read_bytes():
            yield f"FMI {version}: the same model gives other bytes"
        yield from check(fmu)
        unpacked = folder / f"unpacked{version}"
        with zipfile.ZipFile(fmu) as archive:
            archive.extractall(unpacked)
            if {entry.date_time for entry in archive.infolist()} != {(1980, 1, 1, 0, 0, 0)}:
                yield "an entry has a time"
        yield from library_problems(unpacked, version)
        if standard:
            yield from schema_problems(unpacked, standard, version)
        if fmpy:
            yield from fmpy_problems(fmpy, fmu)


# Changes of the description of Interface.mo for FMI 3.0 that the checker has to find.
MISTAKES = {
    "a missing start value": (r' start="0.1"', ""),
    "two variables of one name": (r'name="sum"', 'name="y"'),
    "two variables of one reference": (r'name="u" valueReference="3"', 'name="u" valueReference="1"'),
    "a discrete parameter": (r'"parameter" variability="tunable"', '"parameter" variability="discrete"'),
    "a start value of what is calculated": (r'name="sum"', 'name="sum" start="1"'),
    "a unit that is not defined": (r'<Unit name="kg">', '<Unit name="pound">'),
    "a display unit that is not defined": (r'<DisplayUnit name="g"[^>]*/>', ""),
    "an output that is not listed": (r"<Output [^>]*/>", ""),
    "an unknown of the initialization that is not listed": (r"<InitialUnknown [^>]*/>", ""),
    "too few kinds": (r'dependenciesKind="constant dependent tunable', 'dependenciesKind="constant dependent'),
    "a kind that the initialization has not": (r'(<InitialUnknown [^>]*dependenciesKind=")constant', r"\1tunable"),
    "a dependency on what is not known": (r'(<Output valueReference="([0-9]*)" dependencies=")[0-9]*', r"\1\2"),
    "a derivative of nothing": (r' derivative="[0-9]*"', ""),
    "a name that is not structured": (r'name="negative"', 'name="a b"'),
    "a type that is not defined": (r'<EnumerationType name="Interface.Gear"', '<EnumerationType name="Gear"'),
}


def check_checker(fmu, folder):
    """A check that finds nothing says something only if it can find something."""
    with zipfile.ZipFile(fmu) as archive:
        description = archive.read("modelDescription.xml").decode()
    for name, (pattern, replacement) in MISTAKES.items():
        changed, count = re.subn(pattern, replacement, description, count=1)
        with zipfile.ZipFile(folder / "changed.fmu", "w") as archive:
            archive.writestr("modelDescription.xml", changed)
        if count != 1 or not list(check(folder / "changed.fmu")):
            yield f"{name} is not found"


def main():
    tools, source = Path(sys.argv[1]), Path(sys.argv[2])
    standard, fmpy = find("FMI_STANDARD", "fmi-standard"), find("FMPY", "fmpy")
    if fmpy and run([sys.executable, "-c", "import numpy, lxml, attr, msgpack, lark, jinja2"]).returncode != 0:
        fmpy = None
    print("schemas of the FMI project:", standard or "not found, not asked")
    print("FMPy:", fmpy or "not found, not asked")
    failed = 0
    for name in MODELS:
        with tempfile.TemporaryDirectory() as folder:
            problems = list(check_model(tools, source / name, Path(folder), standard, fmpy))
            if name.endswith("Interface.mo") and not problems:
                problems = list(check_checker(Path(folder) / "a3.fmu", Path(folder)))
        print("FAIL" if problems else "ok  ", name)
        for problem in problems:
            print("     " + problem)
        failed += bool(problems)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
