"""Reads schemas/moo.ebnf and tells whether a text follows it. Alternatives are tried from left to right."""
import re

SPACE = re.compile(r"(?:[ \t\r\n]+|//[^\n]*|/\*.*?\*/)*", re.S)
PIECE = re.compile(
    r"""\s*(?:/\*.*?\*/\s*)*(?:(?P<rule>\w+)\s*::=|(?P<name>\w+)|(?P<text>"[^"]*"|'[^']*')|(?P<set>\[[^\]]*\])"""
    r"""|(?P<char>\#x[0-9A-F]+)|(?P<mark>[()|?*+-]))""",
    re.S,
)


def characters(text):
    """`[^'#x5C]` as a set of Python's regular expressions."""
    return "[" + re.sub(r"#x([0-9A-F]+)", lambda m: "\\x%02x" % int(m.group(1), 16), text[1:-1]) + "]"


class Grammar:
    def __init__(self, path):
        self.pieces = []
        text = open(path, encoding="utf-8").read()
        at = 0
        while text[at:].strip():
            piece = PIECE.match(text, at)
            if piece is None:
                if re.fullmatch(r"\s*(/\*.*?\*/\s*)*", text[at:], re.S):
                    break
                raise SystemExit("not a grammar: " + text[at : at + 60])
            self.pieces.append((piece.lastgroup, piece.group(piece.lastgroup)))
            at = piece.end()
        self.rules = {}
        self.at = 0
        while self.at < len(self.pieces):
            name = self.take()[1]
            self.rules[name] = self.alternatives()
        self.matchers = {}
        for name in self.rules:
            self.matcher_of_rule(name)

    # ---- reading the grammar ----

    def peek(self):
        return self.pieces[self.at] if self.at < len(self.pieces) else ("rule", None)

    def take(self):
        self.at += 1
        return self.pieces[self.at - 1]

    def alternatives(self):
        choices = [self.sequence()]
        while self.peek() == ("mark", "|"):
            self.take()
            choices.append(self.sequence())
        return choices[0] if len(choices) == 1 else ("or", choices)

    def sequence(self):
        items = []
        while self.peek()[0] != "rule" and self.peek() not in (("mark", "|"), ("mark", ")")):
            kind, text = self.take()
            if (kind, text) == ("mark", "("):
                item = self.alternatives()
                self.take()
            elif (kind, text) == ("mark", "-"):
                items = [("minus", ("and", items), ("name", self.take()[1]))]
                continue
            else:
                item = (kind, text)
            while self.peek() in (("mark", "?"), ("mark", "*"), ("mark", "+")):
                item = ("repeat", item, self.take()[1])
            items.append(item)
        return ("and", items)

    # ---- tokens: regular expressions ----

    def pattern(self, node):
        kind = node[0]
        if kind == "or":
            return "(?:" + "|".join(self.pattern(each) for each in node[1]) + ")"
        if kind == "and":
            return "".join(self.pattern(each) for each in node[1])
        if kind == "repeat":
            return "(?:" + self.pattern(node[1]) + ")" + node[2]
        if kind == "minus":
            return "(?!" + self.pattern(node[2]) + r"(?!\w))" + self.pattern(node[1])
        if kind == "name":
            return self.pattern(self.rules[node[1]])
        if kind == "text":
            return re.escape(node[1][1:-1])
        return characters(node[1] if kind == "set" else "[" + node[1] + "]")

    def token(self, pattern):
        match = re.compile(pattern, re.S).match

        def run(text, at, memo):
            at = SPACE.match(text, at).end()
            found = match(text, at)
            if found:
                return found.end()
            memo["furthest"] = max(memo["furthest"], at)
            return -1

        return run

    # ---- rules: functions from a place to the place behind the match, or -1 ----

    def matcher_of_rule(self, name):
        if name in self.matchers:
            return self.matchers[name]
        if name.isupper():
            self.matchers[name] = self.token(self.pattern(self.rules[name]))
            return self.matchers[name]
        inner = []

        def run(text, at, memo):
            key = (name, at)
            if key not in memo:
                memo[key] = inner[0](text, at, memo)
            return memo[key]

        self.matchers[name] = run
        inner.append(self.matcher(self.rules[name]))
        return run

    def matcher(self, node):
        kind = node[0]
        if kind == "name":
            return self.matcher_of_rule(node[1])
        if kind == "text":
            word = node[1][1:-1]
            return self.token(re.escape(word) + (r"(?!\w)" if word[-1].isalnum() else ""))
        if kind == "or":
            return self.choice([self.matcher(each) for each in node[1]])
        if kind == "and":
            return self.all_of([self.matcher(each) for each in node[1]])
        if kind == "repeat":
            return self.repeat(self.matcher(node[1]), node[2])
        raise SystemExit("this stands outside of a token: " + str(node))

    @staticmethod
    def choice(choices):
        def run(text, at, memo):
            for each in choices:
                end = each(text, at, memo)
                if end >= 0:
                    return end
            return -1

        return run

    @staticmethod
    def all_of(items):
        def run(text, at, memo):
            for each in items:
                at = each(text, at, memo)
                if at < 0:
                    return -1
            return at

        return run

    @staticmethod
    def repeat(item, mark):
        def run(text, at, memo):
            count = 0
            while count == 0 or mark != "?":
                end = item(text, at, memo)
                if end < 0 or end == at:
                    break
                at = end
                count += 1
            return -1 if mark == "+" and count == 0 else at

        return run

    # Nothing if the text follows the grammar, else where it stops to.
    def error(self, text):
        memo = {"furthest": 0}
        end = self.matchers["document"](text, 0, memo)
        if end >= 0 and SPACE.match(text, end).end() == len(text):
            return None
        place = memo["furthest"]
        line = text.count("\n", 0, place) + 1
        return "line %d, at `%s`" % (line, text[place : place + 40].split("\n")[0])
