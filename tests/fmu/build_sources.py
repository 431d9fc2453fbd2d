"""Builds the library of an FMU from its sources, by what the FMU says of them and nothing else.

    build_sources.py FOLDER OUTPUT [FLAG …]      the folder of an unpacked FMU

Reads sources/buildDescription.xml, or the list `SourceFiles` of FMI 2.0 if told so.
"""
import hashlib
import os
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

# Headers that a compiler and the C library bring along, by their names below the folders of the system.
SYSTEM_HEADER = re.compile(r"(c\+\+/.*|(x86_64-linux-gnu/)?(bits|sys|gnu|asm|asm-generic|linux|c\+\+)/.*|(?!zlib|klu)[\w-]+\.h)")
SYSTEM_FOLDERS = ["/usr/include/", "/usr/local/include/"]
COMPILER_FOLDER = re.compile(r"/usr/(local/)?lib(64)?/(gcc|clang|llvm-\d+)/")


class SourceSet:
    """Files that are compiled alike."""

    def __init__(self, language, files, macros=(), folders=(".",)):
        self.language, self.files, self.macros, self.folders = language, files, macros, folders


def described_sets(folder):
    """The sets and libraries of buildDescription.xml."""
    root = xml.parse(folder / "sources/buildDescription.xml").getroot()
    configuration = root.find("BuildConfiguration")
    sets = [SourceSet(each.get("language"), [file.get("name") for file in each.iterfind("SourceFile")],
                      [(macro.get("name"), macro.get("value")) for macro in each.iterfind("PreprocessorDefinition")],
                      [place.get("name") for place in each.iterfind("IncludeDirectory")])
            for each in configuration.iterfind("SourceFileSet")]
    return sets, [library.get("name") for library in configuration.iterfind("Library")]


def listed_sets(folder):
    """What FMI 2.0 lists, for each kind the same. A list tells nothing of languages but the ends of names."""
    root = xml.parse(folder / "modelDescription.xml").getroot()
    lists = [[file.get("name") for file in kind.iterfind("SourceFiles/File")]
             for kind in (root.find("ModelExchange"), root.find("CoSimulation")) if kind is not None]
    assert all(files == lists[0] for files in lists)
    return [SourceSet("C99", [name for name in lists[0] if name.endswith(".c")]),
            SourceSet("C++17", [name for name in lists[0] if not name.endswith(".c")])], []


class Builder:
    """Compiles with these compilers and flags. What two FMUs have in common is compiled once. `together` compiles the C++ of
    the runtime as one file, which takes a fifth of the time."""

    def __init__(self, kept, compilers, flags, together=False):
        self.kept, self.compilers, self.flags, self.together = Path(kept), compilers, flags, together
        self.problems = []

    def command(self, group, sources):
        compiler = self.compilers["C++" if group.language.startswith("C++") else "C"]
        standard = f"-std={group.language.lower()}"
        # Our code has to be free of warnings, that of others need not. A model says `a or b and c` without parentheses, and
        # its table of places has those that no message needs.
        strict = ["-pedantic", "-Wall", "-Wextra", "-Wno-parentheses", "-Wno-unused-const-variable"] if group.language.startswith("C++") else []
        macros = [f"-D{name}={value}" for name, value in group.macros]
        folders = [word for place in group.folders for word in ("-I", sources / place)]
        return [compiler, standard, *strict, "-fPIC", *self.flags, *macros, *folders]

    def compile(self, group, name, sources):
        command = self.command(group, sources)
        key = hashlib.sha256((sources / name).read_bytes())
        key.update(repr((name, group.macros, group.folders)).encode())
        target = self.kept / (key.hexdigest() + ".o")
        if target.exists():
            return target
        needs = target.with_suffix(".d")
        made = subprocess.run([str(word) for word in [*command, "-MD", "-MF", needs, "-c", sources / name, "-o", target]],
                              capture_output=True, text=True, timeout=900)
        if made.returncode != 0 or (made.stderr and group.language.startswith("C++")):
            self.problems.append(made.stderr[:2000] or f"{name} cannot be compiled")
        else:
            self.problems += [f"{name} reads {path}" for path in outside(needs.read_text(), sources)]
        return target

    def build(self, folder, output, sets, libraries):
        """The shared library; gives what is wrong, as texts."""
        sources = folder / "sources"
        self.problems = []
        if self.together:
            sets = [joined(group, sources) for group in sets]
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            objects = list(pool.map(lambda each: self.compile(*each, sources),
                                    [(group, name) for group in sets for name in group.files]))
        if not self.problems:
            # Nothing may be missing; what is there twice is an error.
            linked = subprocess.run([self.compilers["C++"], "-shared", *self.flags, "-o", str(output), *map(str, objects),
                                     *(f"-l{name}" for name in libraries), *self.link_flags()],
                                    capture_output=True, text=True)
            if linked.returncode != 0:
                self.problems.append(linked.stderr[:2000])
        return self.problems

    def link_flags(self):
        # Sanitizers of clang are in the program that loads the library.
        return [] if any(flag.startswith("-fsanitize") for flag in self.flags) else ["-Wl,--no-undefined"]


def joined(group, sources):
    """The same set, the C++ of the runtime in one file that includes the others and names their contents."""
    if not group.language.startswith("C++"):
        return group
    runtime = [name for name in group.files if name.startswith("runtime/")]
    lines = [f'#include "{name}"  // {hashlib.sha256((sources / name).read_bytes()).hexdigest()}\n' for name in runtime]
    (sources / "joined.cpp").write_text("".join(lines))
    return SourceSet(group.language, ["joined.cpp", *(name for name in group.files if name not in runtime)],
                     group.macros, group.folders)


def outside(rule, sources):
    """Files that a compiler has read and that are neither sources nor headers of the system."""
    for path in re.sub(r"\\\n", " ", rule).split(": ", 1)[1].split():
        path = os.path.normpath(path)
        inside = path.startswith(str(sources) + "/")
        system = any(path.startswith(place) and SYSTEM_HEADER.fullmatch(path[len(place):]) for place in SYSTEM_FOLDERS)
        if not inside and not system and not COMPILER_FOLDER.match(path):
            yield path


def main():
    folder, output = Path(sys.argv[1]).resolve(), Path(sys.argv[2])
    with tempfile.TemporaryDirectory() as kept:
        problems = Builder(kept, {"C": "cc", "C++": "c++"}, sys.argv[3:]).build(folder, output, *described_sets(folder))
    print("\n".join(problems))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
