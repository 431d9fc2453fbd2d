"""What the tools say about models with one small mistake: `moflat | moopt` for mutants of library files.

    mutants.py FOLDER_OF_OUR_TOOLS ROOT_OF_THE_SOURCES [--count N] [--seed N] [--jobs N] [--least PERCENT] [--misses FILE]

A mutant is a file in which one token or line is deleted, doubled, or swapped with the next. The same seed gives the same
mutants. Each is one of these:

    crash      a signal, or the exit code of a system error
    hang       more than SECONDS of processor time in one tool
    near       refused, with a message within two lines of the change
    far        refused, with messages elsewhere only
    accepted   still a valid model, such as one with a changed description or with two parameters in another order

The exit code is 1 if there is a crash or a hang, or if fewer than PERCENT of the refused mutants are near. The files are
those of the Modelica Standard Library if it is installed, else the examples of this project.
"""

import argparse
import collections
import concurrent.futures
import dataclasses
import json
import os
import pathlib
import random
import re
import resource
import subprocess
import sys
import tempfile

SECONDS = 30
MEMORY = 4 << 30
LARGEST_FILE = 30_000
MOST_FILES = 400
NEAR = 2

TOKEN = re.compile(
    r"""(?P<skip>\s+|//[^\n]*|/\*.*?\*/)
      | "(?:[^"\\]|\\.)*" | '(?:[^'\\]|\\.)*' | \d+(?:\.\d*)?(?:[eE][+-]?\d+)? | [A-Za-z_]\w*
      | \.\+|\.-|\.\*|\./|\.\^|:=|<=|>=|==|<> | .""",
    re.VERBOSE | re.DOTALL,
)


@dataclasses.dataclass
class Subject:
    """A file, and the model in it that is translated; no name means the last model."""

    path: pathlib.Path
    model: str


@dataclasses.dataclass
class Mutant:
    subject: Subject
    kind: str
    text: str
    first: int  # changed lines of the mutant
    last: int


def tokens(text):
    return [(m.start(), m.end()) for m in TOKEN.finditer(text) if m.group("skip") is None]


def line_at(text, position):
    return text.count("\n", 0, position) + 1


def mutate(subject, text, rng):
    """A mutant that differs from the text, at a place outside of annotations, which hold mostly graphics."""
    spans = tokens(text)
    lines = text.splitlines(keepends=True)
    quiet = annotation_ranges(text, spans)
    outside = [i for i, (begin, _) in enumerate(spans) if not any(a <= begin < b for a, b in quiet)]
    kind = rng.choice(["delete", "double", "swap"]) + " " + rng.choice(["token", "line"])
    at = rng.choice(outside)
    if kind.endswith("line"):
        number = line_at(text, spans[at][0]) - 1
        changed = list(lines)
        if kind.startswith("delete"):
            del changed[number]
        elif kind.startswith("double"):
            changed.insert(number, changed[number])
        elif number + 1 < len(changed):
            changed[number : number + 2] = [changed[number + 1], changed[number]]
        result = "".join(changed)
        return Mutant(subject, kind, result, max(1, number), number + 2)
    begin, end = spans[at]
    token = text[begin:end]
    if kind.startswith("delete"):
        result = text[:begin] + text[end:]
        last = begin
    elif kind.startswith("double"):
        result = text[:end] + " " + token + text[end:]
        last = end
    else:
        next_begin, next_end = spans[min(at + 1, len(spans) - 1)]
        result = text[:begin] + text[next_begin:next_end] + text[end:next_begin] + token + text[next_end:]
        last = next_end
    return Mutant(subject, kind, result, line_at(text, begin), line_at(text, last))


def annotation_ranges(text, spans):
    ranges = []
    depth = 0
    begin = None
    for i, (at, end) in enumerate(spans):
        token = text[at:end]
        if begin is None and token == "annotation":
            begin, depth = at, 0
        elif begin is not None:
            depth += token == "("
            depth -= token == ")"
            if depth == 0:
                ranges.append((begin, end))
                begin = None
    return ranges


def limits():
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 5))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    # Sanitizers reserve more than any limit.
    if os.environ.get("MOO_SANITIZED") != "ON":
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def run(*command):
    return subprocess.run([str(part) for part in command], capture_output=True, preexec_fn=limits, stdin=subprocess.DEVNULL)


class Judge:
    def __init__(self, tools):
        self.tools = tools

    def translate(self, subject, path, folder):
        """The exit code of the first tool that fails, and what the tools said; None for a hang."""
        flat = folder / "flat.bmo"
        said = ""
        model = [subject.model] if subject.model else []
        for tool, *arguments in (
            ("moflat", path, *model, "--no-external", "-o", flat),
            ("moopt", flat, "-o", folder / "model.moo"),
        ):  # fmt: skip
            done = run(self.tools / tool, *arguments, "--diagnostics=json")
            said += done.stderr.decode(errors="replace")
            if done.returncode in (-24, -9):
                return None, said
            if done.returncode != 0:
                return done.returncode, said
        return 0, said

    def judge(self, mutant):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            path = folder / mutant.subject.path.name
            path.write_bytes(mutant.text.encode())
            code, said = self.translate(mutant.subject, path, folder)
            if code is None:
                return "hang", said
            if code == 0:
                return "accepted", said
            if code != 1:
                return "crash", said
            places = list(error_places(said, path))
            is_near = any(mutant.first - NEAR <= line <= mutant.last + NEAR for line in places)
            return ("near" if is_near else "far"), said


def error_places(said, path):
    for line in said.splitlines():
        if not line.startswith("{"):
            continue
        message = json.loads(line)
        if message["severity"] != "error":
            continue
        place = message.get("place")
        if place and place["file"] == str(path):
            yield place["line"]


def library_folder():
    roots = os.environ.get("MODELICAPATH", "").split(":")
    roots.append(os.environ.get("XDG_DATA_HOME", os.path.expanduser("~/.local/share")) + "/modelica")
    for root in filter(None, roots):
        for folder in sorted(pathlib.Path(root).glob("Modelica*"), reverse=True):
            if re.fullmatch(r"Modelica( .*)?", folder.name) and (folder / "package.mo").is_file():
                return folder
    return None


def candidates(tools, root):
    """Files with models that are small enough, in a fixed order."""
    library = library_folder()
    if library is None:
        folders = (root / "docs/examples", root / "tests/simulation", root / "tests/golden")
        files = sorted(path for folder in folders for path in folder.rglob("*.mo") if path.stat().st_size <= LARGEST_FILE)
        return [(path, [""]) for path in files]
    by_file = collections.defaultdict(list)
    for name in run(tools / "moflat", "--list-models", "Modelica").stdout.decode().split():
        path = library
        for part in name.split(".")[1:]:
            if (path / part / "package.mo").is_file():
                path = path / part
            elif (path / f"{part}.mo").is_file():
                path = path / f"{part}.mo"
                break
            else:
                break
        if path.is_dir():
            # The classes beside a package.mo would not be found next to its mutant.
            if len(list(path.iterdir())) > 2:
                continue
            path = path / "package.mo"
        if path.stat().st_size <= LARGEST_FILE:
            by_file[path].append(name)
    return sorted(by_file.items())


def choose_subjects(judge, root, rng, count):
    """Subjects whose unchanged files are accepted: one for ten mutants, and at most MOST_FILES."""
    files = candidates(judge.tools, root)
    rng.shuffle(files)
    chosen = []
    wanted = min(max(10, count // 10), MOST_FILES)
    with tempfile.TemporaryDirectory() as name:
        for path, models in files:
            subject = Subject(path, rng.choice(models))
            copy = pathlib.Path(name) / path.name
            copy.write_bytes(path.read_bytes())
            code, _ = judge.translate(subject, copy, pathlib.Path(name))
            copy.unlink()
            if code == 0:
                chosen.append(subject)
            if len(chosen) >= wanted:
                break
    return chosen


def make_mutants(subjects, rng, count):
    texts = {}
    while count > 0:
        subject = subjects[count % len(subjects)]
        if subject.path not in texts:
            texts[subject.path] = subject.path.read_bytes().decode()
        mutant = mutate(subject, texts[subject.path], rng)
        if mutant.text != texts[subject.path]:
            count -= 1
            yield mutant


def describe(mutant, verdict, said):
    where = f"{mutant.subject.path}:{mutant.first}"
    shown = "\n    ".join(said.splitlines()[:4])
    changed = "\n".join("  | " + line for line in mutant.text.splitlines()[max(0, mutant.first - 2) : mutant.last + 1])
    return f"{verdict}: {mutant.kind} in {where} ({mutant.subject.model})\n{changed}\n    {shown}\n"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tools", type=pathlib.Path)
    parser.add_argument("root", type=pathlib.Path)
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--least", type=float, default=93.0)
    parser.add_argument("--misses", type=pathlib.Path)
    options = parser.parse_args()
    judge = Judge(options.tools)
    rng = random.Random(options.seed)
    subjects = choose_subjects(judge, options.root, rng, options.count)
    verdicts = collections.Counter()
    by_kind = collections.Counter()
    misses = []
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        mutants = list(make_mutants(subjects, rng, options.count))
        for mutant, (verdict, said) in zip(mutants, pool.map(judge.judge, mutants)):
            verdicts[verdict] += 1
            by_kind[mutant.kind, verdict] += 1
            if verdict in ("crash", "hang", "far"):
                misses.append(describe(mutant, verdict, said))
            if verdict in ("crash", "hang"):
                print(misses[-1], flush=True)
    if options.misses:
        options.misses.write_text("\n".join(misses))
    refused = verdicts["near"] + verdicts["far"]
    share = 100.0 * verdicts["near"] / max(1, refused)
    print(f"{options.count} mutants of {len(subjects)} files, seed {options.seed}:", dict(sorted(verdicts.items())))
    for kind in sorted({kind for kind, _ in by_kind}):
        print(f"  {kind:13}", {verdict: n for (k, verdict), n in sorted(by_kind.items()) if k == kind})
    print(f"{share:.1f} % of {refused} refused mutants have a message within {NEAR} lines of the change")
    return 1 if verdicts["crash"] + verdicts["hang"] > 0 or share < options.least else 0


if __name__ == "__main__":
    sys.exit(main())
