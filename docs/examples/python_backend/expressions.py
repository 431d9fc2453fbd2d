"""Expressions of a MOO document as Python text.

An expression in JSON is a number (a Real), true, false, a string (the name of a variable) or a list whose first item
says what the rest means: ["+", a, b], ["der", "x"], ["int", 2]. Operators have their Modelica names. The last item may be
an object with the type of the result.
"""

import re


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

# Called by another name than in Modelica. simulator.py defines those that are not in Python.
MATHEMATICS = "sqrt sin cos tan asin acos atan atan2 sinh cosh tanh exp log log10"
FUNCTIONS = {name: "math." + name for name in MATHEMATICS.split()} | {
    "^": "math.pow",
    "abs": "abs",
    "min": "smallest",
    "max": "largest",
    "floor": "floor",
    "ceil": "ceil",
    "integer": "math.floor",
    "Integer": "int",
    "div": "truncated_quotient",
    "rem": "remainder",
    "mod": "modulo",
    "sign": "sign",
    "String": "text_of",
    "array": "array",
    "matrix": "array",
    "row": "array",
    "range": "array_range",
    "subscript": "subscript",
    "size": "size",
    "sum": "array_sum",
    "product": "array_product",
    "fill": "fill",
    "transpose": "transpose",
}
ELEMENTWISE = {".+": "operator.add", ".-": "operator.sub", ".*": "operator.mul", "./": "operator.truediv", ".^": "math.pow"}
# Words without operands, or whose operands do not matter.
WORDS = {"time": "m.time", "initial": "m.is_initial", "terminal": "m.is_terminal", "whole": "WHOLE"}


def is_operation(expression, head):
    return isinstance(expression, list) and expression[0] == head


class Names:
    """Identifiers of Python, each with a number, so that different names never get the same one."""

    def __init__(self):
        self.numbers = {}

    def __call__(self, name):
        number = self.numbers.setdefault(name, len(self.numbers) + 1)
        return f"{re.sub('[^A-Za-z0-9]+', '_', name).strip('_')}_{number}"


class Printer:
    """Writes expressions for the functions of a generated simulator, which has the lists v, der and pre."""

    def __init__(self, variables, shared, types):
        self.slots = {variable["name"]: number for number, variable in enumerate(variables)}
        self.variable_types = {variable["name"]: variable["type"] for variable in variables}
        self.locals = {}  # types of the variables of the function at hand
        self.shared = shared  # the section of that name
        self.types = types  # enumerations and records, by name
        self.name = Names()  # of functions and their variables
        self.used = {}  # the shared expressions, by number, and functions, by name, that were mentioned so far

    def text(self, expression):
        return self._write(expression, TERNARY, False)

    def shared_value(self, number):
        """Of a call, all results."""
        value = self.shared[number - 1]
        return self.results(value) if is_operation(value, "call") else self.text(value)

    def literally(self, expression):
        """Relations are what they are now, and not what is remembered."""
        return self._write(expression, TERNARY, True)

    def _write(self, expression, needed, is_literal):
        """The text, in parentheses if it binds less than needed. In noEvent, relations are computed and not remembered."""
        text, precedence = self._parts(expression, is_literal)
        return f"({text})" if precedence < needed else text

    def _parts(self, expression, is_literal):
        if isinstance(expression, bool):
            return str(expression), ATOM
        if isinstance(expression, (int, float)):
            return repr(float(expression)), ATOM if expression >= 0 else SIGN
        if isinstance(expression, str):
            return f"v[{self.slot(expression)}]", ATOM
        head, *operands = expression
        result = operands.pop()["type"] if operands and isinstance(operands[-1], dict) else "Real"
        return self._operation(head, operands, is_literal, isinstance(result, dict))

    def literals_of(self, expression):
        """Of an enumeration, if the value of a variable, or a literal, is one."""
        if is_operation(expression, "enum"):
            name = expression[1]
        elif is_operation(expression, "local"):
            name = self.locals.get(expression[1])
        else:
            name = self.variable_types.get(expression[1] if is_operation(expression, "pre") else str(expression))
        row = self.types.get(name, {}) if isinstance(name, str) else {}
        return row.get("members", []) if row.get("kind") == "enumeration" else []

    def slot(self, name):
        if name not in self.slots:
            raise Unsupported(f"there is no variable {name!a}")
        return self.slots[name]

    def _operation(self, head, operands, is_literal, is_array):
        def operand(index, needed=TERNARY):
            return self._write(operands[index], needed, is_literal)

        def arguments(first=0):
            return ", ".join(operand(index) for index in range(first, len(operands)))

        if head in ("relation", "sampling"):
            return self._remembered(head, operands, is_literal)
        if head == "int":
            return str(operands[0]), ATOM if operands[0] >= 0 else SIGN
        if head == "string":
            return ascii(operands[0]), ATOM
        if head == "enum":
            literals = [member["name"] for member in self.types[operands[0]]["members"]]
            return str(literals.index(operands[1]) + 1), ATOM
        if head in ("+", "-") and len(operands) == 1:
            return (operand(0, SIGN), SIGN) if head == "+" else ("-" + operand(0, SIGN), SIGN)
        if head in BINARY:
            sign, precedence, left, right = BINARY[head]
            return operand(0, left) + sign + operand(1, right), precedence
        if head == "not":
            return "not " + operand(0, NOT), NOT
        if head == "if":
            return f"{operand(1, OR)} if {operand(0, OR)} else {operand(2)}", TERNARY
        if head in ("der", "pre"):
            return f"{head}[{self.slot(operands[0])}]", ATOM
        if head == "edge":
            return f"{operand(0, NOT)} and not pre[{self.slot(operands[0])}]", AND
        if head == "change":
            return f"{operand(0, SUM)} != pre[{self.slot(operands[0])}]", RELATION
        if head in WORDS:
            return WORDS[head], ATOM
        if head == "noEvent":
            return self._parts(operands[0], True)
        if head == "smooth":
            return self._parts(operands[1], is_literal)
        if head == "homotopy":
            return self._parts(operands[0], is_literal)
        if head == "semiLinear":
            x, positive, negative = operands
            return self._parts(["if", [">=", x, 0.0], ["*", positive, x], ["*", negative, x]], is_literal)
        if head == "shared":
            # A function, so that the text stays small; in noEvent it has to be written out.
            if is_literal:
                return self._parts(self.shared[operands[0] - 1], True)
            self.used[operands[0]] = True
            is_call = is_operation(self.shared[operands[0] - 1], "call")
            return f"shared_{operands[0]}(m)" + ("[0]" if is_call else ""), ATOM
        if head == "subscript":
            operands = [operands[0]] + [
                without_end(each, operands[0], number) for number, each in enumerate(operands[1:], 1)
            ]
            return f"subscript({arguments()})", ATOM
        if head in ("zeros", "ones"):
            return f"fill({0.0 if head == 'zeros' else 1.0}, {arguments()})", ATOM
        if head in ELEMENTWISE or (is_array and FUNCTIONS.get(head, "").startswith(("math.", "abs"))):
            return f"elementwise({ELEMENTWISE.get(head) or FUNCTIONS[head]}, {arguments()})", ATOM
        if head == "String" and (literals := self.literals_of(operands[0])):
            names = [member["name"] for member in literals]
            return f"text_of({names!a}[{operand(0)} - 1]{', ' if len(operands) > 1 else ''}{arguments(1)})", ATOM
        if head in FUNCTIONS:
            return f"{FUNCTIONS[head]}({arguments()})", ATOM
        return self._of_functions(head, operands, is_literal, operand, arguments)

    def _of_functions(self, head, operands, is_literal, operand, arguments):
        """What is rare outside of functions. A call is the tuple of its results."""
        if head == "local":
            return self.name(operands[0]), ATOM
        if head == "call":
            return f"{self.results([head, *operands], is_literal)}[0]", ATOM
        if head == "output":
            return f"{self.results(operands[1], is_literal)}[{operands[0] - 1}]", ATOM
        if head == "record":
            fields = [member["name"] for member in self.types[operands[0]]["members"]]
            pairs = ", ".join(f"{name!a}: {operand(index)}" for index, name in enumerate(fields, 1))
            return f"{{{pairs}}}", ATOM
        if head == "field":
            return f"{operand(0, ATOM)}[{operands[1]!a}]", ATOM
        if head == "reduction":
            kind, body, *iterators = operands
            # Each iterator is a list inside the one before it.
            text = self._write(body, OR, is_literal)
            for iterator, values in reversed(iterators):
                text = f"array(*[{text} for {self.name(iterator)} in {self._write(values, OR, is_literal)}])"
            return (text if kind == "array" else f"{FUNCTIONS[kind]}({text})"), ATOM
        raise Unsupported(f"`{head}` is not known to this back end")

    def plain(self, relation):
        """A relation without its number."""
        while relation[0] in ("relation", "shared"):
            relation = relation[2] if relation[0] == "relation" else self.shared[relation[1] - 1]
        return relation

    def results(self, call, is_literal=False):
        """All results of a call, as a tuple."""
        if is_operation(call, "shared") and not is_literal:
            self.used[call[1]] = True
            return f"shared_{call[1]}(m)"
        while is_operation(call, "shared"):
            call = self.shared[call[1] - 1]
        if call[0] != "call":
            raise Unsupported(f"results of `{call[0]}`")
        self.used[call[1]] = True
        arguments = [each for each in call[2:] if not isinstance(each, dict)]
        return f"{self.name(call[1])}({', '.join(self._write(each, TERNARY, is_literal) for each in arguments)})"

    def _remembered(self, head, operands, is_literal):
        number, expression = operands
        if head == "sampling":
            return f"m.sampled[{number - 1}]", ATOM
        if is_literal:
            return self._parts(expression, True)
        return f"m.relation({number - 1}, {self._write(expression, TERNARY, False)})", ATOM


def without_end(subscript, array, dimension):
    """`end` is the size of the dimension it is used for."""
    if not isinstance(subscript, list) or subscript[0] in ("subscript", "string"):
        return subscript
    if subscript[0] == "end":
        return ["size", array, ["int", dimension]]
    return [subscript[0]] + [without_end(each, array, dimension) for each in subscript[1:]]


def relations_in(expression, shared, found=None):
    """The rows of zeroCrossings whose relations occur, with the relations."""
    found = {} if found is None else found
    if isinstance(expression, list) and expression[0] not in ("string", "noEvent"):
        if expression[0] == "relation":
            found[expression[1]] = expression[2]
        for part in [shared[expression[1] - 1]] if expression[0] == "shared" else expression[1:]:
            relations_in(part, shared, found)
    return found


def mentions(expression, targets, shared):
    """Whether one of the targets, such as "x" or ["der", "x"], occurs."""
    if expression in targets:
        return True
    if not isinstance(expression, list) or expression[0] in ("string", "der", "pre"):
        return False
    parts = [shared[expression[1] - 1]] if expression[0] == "shared" else expression[1:]
    return any(mentions(part, targets, shared) for part in parts)
