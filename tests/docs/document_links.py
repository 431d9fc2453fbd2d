#!/usr/bin/env python3
"""Every link of the documents leads somewhere, and every file and folder that they name exists.

    document_links.py ROOT_OF_THE_SOURCES

Names in backticks that begin with a folder of ours, such as `moo/base/id.h`, are files or folders. `*` stands for anything.
"""

import pathlib
import re
import sys

DOCUMENTS = ["README.md", "CONTRIBUTING.md", "docs/**/*.md", "schemas/*.md", "backends/**/*.md"]
# Examples in the guides of what one could add.
MADE_UP = {"backends/latex", "tests/golden/mogen-latex"}


def headings_of(text):
    """The anchors of the headings, as GitHub makes them."""
    titles = re.findall(r"^#+ (.*)$", re.sub(r"^```.*?^```", "", text, flags=re.M | re.S), flags=re.M)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def wrong_links(path, text):
    prose = re.sub(r"^```.*?^```", "", text, flags=re.M | re.S)
    for target, anchor in re.findall(r"\]\(([^)#\s]*)(?:#([^)\s]+))?\)", prose):
        if re.match(r"\w+:", target):
            continue
        linked = path.parent / target
        if not linked.exists():
            yield f"`{target}` does not exist"
        elif anchor and anchor not in headings_of(linked.read_text(encoding="utf-8") if target else text):
            yield f"`{target}` has no heading `{anchor}`"


def wrong_names(root, text):
    for name in re.findall(r"`((?:moo|frontend|backends|runtime|schemas|tests|docs)/[\w./*-]+)`", text):
        if name not in MADE_UP and not any(root.glob(name.rstrip("/"))) and not any(root.glob(name + ".*")):
            yield f"there is no `{name}`"


def main():
    if len(sys.argv) != 2:
        print(__doc__)
        return 2
    root = pathlib.Path(sys.argv[1]).resolve()
    documents = sorted({path for glob in DOCUMENTS for path in root.glob(glob)})
    mistakes = 0
    for path in documents:
        text = path.read_text(encoding="utf-8")
        for mistake in [*wrong_links(path, text), *wrong_names(root, text)]:
            print(f"{path.relative_to(root)}: {mistake}")
            mistakes += 1
    print(f"{len(documents)} documents, {mistakes} mistakes")
    return 1 if mistakes or not documents else 0


if __name__ == "__main__":
    sys.exit(main())
