"""No two types of one name in one namespace. Compilers do not see it, since each sees one file; the linker takes the functions of
one for those of the other, and std::vector copies elements of the wrong size.

    one_definition.py SOURCE
"""
import re
import sys
from collections import defaultdict
from pathlib import Path

ROOMS = ("moo", "frontend", "backends", "runtime", "tests/survey", "tests/conformance")
NAMESPACE = re.compile(r"(?:inline )?namespace ([\w:]*) ?\{")
TYPE = re.compile(r"(?:template <.*> )?(?:struct|class|enum class|enum|union) (\w+)(?: final)?(?: :.*)? ?\{")


def definitions(path):
    """The types of a file that other files can see: name with namespaces, and line."""
    spaces = []
    for number, line in enumerate(path.read_text().split("\n"), 1):
        if opened := NAMESPACE.match(line):
            spaces.append(opened.group(1))
        elif line.startswith("}  // namespace"):
            spaces.pop()
        elif (found := TYPE.match(line)) and "" not in spaces:
            yield "::".join([*spaces, found.group(1)]), number


def main():
    source = Path(sys.argv[1])
    places = defaultdict(list)
    for room in ROOMS:
        for path in sorted((source / room).rglob("*")):
            if path.suffix in (".h", ".cpp") and "compat" not in path.parts:
                for name, line in definitions(path):
                    places[name].append(f"{path.relative_to(source)}:{line}")
    twice = {name: where for name, where in places.items() if len(where) > 1}
    for name, where in sorted(twice.items()):
        print(f"{name} is defined more than once: {', '.join(where)}")
    if len(places) < 500:
        print(f"only {len(places)} types are found: is this the right folder?")
        return 1
    return 1 if twice else 0


if __name__ == "__main__":
    sys.exit(main())
