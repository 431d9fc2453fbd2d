#!/usr/bin/env python3
"""Writes docs/diagnostics.md: frequent mistakes, the messages of the tools, and what to do.

usage: diagnostics_page.py BIN_FOLDER MISTAKES_FOLDER PAGE [--check]

Each NN_name.mo of MISTAKES_FOLDER has two comment lines, the mistake and what to do, and then the model. The messages
are what `moflat --check` says about it; for a model without an error there, what `moopt` says about the flat model.
With --check nothing is written, and the exit code is 1 if PAGE is not what would be written.
"""

import pathlib
import subprocess
import sys

HEADER = """# Messages for frequent mistakes

Each section shows a small model with a mistake, the message that you get, and what to do about it.
`tests/support/diagnostics_page.py` generates this page from `tests/language/mistakes`; the tools print the messages.
"""


def messages_of(bin_folder, path):
    run = subprocess.run([bin_folder / "moflat", "--check", path.name], cwd=path.parent, capture_output=True, text=True,
                         check=False)
    if run.stderr.strip():
        return run.stderr
    flat = subprocess.run([bin_folder / "moflat", path.name], cwd=path.parent, capture_output=True, text=True, check=False)
    rest = subprocess.run([bin_folder / "moopt", "-"], input=flat.stdout, cwd=path.parent, capture_output=True, text=True,
                          check=False)
    return rest.stderr


def page_of(bin_folder, folder):
    parts, silent = [HEADER], []
    for number, path in enumerate(sorted(folder.glob("*.mo")), start=1):
        title, advice, *model = path.read_text(encoding="utf-8").splitlines()
        messages = messages_of(bin_folder, path).rstrip()
        if not messages:
            silent.append(path.name)
        parts.append("\n".join([f"## {number}. {title.removeprefix('// ')}", "", "```modelica", *model, "```", "", "```",
                                messages, "```", "", advice.removeprefix("// "), ""]))
    return "\n".join(parts), silent


def main():
    if len(sys.argv) not in (4, 5):
        print(__doc__)
        return 2
    page = pathlib.Path(sys.argv[3])
    text, silent = page_of(pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]))
    for name in silent:
        print(f"{name}: no message")
    if "--check" in sys.argv:
        is_current = page.exists() and page.read_text(encoding="utf-8") == text
        if not is_current:
            print(f"{page} is not up to date: run {pathlib.Path(sys.argv[0]).name}")
        return 0 if is_current and not silent else 1
    page.write_text(text, encoding="utf-8")
    return 1 if silent else 0


if __name__ == "__main__":
    sys.exit(main())
