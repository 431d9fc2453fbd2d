"""Reads what the template `julia` makes, as far as that goes without Julia, which Debian 12 does not have: brackets and
blocks close, strings and comments end, and whatever is called is defined in the file or in Julia.

    julia_text_test.py FOLDER_OF_OUR_TOOLS ROOT_OF_THE_SOURCES
"""

import pathlib
import re
import subprocess
import sys

BIN = pathlib.Path(sys.argv[1])
ROOT = pathlib.Path(sys.argv[2])
MODELS = ["Borders", "Heat", "Hostile", "InitialOnly", "Limits", "Loops", "PiecewiseLoop", "Thermostat"]

TOKEN = re.compile(
    r"""(?P<comment>\#=|\#[^\n]*)
      | (?P<string>"(?:[^"\\$\n]|\\.)*")
      | (?P<number>\d[\d_]*(?:\.\d+)?(?:[eE][+-]?\d+)?)
      | (?P<word>@?[A-Za-z_][A-Za-z_0-9]*!?)
      | (?P<open>[(\[{]) | (?P<close>[)\]}])
      | (?P<space>\s+)
      | (?P<sign>[-+*/\\^=<>!&|?:;,.~$']+)""",
    re.VERBOSE,
)
BLOCKS = {"function", "if", "for", "while", "struct", "try", "let", "begin"}
INNER = {"else": {"if", "try"}, "elseif": {"if"}, "catch": {"try"}}
KEYWORDS = BLOCKS | set(INNER) | {
    "end", "return", "break", "continue", "const", "using", "in", "isa", "true", "false", "nothing",
}
# Names of Julia that a program may call, and packages that it may use.
JULIA = {
    "zeros", "falses", "abs", "sqrt", "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "exp", "log",
    "log10", "min", "max", "maximum", "all", "any", "isfinite", "iszero", "zip", "copy", "empty!", "isempty", "length",
    "parse", "print", "println", "throw", "rethrow", "exit", "Ref", "cond", "pinv", "Dict", "@printf", "nextfloat", "floor",
    "ceil", "trunc", "rem", "mod", "sign",
}
CLOSING = {"(": ")", "[": "]", "{": "}"}


class Wrong(Exception):
    pass


def tokens(text):
    at = 0
    while at < len(text):
        match = TOKEN.match(text, at)
        line = text.count("\n", 0, at) + 1
        if not match or match.group() == "#=":
            raise Wrong(f"line {line}: cannot be read: {text[at:at + 40]!r}")
        at = match.end()
        if match.lastgroup not in ("comment", "space"):
            yield match.lastgroup, match.group(), line, text[at : at + 1] in ("(", "{")


def check(text):
    stack = []  # brackets and blocks that are open
    called, defined = {}, set()
    found = list(tokens(text))
    for index, (kind, token, line, is_called) in enumerate(found):
        before = found[index - 1][1] if index else ""
        if kind == "open":
            stack.append((token, line))
        elif kind == "close":
            if not stack or CLOSING.get(stack[-1][0]) != token:
                raise Wrong(f"line {line}: `{token}` closes nothing")
            stack.pop()
        elif kind == "word":
            if token in BLOCKS:
                stack.append((token, line))
            elif token in INNER and (not stack or stack[-1][0] not in INNER[token]):
                raise Wrong(f"line {line}: `{token}` stands in no block of its kind")
            elif token == "end" and stack and stack[-1][0] == "[":
                pass  # the last index of an array
            elif token == "end":
                if not stack or stack[-1][0] not in BLOCKS:
                    raise Wrong(f"line {line}: `end` closes nothing")
                stack.pop()
            elif before in ("function", "struct"):
                defined.add(token)
            elif token not in KEYWORDS and is_called:
                # f(x) = … at the beginning of a line defines f.
                is_definition = re.search(rf"^{re.escape(token)}\([^)]*\) = ", text.split("\n")[line - 1])
                defined.add(token) if is_definition else called.setdefault(token, line)
    if stack:
        raise Wrong(f"line {stack[-1][1]}: `{stack[-1][0]}` is not closed")
    arguments = set(re.findall(r"function \w+\(([^)]*)\)", text))
    local = {name.strip() for group in arguments for name in group.split(",")} | {"f"}
    for name, line in called.items():
        if name not in defined | JULIA | local:
            raise Wrong(f"line {line}: `{name}` is called, but defined nowhere")


def generated(model):
    text = None
    for command in ([BIN / "moflat", model], [BIN / "moopt"], [BIN / "mogen-template", "julia"]):
        text = subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout
    return text


def main():
    texts = {name: generated(ROOT / f"tests/simulation/{name}.mo") for name in MODELS}
    texts["BouncingBall"] = generated(ROOT / "docs/examples/BouncingBall.mo")
    for name, text in texts.items():
        try:
            check(text)
        except Wrong as problem:
            sys.exit(f"{name}.jl: {problem}")
    # The check sees mistakes.
    ball = texts["BouncingBall"]
    for old, new in (("    end\nend\n", "    end\n"), ("crossed()\n", "crosed()\n"), ("zeros(RELATIONS)", "zeros(RELATIONS"),
                     ('print("time")', 'print("time)')):
        assert old in ball, old
        try:
            check(ball.replace(old, new, 1))
        except Wrong:
            continue
        sys.exit(f"a mistake is not seen: {new!r} instead of {old!r}")


main()
