"""An FMU carries the files and folders along that its model names, and its functions find them where it was unpacked.

    resource_test.py BIN
"""
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

from fmusim_test import SKIPPED, find_fmusim

MODEL = """model Carried
  function read
    input String path;
    output Real value;
    external "C" value = read_value(path) annotation(Include = "#include <stdio.h>
      static double read_value(const char* path) {{
        double value = -1; FILE* file = fopen(path, \\"r\\");
        if (file) {{ if (fscanf(file, \\"%lf\\", &value) != 1) value = -2; fclose(file); }}
        return value;
      }}");
  end read;
  parameter String own = "/not/there";
  parameter String file = "{first}";
  parameter Real a = read(file);
  parameter Real b = read("{second}");
  parameter String folder = "{third}";
  parameter String part = "deep/value.txt";
  parameter Real c = read(folder + part) + 0*read("{third}" + "none");
  parameter String same = "{fourth}" "the folder once more";
  output Real y = a + b + c + time;
end Carried;
"""


def run(words, **options):
    return subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=300, **options)


def main():
    tools, fmusim = Path(sys.argv[1]), find_fmusim()
    if fmusim is None:
        print("skipped: fmusim of the FMI project is not found (see docs/fmu.md)")
        return SKIPPED
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        # Two files of one name.
        paths = [folder / part / "Resources/value.txt" for part in ("one", "two")]
        data = folder / "one/Resources/data"
        paths += [data / "deep/value.txt", data / "other.txt"]
        for path, value in zip(paths, ("40", "2", "100", "")):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(value)
        (folder / "Carried.mo").write_text(MODEL.format(first=paths[0], second=paths[1], third=f"{data}/", fourth=data))
        moo = run([tools / "moopt"], input=run([tools / "moflat", folder / "Carried.mo"]).stdout).stdout
        for version in ("2", "3"):
            fmu, results = folder / f"{version}.fmu", folder / f"{version}.csv"
            made = run([tools / "mogen-fmu", "--allow-external", "--fmi", version, "-o", fmu], input=moo)
            assert made.returncode == 0, made.stderr
            with zipfile.ZipFile(fmu) as archive:
                carried = sorted(entry for entry in archive.namelist() if entry.startswith("resources/"))
                description = archive.read("modelDescription.xml").decode()
            assert carried == ["resources/2/value.txt", "resources/data/deep/value.txt", "resources/data/other.txt",
                               "resources/value.txt"], carried
            assert str(folder) not in description, "a path of this machine in the description"
        for path in paths:
            path.unlink()
        for version in ("2", "3"):
            for kind in ("me", "cs"):
                outcome = run([fmusim, "--interface-type", kind, "--solver", "cvode", "--stop-time", "1",
                               "--output-file", results, folder / f"{version}.fmu"])
                assert outcome.returncode == 0, outcome.stdout + outcome.stderr
                end = results.read_text().split()[-1]
                assert abs(float(end.split(",")[1]) - 143) < 1e-9, end
    print("ok")
    return 0


if __name__ == "__main__":
    sys.exit(main())
