#!/usr/bin/env python3
"""Runs the commands that README and docs show, and compares their output with what is shown.

    run_documents.py FOLDER_OF_OUR_TOOLS ROOT_OF_THE_SOURCES [DOCUMENT…]

Without DOCUMENT it takes all Markdown files that users read. Two kinds of blocks are commands:

- A fenced block with lines that begin with `$ ` shows commands, each with its output below it. The output has to be the
  same, apart from a line `…`, which stands for any number of lines. A command must fail if its output has an `error:`,
  and must succeed otherwise.
- Any other block whose first word is a program or a keyword of the shell is a script, which must succeed.

A document runs in a folder of its own, with our tools in the PATH, with copies of the folders that documents refer to,
and with the models in tests/docs/files. Comments in front of a block say what is different about it:

    <!-- not run: REASON -->        it is not run at all
    <!-- run only: REASON -->       it has to succeed, but its output may differ
    <!-- needs: LIBRARY -->         it is skipped where this Modelica library is not installed
"""

import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

DOCUMENTS = ["README.md", "CONTRIBUTING.md", "docs/**/*.md", "schemas/*.md", "backends/**/*.md"]
COPIED = ["docs", "schemas", "tests/simulation", "tests/fuzz/corpus/template"]
OTHER_PROGRAMS = {"cat", "cc", "cmake", "cp", "ctest", "export", "for", "git", "ninja", "printf", "python3", "query", "sed",
                  "xmllint", "xsltproc"}
SECONDS = 100


class Block:
    def __init__(self, line, lines, directives):
        self.line = line
        self.lines = lines
        self.directives = directives
        self.is_transcript = any(text.startswith("$ ") for text in lines)


class Result:
    def __init__(self):
        self.run = 0
        self.left_out = []
        self.failures = []


def is_script(lines, tools):
    word = re.split(r"[\s=]", lines[0].strip(), maxsplit=1)[0] if lines else ""
    return word in tools or word in OTHER_PROGRAMS or word.startswith(("./", "build/"))


def directive_of(text):
    """A comment as (name, value), or None."""
    comment = re.fullmatch(r"<!--\s*(.*?)\s*-->", text.strip())
    if not comment:
        return None
    name, _, value = comment.group(1).partition(":")
    return name.strip(), value.strip()


def blocks_of(text, tools, failures):
    """The blocks that show commands, in order."""
    blocks, directives = [], {}
    lines = text.split("\n")
    i = 0

    def exempts_nothing(line):
        if directives:
            failures.append(f"{line}: a comment of this test is not followed by commands")

    while i < len(lines):
        first = i
        if directive := directive_of(lines[i]):
            name, value = directive
            if name not in ("not run", "run only", "needs"):
                failures.append(f"{first + 1}: no comment `{name}` is known here")
            elif not value:
                failures.append(f"{first + 1}: `{name}` has no reason")
            directives[name] = value
            i += 1
            continue
        if fence := re.match(r"(\s*)```(\w*)", lines[i]):
            end = next((k for k in range(i + 1, len(lines)) if lines[k].strip() == "```"), len(lines))
            body = [line.removeprefix(fence.group(1)) for line in lines[i + 1:end]]
            is_code = fence.group(2) not in ("", "sh")
            i = end + 1
        elif lines[i].startswith("    ") and (i == 0 or not lines[i - 1].strip()):
            while i < len(lines) and lines[i].startswith("    "):
                i += 1
            body = [line.strip() for line in lines[first:i]]
            is_code = False
        else:
            if lines[i].strip():
                exempts_nothing(i + 1)
                directives = {}
            i += 1
            continue
        block = Block(first + 1, body, directives)
        if not is_code and (block.is_transcript or is_script(body, tools)):
            blocks.append(block)
        else:
            exempts_nothing(first + 1)
        directives = {}
    exempts_nothing(len(lines))
    return blocks


def steps_of(block):
    """The commands of a block, each with the lines that it shows as output, or None."""
    if not block.is_transcript:
        return [("\n".join(block.lines), None)]
    steps = []
    for line in block.lines:
        if line.startswith("$ "):
            steps.append((line[2:], []))
        elif steps:
            steps[-1][1].append(line.rstrip())
    return steps


def is_shown(output, shown):
    """Whether `shown` is the output, with `…` for any lines."""
    pattern = "".join("(?:.*\n)*?" if line == "…" else re.escape(line) + "\n" for line in shown)
    lines = "".join(line.rstrip() + "\n" for line in output.splitlines())
    return re.fullmatch(pattern, lines) is not None


def run_step(command, shown, compares, folder, environment):
    """What is wrong with one command, or None."""
    try:
        done = subprocess.run(["bash", "-euo", "pipefail", "-c", command], cwd=folder, env=environment, text=True,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return f"took longer than {SECONDS} s"
    fails = any(re.search(r"\berror:", line) for line in shown or [])
    if fails != (done.returncode != 0):
        return f"ended with code {done.returncode}:\n{done.stdout[-2000:]}"
    if compares and not is_shown(done.stdout, shown):
        return f"printed something else:\n{done.stdout[:4000]}"
    return None


def has_library(name, bin_folder, environment):
    listed = subprocess.run([bin_folder / "moflat", f"--list-models={name}"], env=environment, capture_output=True,
                            text=True, check=False)
    return listed.returncode == 0 and bool(listed.stdout.strip())


def run_document(path, bin_folder, root):
    result = Result()
    tools = {tool.name for tool in bin_folder.iterdir()}
    blocks = blocks_of(path.read_text(encoding="utf-8"), tools, result.failures)
    with tempfile.TemporaryDirectory(prefix="moo-docs-") as scratch:
        folder = pathlib.Path(scratch)
        environment = dict(os.environ, PATH=f"{bin_folder}:{os.environ['PATH']}", XDG_CACHE_HOME=f"{scratch}/.cache")
        if blocks:
            shutil.copytree(root / "tests/docs/files", folder, dirs_exist_ok=True)
            for copied in COPIED:
                shutil.copytree(root / copied, folder / copied)
        for block in blocks:
            library = block.directives.get("needs")
            if "not run" in block.directives:
                result.left_out.append(f"{block.line}: {block.directives['not run']}")
                continue
            if library and not has_library(library, bin_folder, environment):
                result.left_out.append(f"{block.line}: the library {library} is not installed")
                continue
            result.run += 1
            for command, shown in steps_of(block):
                compares = shown is not None and "run only" not in block.directives
                if problem := run_step(command, shown, compares, folder, environment):
                    result.failures.append(f"{block.line}: `{command}` {problem}")
                    break
    return result


def main():
    if len(sys.argv) < 3:
        print(__doc__)
        return 2
    bin_folder, root = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    names = sys.argv[3:] or sorted({str(path.relative_to(root)) for glob in DOCUMENTS for path in root.glob(glob)})
    with concurrent.futures.ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
        results = list(pool.map(lambda name: run_document(root / name, bin_folder, root), names))
    for name, result in zip(names, results):
        for text in result.left_out:
            print(f"not run: {name}:{text}")
        for text in result.failures:
            print(f"FAILED: {name}:{text}")
    count = sum(result.run for result in results)
    left_out = sum(len(result.left_out) for result in results)
    failed = sum(len(result.failures) for result in results)
    print(f"{len(names)} documents: {count} blocks run, {left_out} not run, {failed} failures")
    return 1 if failed or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
