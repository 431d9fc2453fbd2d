"""The sources of an FMU compile with nothing but what is in the FMU, to a library that computes the same, in both kinds. One
is compiled with the address sanitizer and taken through the life of several instances.

    source_test.py BIN SOURCE COMPILER [--file-by-file]

The runtime is compiled as one file. With --file-by-file it is compiled as importers do, which takes five times as long, and
nothing runs under the address sanitizer.
"""
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

from build_sources import Builder, described_sets, listed_sets
from fmusim_test import Table, compare, described, find_fmusim

MODELS = {"2": ["docs/examples/BouncingBall.mo"],
          "3": ["docs/examples/BouncingBall.mo", "tests/simulation/Loops.mo", "tests/simulation/External.mo"]}
# Compiling the runtime takes ten seconds each time; joined sources of these are enough.
JOINED = {"2": ["docs/examples/BouncingBall.mo"], "3": ["tests/simulation/External.mo"]}

LIBRARY = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share") / "modelica/Modelica"
# C code of the standard library, which reads a file.
TABLES = """model Tables
  Modelica.Blocks.Sources.CombiTimeTable course(tableOnFile = true, tableName = "course", fileName = "{}", columns = {{2, 3}});
  Modelica.Blocks.Tables.CombiTable1Ds characteristic(
    table = [0, 0; 1, 2; 3, 5], smoothness = Modelica.Blocks.Types.Smoothness.ContinuousDerivative);
  Real x(start = 0, fixed = true);
  output Real y = course.y[1];
  output Real z = characteristic.y[1];
equation
  characteristic.u = x;
  der(x) = course.y[2] - 0.1*x;
end Tables;
"""
COURSE = "#1\ndouble course(3, 3)\n0 1 2\n0.5 3 1\n1 2 4\n"


def run(words, **options):
    return subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=600, **options)


def unpacked(tools, model, version, folder):
    """The FMU with sources and the folder with what is in it, or what went wrong."""
    fmu = folder / "model.fmu"
    moo = run([tools / "moopt"], input=run([tools / "moflat", model]).stdout).stdout
    made = run([tools / "mogen-fmu", "--allow-external", "--source", "--fmi", version, "-o", fmu], input=moo)
    if made.returncode != 0:
        raise RuntimeError(made.stderr)
    with zipfile.ZipFile(fmu) as archive:
        archive.extractall(folder / "unpacked")
    return fmu, folder / "unpacked"


def rebuild(builder, folder, by_list=False):
    """By buildDescription.xml, or by the list of FMI 2.0, which has no folders of headers."""
    sets, libraries = listed_sets(folder) if by_list else described_sets(folder)
    library = next((folder / "binaries").glob("*/*.so"))
    library.unlink()
    return builder.build(folder, library, sets, libraries)


def simulate(fmusim, fmu, kind, variables, results):
    wanted = [word for name in variables for word in ("--output-variable", name)]
    return run([fmusim, "--interface-type", kind, "--solver", "cvode", "--tolerance", "1e-7", "--stop-time", "1",
                *wanted, "--output-file", results, fmu])


def check(tools, model, version, builder, fmusim, folder, by_list=False):
    fmu, contents = unpacked(tools, model, version, folder)
    if problems := rebuild(builder, contents, by_list):
        return problems
    if fmusim is None:
        return []
    rebuilt = folder / "rebuilt.fmu"
    with zipfile.ZipFile(rebuilt, "w") as archive:
        for path in sorted(contents.rglob("*")):
            archive.write(path, path.relative_to(contents))
    variables = described(fmu)
    names = [element for elements in variables.values() for element in elements]
    problems = []
    for kind in ("me", "cs"):
        for each, results in ((fmu, "binary.csv"), (rebuilt, "sources.csv")):
            outcome = simulate(fmusim, each, kind, variables, folder / results)
            if outcome.returncode != 0:
                return [kind + ": " + outcome.stdout + outcome.stderr]
        tables = [Table(folder / name, variables) for name in ("binary.csv", "sources.csv")]
        problems += [kind + ": " + problem for problem in compare(*tables, names)]
    return problems


def check_tables(tools, version, builder, fmusim, folder):
    file = folder / "Resources/course.txt"
    file.parent.mkdir()
    file.write_text(COURSE)
    model = folder / "Tables.mo"
    model.write_text(TABLES.format(file))
    return check(tools, model, version, builder, fmusim, folder)


def check_memory(tools, model, compiler, kept, folder):
    """Under the address sanitizer, whose library has to be there before the interpreter's own."""
    _, contents = unpacked(tools, model, "3", folder)
    builder = Builder(kept, compilers(compiler), ["-O0", "-g1", "-fsanitize=address"], together=True)
    if problems := rebuild(builder, contents):
        return problems
    if "clang" in compiler:
        print("     not run: the sanitizer of clang is no library")
        return []
    library = run([compiler, "-print-file-name=libasan.so"]).stdout.strip()
    environment = {**os.environ, "LD_PRELOAD": library, "ASAN_OPTIONS": "detect_leaks=0"}
    driven = run([sys.executable, Path(__file__).parent / "drive_instances.py", contents], env=environment)
    return [] if driven.returncode == 0 else [(driven.stdout + driven.stderr)[-2000:]]


def compilers(compiler):
    return {"C++": compiler, "C": "clang" if "clang" in compiler else "cc"}


def main():
    tools, source, compiler = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]
    together = "--file-by-file" not in sys.argv
    fmusim = find_fmusim()
    if fmusim is None:
        print("fmusim is not found: sources are compiled, but not run")
    failed = 0

    def tell(label, problems):
        nonlocal failed
        print("FAIL" if problems else "ok  ", label, flush=True)
        for problem in problems:
            print("     " + problem)
        failed += bool(problems)

    with tempfile.TemporaryDirectory() as kept:
        # By another compiler than ours, if there is one; it is quick, too.
        builder = Builder(kept, compilers(shutil.which("clang++") or compiler), ["-O0"], together)
        for version, models in (JOINED if together else MODELS).items():
            for model in models:
                with tempfile.TemporaryDirectory() as folder:
                    tell(f"FMI {version} {model}",
                         check(tools, source / model, version, builder, fmusim, Path(folder), version == "2"))
            if not LIBRARY.is_dir():
                print("     not done: tables, since the Modelica Standard Library is not installed")
                continue
            with tempfile.TemporaryDirectory() as folder:
                tell(f"FMI {version} tables", check_tables(tools, version, builder, fmusim, Path(folder)))
    if not together:
        return 1 if failed else 0
    with tempfile.TemporaryDirectory() as kept, tempfile.TemporaryDirectory() as folder:
        tell("memory", check_memory(tools, source / "docs/examples/BouncingBall.mo", compiler, kept, Path(folder)))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
