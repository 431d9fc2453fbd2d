"""The sources of an FMU compile as C++17 with nothing but what is in the FMU, to a library that computes the same.

    source_test.py BIN SOURCE COMPILER
"""
import os
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from fmusim_test import Table, compare, described, find_fmusim

MODELS = {"2": ["docs/examples/BouncingBall.mo"], "3": ["docs/examples/BouncingBall.mo", "tests/simulation/Loops.mo"]}


def run(words, **options):
    return subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=600, **options)


def listed_sources(folder, version):
    if version == "2":
        root = xml.parse(folder / "modelDescription.xml").getroot()
        return [file.get("name") for file in root.iterfind("ModelExchange/SourceFiles/File")]
    root = xml.parse(folder / "sources/buildDescription.xml").getroot()
    return [file.get("name") for file in root.iter("SourceFile")]


def build(compiler, folder, version, kept):
    """The shared library from the sources; objects of the runtime are kept for the next model. An error text."""
    sources = folder / "sources"
    flags = [compiler, "-std=c++17", "-O0", "-fPIC", "-I", sources, "-c"]
    names = listed_sources(folder, version)

    def compiled(name):
        target = kept / (version + name.replace("/", "_") + ".o")
        if name.startswith("runtime/") and target.exists():
            return target, ""
        return target, run([*flags, sources / name, "-o", target]).stderr

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(compiled, names))
    errors = "".join(text for _, text in results if "error" in text)
    if errors:
        return errors[:2000]
    library = next((folder / "binaries").glob("*/*.so"))
    return run([compiler, "-shared", "-o", library, *(target for target, _ in results)]).stderr[:2000]


def simulate(fmusim, fmu, variables, results):
    wanted = [word for name in variables for word in ("--output-variable", name)]
    return run([fmusim, "--interface-type", "me", "--solver", "cvode", "--tolerance", "1e-7", "--stop-time", "1",
                *wanted, "--output-file", results, fmu])


def check(tools, model, version, compiler, fmusim, folder, kept):
    fmu, rebuilt = folder / "model.fmu", folder / "rebuilt.fmu"
    moo = run([tools / "moopt"], input=run([tools / "moflat", model]).stdout).stdout
    made = run([tools / "mogen-fmu", "--source", "--fmi", version, "-o", fmu], input=moo)
    if made.returncode != 0:
        return [made.stderr]
    with zipfile.ZipFile(fmu) as archive:
        archive.extractall(folder / "unpacked")
    if problem := build(compiler, folder / "unpacked", version, kept):
        return [problem]
    if fmusim is None:
        return []
    with zipfile.ZipFile(rebuilt, "w") as archive:
        for path in sorted((folder / "unpacked").rglob("*")):
            archive.write(path, path.relative_to(folder / "unpacked"))
    variables = described(fmu)
    names = [element for elements in variables.values() for element in elements]
    for each, results in ((fmu, "binary.csv"), (rebuilt, "sources.csv")):
        outcome = simulate(fmusim, each, variables, folder / results)
        if outcome.returncode != 0:
            return [outcome.stdout + outcome.stderr]
    return compare(Table(folder / "binary.csv", variables), Table(folder / "sources.csv", variables), names)


def main():
    tools, source, compiler = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]
    fmusim = find_fmusim()
    if fmusim is None:
        print("fmusim is not found: sources are compiled, but not run")
    failed = 0
    with tempfile.TemporaryDirectory() as kept:
        for version, models in MODELS.items():
            for model in models:
                with tempfile.TemporaryDirectory() as folder:
                    problems = check(tools, source / model, version, compiler, fmusim, Path(folder), Path(kept))
                print("FAIL" if problems else "ok  ", f"FMI {version}", model, flush=True)
                for problem in problems:
                    print("     " + problem)
                failed += bool(problems)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
