"""Which C code the tools run: that of libraries, that next to a model, and what the user allows (docs/security.md).

    trust_test.py FOLDER_OF_TOOLS

The C code of these models makes a file when it is loaded, so the test sees whether it was, even if nothing calls it.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

TOOLS = pathlib.Path(sys.argv[1]).resolve()
failures = []

MODEL = """model M
  function f
    input Real x;
    output Real y;
    external "C" y = foreign_f(x) annotation({annotation});
  end f;
  Real x(start = 1, fixed = true);
equation
  der(x) = -f(x);
end M;
"""

SIZED = """model M
  function f
    input Integer n;
    output Integer y;
    external "C" y = foreign_n(n) annotation({annotation});
  end f;
  Real x[f(2)];
equation
  x = fill(time, size(x, 1));
end M;
"""


def c_code(mark):
    """Makes the file `mark` when it is loaded. The text is the same as a C text and inside a string of Modelica."""
    return ("#include <stdio.h>\n"
            f"static void __attribute__((constructor)) begin(void) {{ fclose(fopen(\"{mark}\", \"w\")); }}\n"
            "static double foreign_f(double x) { return x; }\nstatic int foreign_n(int n) { return n; }\n")


def quoted(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


class Place:
    """A folder with a model, a library on the path, and an empty cache."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.mark = self.folder / "mark"
        self.text = c_code(self.mark)
        self.libraries = self.folder / "libraries"
        self.libraries.mkdir()
        self.environment = dict(os.environ, XDG_CACHE_HOME=str(self.folder / "cache"), MODELICAPATH=str(self.libraries),
                                XDG_DATA_HOME=str(self.folder / "none"), LC_ALL="C")
        self.models = self.folder / "models"
        self.models.mkdir()

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def run(self, tool, *words, stdin=None):
        """The exit code and the messages; both outputs are kept."""
        made = subprocess.run([TOOLS / tool, *map(str, words)], input=stdin, capture_output=True, text=True, cwd=self.models,
                              env=self.environment, timeout=120, check=False)
        self.output = made.stdout
        self.messages = made.stderr
        return made.returncode

    def pipe(self, *words):
        """A MOO text of a model."""
        assert self.run("moflat", *words) == 0, self.messages
        assert self.run("moopt", stdin=self.output) == 0, self.messages
        return self.output

    def library(self, function_text):
        """A library with one function `L.f` and a model that uses it."""
        self.write("libraries/L/package.mo", "package L\n  function f\n    input Real x;\n    output Real y;\n    external \"C\" y = "
                   + function_text + ";\n  end f;\n  model M\n    Real x(start = 1, fixed = true);\n  equation\n"
                   "    der(x) = -f(x);\n  end M;\nend L;\n")


def check(what, holds, place):
    if not holds:
        failures.append(what)
        print(f"FAILED: {what}\n{place.messages}")


def check_runs(what, code, place):
    check(what + " runs", code == 0 and place.mark.exists(), place)
    place.mark.unlink(missing_ok=True)


def check_refused(what, code, place, *texts):
    check(what + " is refused", code == 1, place)
    check(what + " loads nothing", not place.mark.exists(), place)
    for text in texts:
        check(f"the refusal of {what} says `{text}`", text in place.messages, place)
    place.mark.unlink(missing_ok=True)


def single_files(place):
    """C code in a single file is data, whatever the kind of the file."""
    model = place.write("models/M.mo", MODEL.format(annotation="Include = " + quoted(place.text)))
    said = ("foreign_f", "belongs neither to a library", "__attribute__((constructor))", "`--allow-external` allows it",
            "[ForeignCode]")
    check_refused("a model with C code", place.run("mosim", model, "-o", "/dev/null"), place, *said)
    check_refused("a model with C code, compiled", place.run("mosim", "--compiled", model, "-o", "/dev/null"), place, *said)
    flat_code = place.run("moflat", model)
    flat = place.output
    check("flattening needs no C code", flat_code == 0 and not place.mark.exists(), place)
    foreign = place.write("models/M.bmo", flat)
    check("a foreign Base Modelica file is sorted without its C code",
          place.run("moopt", foreign) == 0 and not place.mark.exists(), place)
    document = place.write("models/M.moo", place.output)
    disguised = place.write("models/Disguised.mo", place.output)
    for file in (document, disguised):
        check_refused(f"the document {file.name}", place.run("mosim", file, "-o", "/dev/null"), place, *said)
    check_refused("a document for mogen-cpp", place.run("mogen-cpp", document, "-o", place.folder / "sim"), place, *said)
    check_refused("a document for mogen-fmu", place.run("mogen-fmu", document, "-o", place.folder / "M.fmu"), place, *said)
    check_refused("a document for mogen-fmu --source",
                  place.run("mogen-fmu", "--source", document, "-o", place.folder / "M.fmu"), place, *said)
    check("mogen-cpp makes nothing", not (place.folder / "sim").exists() and not (place.folder / "M.fmu").exists(), place)
    for tool, words in (("moconv", ["--to", "json"]), ("mogen-xml", []), ("mogen-template", ["c99"])):
        place.run(tool, *words, document)
        check(f"{tool} runs no C code", not place.mark.exists(), place)
    check_runs("a model with `--allow-external`", place.run("mosim", "--allow-external", model, "-o", "/dev/null"), place)
    check_runs("a document with `--allow-external`", place.run("mosim", document, "--allow-external", "-o", "/dev/null"), place)
    check("mogen-cpp takes `--allow-external`",
          place.run("mogen-cpp", "--allow-external", document, "-o", place.folder / "sim") == 0, place)
    place.mark.unlink(missing_ok=True)
    check_refused("a document with `--no-external`", place.run("mosim", document, "--no-external", "-o", "/dev/null"), place,
                  "`--no-external` forbids C code")
    check("both options contradict each other", place.run("mosim", "--no-external", "--allow-external", document) == 2, place)


def sizes(place):
    """`moflat` calls functions for sizes, by the same rule; `--check` never does."""
    model = place.write("models/S.mo", SIZED.format(annotation="Include = " + quoted(place.text)))
    check_refused("a size from C", place.run("moflat", model), place, "foreign_n", "`--allow-external` allows it")
    check_runs("a size from C with `--allow-external`", place.run("moflat", "--allow-external", model), place)
    check_refused("a size from C in a check", place.run("moflat", "--check", model), place, "`--check` never runs C code")
    check_refused("a check with `--allow-external`", place.run("moflat", "--check", "--allow-external", model), place)
    place.write("models/Resources/Include/own.h", place.text)
    near = place.write("models/N.mo", SIZED.format(
        annotation='Include = "#include \\"own.h\\"", IncludeDirectory = "Resources/Include"'))
    check_runs("a size from C next to the model", place.run("moflat", near), place)
    check_refused("a size from C next to a model on standard input", place.run("moflat", "-", stdin=near.read_text()), place)
    check_refused("a check of a model with C next to it", place.run("moflat", "--check", near), place)


def neighbours(place):
    """Files next to the named model are trusted, and nothing else that it refers to."""
    place.write("models/own.h", place.text)
    place.write("elsewhere/own.h", place.text)

    def run(annotation, file="models/M.mo"):
        return place.run("mosim", place.write(file, MODEL.format(annotation=annotation)), "-o", "/dev/null")

    here = 'IncludeDirectory = "."'
    check_runs("a header next to the model", run('Include = "#include \\"own.h\\"", ' + here), place)
    check_refused("a header elsewhere", run(
        f'Include = "#include \\"own.h\\"", IncludeDirectory = "file://{place.folder}/elsewhere"'), place)
    check_refused("a header by its path", run(f'Include = "#include \\"{place.folder}/elsewhere/own.h\\""'), place)
    check_refused("a header above the model", run('Include = "#include \\"../elsewhere/own.h\\"", ' + here), place)
    (place.models / "link.h").symlink_to(place.folder / "elsewhere" / "own.h")
    check_refused("a link to a header elsewhere", run('Include = "#include \\"link.h\\"", ' + here), place)
    check_refused("text below an include line", run('Include = "#include \\"own.h\\"\n#define x 1", ' + here), place)
    check_refused("a continued include line", run('Include = "#include \\"own.h\\" \\\\\n", ' + here), place)
    text = MODEL.format(annotation='Include = "#include <stdlib.h>"')
    for name in ("system", "exit", "remove"):
        model = place.write("models/M.mo", text.replace("foreign_f", name))
        check_refused(f"`{name}` of the C library", place.run("mosim", model, "-o", "/dev/null"), place)
    fortran = place.write("models/M.mo", text.replace('"C" y = foreign_f', '"FORTRAN 77" y = SYSTEM'))
    check_refused("`SYSTEM` from FORTRAN", place.run("mosim", fortran, "-o", "/dev/null"), place)
    check_refused("a library of the system", run('Library = "m"'), place)
    # A document may have come from anywhere, whatever lies next to it.
    model = place.write("models/M.mo", MODEL.format(annotation='Include = "#include \\"own.h\\"", ' + here))
    document = place.write("models/M.moo", place.pipe(model))
    check_refused("a document with a header next to it", place.run("mosim", document, "-o", "/dev/null"), place)


def disguises(place):
    """Not every file in the folder of a model is C code that somebody put there."""
    itself = MODEL.format(annotation='IncludeDirectory = "modelica://M/", Include = "#include \\"M.mo\\""')
    both = place.write("models/M.mo", "// \\\n/*\n" + place.text + "#if 0\n// \\\n*/\n" + itself + "// \\\n/*\n#endif\n// \\\n*/\n")
    check_refused("a model that is C, too", place.run("mosim", both, "-o", "/dev/null"), place, "[ForeignCode]")
    # Headers of the system are no files of the model.
    abs_of = MODEL.format(annotation='Include = "#include <math.h>"')
    for name in ("__builtin_fabs", "fabs"):
        model = place.write("models/M.mo", abs_of.replace("foreign_f", name))
        check_refused(f"`{name}` of the system", place.run("mosim", model, "-o", "/dev/null"), place, "[ForeignCode]")
    place.write("models/own.h", "static double own(double x) { return x; }\n")
    model = place.write("models/M.mo", MODEL.format(
        annotation='IncludeDirectory = "modelica://M/", Include = "#include \\"own.h\\""').replace("foreign_f", "__builtin_fabs"))
    check_refused("a function of the compiler", place.run("mosim", model, "-o", "/dev/null"), place, "[ForeignCode]")
    # A source that is a link to somewhere else.
    place.write("elsewhere/f.c", place.text.replace("static double", "double"))
    sources = place.models / "Resources/Source"
    sources.mkdir(parents=True)
    (sources / "f.c").symlink_to("../../../elsewhere/f.c")
    model = place.write("models/M.mo", MODEL.format(
        annotation='Library = "f", SourceDirectory = "modelica://M/Resources/Source"'))
    check_refused("a source that is a link", place.run("mosim", model, "-o", "/dev/null"), place, "[ForeignCode]")
    (sources / "f.c").unlink()
    shutil.copy(place.folder / "elsewhere/f.c", sources)
    check_runs("the same as a file", place.run("mosim", model, "-o", "/dev/null"), place)


def library_code(place):
    """Documents may use the functions that a library on the path declares, and nothing that only looks like them."""
    text = quoted(place.text)
    place.library(f"foreign_f(x) annotation(Include = {text})")
    check_runs("a model of a library", place.run("mosim", "L.M", "-o", "/dev/null"), place)
    document = place.pipe("L.M")
    check("the pipe loads nothing before the simulation", not place.mark.exists(), place)
    check_runs("a document with the code of a library", place.run("mosim", "-o", "/dev/null", stdin=document), place)
    simulator = place.folder / "sim"
    check("mogen-cpp takes the code of a library", place.run("mogen-cpp", "-o", simulator, stdin=document) == 0, place)
    place.mark.unlink(missing_ok=True)
    modified = document.replace("return x;", "return 2*x;")
    assert modified != document
    check_refused("modified code of a library", place.run("mosim", "-o", "/dev/null", stdin=modified), place)
    renamed = document.replace("foreign_f", "system")
    check_refused("another function", place.run("mosim", "-o", "/dev/null", stdin=renamed), place)
    check_refused("a library with `--no-external`", place.run("mosim", "--no-external", "L.M", "-o", "/dev/null"), place,
                  "`--no-external` forbids C code")
    shutil.rmtree(place.libraries / "L")
    check_refused("the code of a library that is not there", place.run("mosim", "-o", "/dev/null", stdin=document), place)


def library_files(place):
    """The files of a library are found by what it declares, whatever folders a document names."""
    place.library('foreign_f(x) annotation(Library = "ours", Include = "#include \\"ours.h\\"")')
    place.write("libraries/L/Resources/Include/ours.h", "double foreign_f(double x);\n")
    place.write("libraries/L/Resources/C-Sources/ours.c", place.text.replace("static double", "double"))
    document = place.pipe("L.M")
    check_runs("sources of a library", place.run("mosim", "-o", "/dev/null", stdin=document), place)
    # As other tools write it: no folders, no include texts.
    assert place.run("moflat", "L.M") == 0
    bare = re.sub(r', \w*Directory = "[^"]*"', "", place.output).replace('Include = "#include \\"ours.h\\"", ', "")
    assert "Directory" not in bare and "Include" not in bare and 'Library = "ours"' in bare, bare
    assert place.run("moopt", stdin=bare) == 0, place.messages
    check_runs("a library without a folder", place.run("mosim", "-o", "/dev/null", stdin=place.output), place)
    place.write("elsewhere/Include/ours.h", f'#include "{place.folder}/evil.h"\n')
    place.write("evil.h", "#error this must not be compiled\n")
    moved = document.replace(str(place.libraries / "L" / "Resources"), str(place.folder / "elsewhere"))
    assert moved != document
    check_runs("other folders in a document do not count; the library's code", place.run("mosim", "-o", "/dev/null", stdin=moved), place)
    place.library('system(x) annotation(Include = "#include <stdlib.h>")')
    check_refused("`system`, declared by a library", place.run("mosim", "L.M", "-o", "/dev/null"), place,
                  "`system` is a function of the C library")


def options(place):
    """Every tool has both options."""
    for tool in ("moflat", "moopt", "mosim", "moconv", "mogen-cpp", "mogen-fmu", "mogen-xml", "mogen-template", "mosurvey", "moshow",
                 "moconform"):
        if not (TOOLS / tool).exists():
            continue
        place.run(tool, "--help")
        for option in ("--allow-external", "--no-external"):
            check(f"{tool} has {option}", option in place.output, place)


for case in (single_files, sizes, neighbours, disguises, library_code, library_files, options):
    with tempfile.TemporaryDirectory() as scratch:
        case(Place(scratch))
print(f"{len(failures)} failures")
sys.exit(1 if failures else 0)
