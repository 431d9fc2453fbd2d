"""How many lines a compiler reads for each project header. Fails if one has more than the limit of its folder.

    header_lines.py SOURCE COMPILER [--list]      --list prints all of them, the longest last

A header that another one includes has fewer lines than that one. So only the others are counted.

Headers grow unnoticed: one more #include in a header that everything includes costs seconds in every build. If this test
fails, include less: a forward declaration may do, or the narrow header instead of the wide one. If there is no other way,
raise the limit here, and say so in the commit.
"""
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

# Lines after the preprocessor, with those of the standard library, of Eigen and of pugixml.
LIMITS = {"moo": 70_000, "frontend": 78_000, "backends": 80_000, "runtime": 107_000, "tests/survey": 78_000,
          "tests/conformance": 78_000}
INCLUDES = ["/usr/include/eigen3", "/usr/include/suitesparse"]


def lines_of(header, source, compiler):
    words = [compiler, "-std=c++20", "-E", "-P", "-x", "c++", "-I", source, source / header]
    words += [f"-isystem{folder}" for folder in INCLUDES]
    run = subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=100)
    if run.returncode != 0:
        sys.exit(f"{header} cannot be compiled by itself:\n{run.stderr[:2000]}")
    return run.stdout.count("\n")


def included_by_others(limits, source):
    """Those headers that another one with the same limit, or a smaller one, includes."""
    included = set()
    for header, limit in limits.items():
        names = re.findall(r'^#include "(.*?)"', (source / header).read_text(), flags=re.M)
        included |= {Path(name) for name in names if limits.get(Path(name), 0) >= limit}
    return included


def main():
    source, compiler = Path(sys.argv[1]).resolve(), sys.argv[2]
    limits = {path.relative_to(source): limit for room, limit in LIMITS.items() for path in (source / room).rglob("*.h")
              if "compat" not in path.parts}
    included = set() if "--list" in sys.argv else included_by_others(limits, source)
    headers = sorted(limits.keys() - included)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        counts = list(pool.map(lambda header: lines_of(header, source, compiler), headers))
    rows = sorted(zip(counts, headers))
    if "--list" in sys.argv:
        for count, header in rows:
            print(f"{count:8} {header}")
    too_long = [(count, header) for count, header in rows if count > limits[header]]
    for count, header in too_long:
        print(f"{header} has {count} lines after the preprocessor, more than {limits[header]}")
    print(f"{len(rows)} headers counted, {len(too_long)} of them too long")
    return 1 if too_long or not rows else 0


if __name__ == "__main__":
    sys.exit(main())
