"""Expressions of a MOO document as Python text.

An expression in JSON is a number, true, false, a string (the name of a variable) or a list whose first item says what
the rest means: ["+", a, b], ["der", "x"], ["sin", a]. Operators have their Modelica names.
"""

import json


class Unsupported(Exception):
    """Something that this back end does not support."""


# How tightly Python binds: a larger number binds tighter.
TERNARY, OR, AND, NOT, RELATION, SUM, PRODUCT, SIGN, POWER, ATOM = range(10)

# Modelica's operator: Python's, its precedence, what its left and right operand need.
BINARY = {
    "or": (" or ", OR, OR, AND),
    "and": (" and ", AND, AND, NOT),
    "<": (" < ", RELATION, SUM, SUM),
    "<=": (" <= ", RELATION, SUM, SUM),
    ">": (" > ", RELATION, SUM, SUM),
    ">=": (" >= ", RELATION, SUM, SUM),
    "==": (" == ", RELATION, SUM, SUM),
    "<>": (" != ", RELATION, SUM, SUM),
    "+": (" + ", SUM, SUM, PRODUCT),
    "-": (" - ", SUM, SUM, PRODUCT),
    "*": ("*", PRODUCT, PRODUCT, SIGN),
    "/": ("/", PRODUCT, PRODUCT, SIGN),
}

# Those that are called by another name than in Modelica. simulator.py imports math and defines the rest.
FUNCTIONS = {
    name: "math." + name
    for name in "sqrt sin cos tan asin acos atan atan2 sinh cosh tanh exp log log10".split()
}
FUNCTIONS |= {
    "abs": "abs",
    "min": "min",
    "max": "max",
    "floor": "math.floor",
    "integer": "math.floor",
    "ceil": "math.ceil",
    "div": "truncated_quotient",
    "rem": "remainder",
    "mod": "modulo",
    "sign": "sign",
}


def key(expression):
    """Equal for equal expressions; 1 and 1.0 differ, as an Integer and a Real."""
    return json.dumps(expression)


class Printer:
    """Writes expressions for the functions of a generated simulator, which has the lists v, der and pre."""

    def __init__(self, slots, shared, relations):
        self.slots = slots  # number of each variable, by name
        self.shared = shared  # the section of that name
        self.relations = {key(relation): number for number, relation in enumerate(relations)}

    def text(self, expression):
        return self._write(expression, TERNARY, False)

    def _write(self, expression, needed, is_literal):
        """The text, in parentheses if it binds less than needed. In noEvent, relations are computed and not remembered."""
        text, precedence = self._parts(expression, is_literal)
        return f"({text})" if precedence < needed else text

    def _parts(self, expression, is_literal):
        if isinstance(expression, bool):
            return str(expression), ATOM
        if isinstance(expression, (int, float)):
            return repr(expression), ATOM if expression >= 0 else SIGN
        if isinstance(expression, str):
            return f"v[{self.slots[expression]}]", ATOM
        head, *operands = expression
        if not is_literal and key(expression) in self.relations:
            text, _ = self._operation(head, operands, is_literal)
            return f"m.holds({self.relations[key(expression)]}, {text})", ATOM
        return self._operation(head, operands, is_literal)

    def _operation(self, head, operands, is_literal):
        def operand(index, needed=TERNARY):
            return self._write(operands[index], needed, is_literal)

        if head == "-" and len(operands) == 1:
            return "-" + operand(0, SIGN), SIGN
        if head == "+" and len(operands) == 1:
            return self._parts(operands[0], is_literal)
        if head in BINARY:
            sign, precedence, left, right = BINARY[head]
            return operand(0, left) + sign + operand(1, right), precedence
        if head == "^":
            return f"math.pow({operand(0)}, {operand(1)})", ATOM
        if head == "not":
            return "not " + operand(0, NOT), NOT
        if head == "if":
            return f"{operand(1, OR)} if {operand(0, OR)} else {operand(2)}", TERNARY
        if head in ("der", "pre"):
            return f"{head}[{self.slots[operands[0]]}]", ATOM
        if head == "time":
            return "m.time", ATOM
        if head == "initial":
            return "m.is_initial", ATOM
        if head == "terminal":
            return "m.is_terminal", ATOM
        if head == "edge":
            return f"{operand(0)} and not pre[{self.slots[operands[0]]}]", AND
        if head == "change":
            return f"{operand(0)} != pre[{self.slots[operands[0]]}]", RELATION
        if head == "noEvent":
            return self._parts(operands[0], True)
        if head == "smooth":
            return self._parts(operands[1], is_literal)
        if head == "homotopy":
            return self._parts(operands[0], is_literal)
        if head == "shared":
            # A function, so that the text stays small; in noEvent it has to be written out.
            if is_literal:
                return self._parts(self.shared[operands[0] - 1], True)
            return f"shared_{operands[0]}(m)", ATOM
        if head == "string":
            return ascii(operands[0]), ATOM
        if head in FUNCTIONS:
            arguments = ", ".join(operand(index) for index in range(len(operands)))
            return f"{FUNCTIONS[head]}({arguments})", ATOM
        raise Unsupported(f"`{head}` is not known to this back end")
