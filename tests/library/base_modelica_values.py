"""The values of expressions in Base Modelica: numbers, arrays as lists, records as dictionaries by field.

Knows what equations and simple functions of flat models use; anything else is Unknown, never guessed.
"""

import math
import re

from base_modelica_sizes import NAME, Unknown, split_statements, tokens_of

PRECEDENCE = [("or",), ("and",), ("<", "<=", ">", ">=", "==", "<>"), ("+", "-", ".+", ".-"), ("*", "/", ".*", "./"),
              ("^", ".^")]
PLACE = re.compile(r"@\d+\s+")
MATH = {"sin": math.sin, "cos": math.cos, "tan": math.tan, "asin": math.asin, "acos": math.acos, "atan": math.atan,
        "atan2": math.atan2, "sinh": math.sinh, "cosh": math.cosh, "tanh": math.tanh, "exp": math.exp,
        "log": math.log, "log10": math.log10, "sqrt": math.sqrt, "abs": abs, "floor": math.floor, "ceil": math.ceil,
        "integer": math.floor, "sign": lambda x: (x > 0) - (x < 0), "rem": math.fmod,
        "div": lambda x, y: int(x / y) if y else None, "mod": lambda x, y: x - math.floor(x / y) * y}
SAME = {"noEvent", "homotopy", "Real"}  # have the value of their first argument


class Parser:
    """Text to trees (kind, parts …)."""

    def __init__(self, text):
        self.tokens, self.at = tokens_of(text), 0

    def peek(self):
        return self.tokens[self.at][1] if self.at < len(self.tokens) else ""

    def take(self, text=None):
        if self.at >= len(self.tokens) or (text is not None and self.peek() != text):
            raise Unknown(f"expected {text}")
        self.at += 1
        return self.tokens[self.at - 1]

    def accept(self, text):
        found = self.peek() == text
        self.at += found
        return found

    def expression(self):
        if self.accept("if"):
            condition = self.expression()
            self.take("then")
            then = self.expression()
            if self.peek() == "elseif":
                self.tokens[self.at] = (4, "if", 0)
                return ("if", condition, then, self.expression())
            self.take("else")
            return ("if", condition, then, self.expression())
        first = self.operators(0)
        if not self.accept(":"):
            return first
        second = self.operators(0)
        return ("range", first, second, self.operators(0)) if self.accept(":") else ("range", first, None, second)

    def operators(self, level):
        if level == len(PRECEDENCE):
            return self.primary()
        if level == 2 and self.accept("not"):
            return ("not", self.operators(2))
        if level == 3 and self.peek() in ("-", "+"):
            sign = self.take()[1]
            left = self.operators(4)
            left = ("neg", left) if sign == "-" else left
        else:
            left = self.operators(level + 1)
        while self.peek() in PRECEDENCE[level]:
            operator = self.take()[1]
            left = ("binary", operator, left, self.operators(level + 1))
        return left

    def items(self, close):
        result = []
        while not self.accept(close):
            if result:
                self.take(",")
            if self.at + 1 < len(self.tokens) and self.tokens[self.at + 1][1] == "=":
                name = self.take()[1]
                self.take("=")
                result.append(("named", name, self.expression()))
                continue
            result.append(self.expression())
            if self.accept("for"):
                loops = []
                while True:
                    name = self.take()[1]
                    self.take("in")
                    loops.append((name, self.expression()))
                    if not self.accept(","):
                        break
                self.take(close)
                return [("loop", result[0], loops)]
        return result

    def primary(self):
        kind, text, _ = self.take()
        if kind == 3:
            result = ("value", int(text) if text.isdigit() else float(text))
        elif kind == 2:
            result = ("value", text)
        elif text in ("true", "false"):
            result = ("value", text == "true")
        elif text == "-":
            result = ("neg", self.primary())
        elif text == "(":
            result = self.expression()
            self.take(")")
        elif text == "{":
            result = ("array", self.items("}"))
        elif text == "[":
            rows = [[self.expression()]]
            while not self.accept("]"):
                if self.accept(";"):
                    rows.append([self.expression()])
                else:
                    self.take(",")
                    rows[-1].append(self.expression())
            result = ("matrix", rows)
        elif kind in (1, 4):
            result = ("call", text, self.items(")")) if self.accept("(") else ("name", text)
        else:
            raise Unknown(text)
        while self.peek() in ("[", "."):
            if self.accept("."):
                result = ("field", result, self.take()[1])
                continue
            self.take("[")
            subscripts = []
            while not self.accept("]"):
                if subscripts:
                    self.take(",")
                subscripts.append(None if self.accept(":") else self.expression())
            result = ("index", result, subscripts)
        return result


def parse(text):
    parser = Parser(text)
    result = parser.expression()
    if parser.at != len(parser.tokens):
        raise Unknown(text[:60])
    return result


def elementwise(function, a, b):
    if isinstance(a, list) and isinstance(b, list):
        if len(a) != len(b):
            raise Unknown("sizes")
        return [elementwise(function, x, y) for x, y in zip(a, b)]
    if isinstance(a, list):
        return [elementwise(function, x, b) for x in a]
    if isinstance(b, list):
        return [elementwise(function, a, y) for y in b]
    if isinstance(a, (dict, str)) or isinstance(b, (dict, str)):
        raise Unknown("operands")
    return function(a, b)


def product(a, b):
    if not (isinstance(a, list) and isinstance(b, list)):
        return elementwise(lambda x, y: x * y, a, b)
    if isinstance(a[0], list):
        return [product(row, b) for row in a]
    if isinstance(b[0], list):
        return [product(a, list(column)) for column in zip(*b)]
    return sum(x * y for x, y in zip(a, b))


def flatten(value):
    if isinstance(value, list):
        return [scalar for element in value for scalar in flatten(element)]
    if isinstance(value, dict):
        return [scalar for element in value.values() for scalar in flatten(element)]
    return [value]


def select(value, subscripts):
    if not subscripts:
        return value
    first, rest = subscripts[0], subscripts[1:]
    if not isinstance(value, list):
        raise Unknown("subscript")
    if first is None:
        return [select(element, rest) for element in value]
    if isinstance(first, list):
        return [select(value[int(i) - 1], rest) for i in first]
    if not 1 <= first <= len(value):
        raise Unknown("subscript")
    return select(value[int(first) - 1], rest)


class Evaluator:
    """Evaluates trees for one model; `values` gives those of its variables by name."""

    def __init__(self, model, functions, values):
        self.model, self.functions, self.values, self.depth = model, functions, values, 0

    def evaluate(self, tree, scope=None):
        return getattr(self, "evaluate_" + tree[0])(tree, scope or {})

    def evaluate_value(self, tree, scope):
        return tree[1]

    def evaluate_name(self, tree, scope):
        if tree[1] in scope:
            return scope[tree[1]]
        if tree[1] == "time":
            return self.values("time")
        return self.values(tree[1])

    def evaluate_if(self, tree, scope):
        return self.evaluate(tree[2] if self.evaluate(tree[1], scope) else tree[3], scope)

    def evaluate_not(self, tree, scope):
        return not self.evaluate(tree[1], scope)

    def evaluate_neg(self, tree, scope):
        return elementwise(lambda x, _: -x, self.evaluate(tree[1], scope), 0)

    def evaluate_range(self, tree, scope):
        start, stop = self.evaluate(tree[1], scope), self.evaluate(tree[3], scope)
        step = self.evaluate(tree[2], scope) if tree[2] is not None else 1
        if not all(isinstance(x, int) for x in (start, stop, step)):
            raise Unknown("range")
        return list(range(start, stop + (1 if step > 0 else -1), step))

    def evaluate_binary(self, tree, scope):
        operator, a, b = tree[1], self.evaluate(tree[2], scope), self.evaluate(tree[3], scope)
        plain = operator.lstrip(".")
        if operator == "*":
            return product(a, b)
        if operator == "^" and isinstance(a, list):
            raise Unknown("power of a matrix")
        if plain in ("==", "<>") and not isinstance(a, (list, dict)):
            return (a == b) == (plain == "==")
        try:
            return elementwise({"+": lambda x, y: x + y, "-": lambda x, y: x - y, "*": lambda x, y: x * y,
                                "/": lambda x, y: x / y, "^": lambda x, y: x ** y, "<": lambda x, y: x < y,
                                "<=": lambda x, y: x <= y, ">": lambda x, y: x > y, ">=": lambda x, y: x >= y,
                                "and": lambda x, y: x and y, "or": lambda x, y: x or y}[plain], a, b)
        except (ZeroDivisionError, OverflowError, TypeError, ValueError) as reason:
            raise Unknown(str(reason)) from reason

    def evaluate_array(self, tree, scope):
        if len(tree[1]) == 1 and tree[1][0][0] == "loop":
            return self.evaluate(tree[1][0], scope)
        return [self.evaluate(item, scope) for item in tree[1]]

    def evaluate_loop(self, tree, scope):
        _, body, loops = tree
        if len(loops) != 1:
            raise Unknown("several iterators")
        name, values = loops[0]
        return [self.evaluate(body, {**scope, name: value}) for value in self.evaluate(values, scope)]

    def evaluate_matrix(self, tree, scope):
        def promoted(value):
            if not isinstance(value, list):
                return [[value]]
            return value if value and isinstance(value[0], list) else [[element] for element in value]
        result = []
        for row in tree[1]:
            parts = [promoted(self.evaluate(item, scope)) for item in row]
            result += [[x for line in lines for x in line] for lines in zip(*parts)]
        return result

    def evaluate_field(self, tree, scope):
        if tree[1][0] == "name" and tree[1][1] in self.model.enumerations:
            return self.model.enumerations[tree[1][1]].index(tree[2]) + 1
        value = self.evaluate(tree[1], scope)
        if not isinstance(value, dict) or tree[2] not in value:
            raise Unknown(tree[2])
        return value[tree[2]]

    def evaluate_index(self, tree, scope):
        value = self.evaluate(tree[1], scope)
        subscripts = [None if s is None else self.evaluate(s, scope) for s in tree[2]]
        return select(value, subscripts)

    def evaluate_call(self, tree, scope):
        _, name, items = tree
        if name == "der":
            return self.values(("der", repr(items[0])))
        arguments = [self.evaluate(item, scope) for item in items if item[0] != "named"]
        named = {item[1]: self.evaluate(item[2], scope) for item in items if item[0] == "named"}
        record = name if name in self.model.records else "'" + name[2:] if name.startswith("'-") else None
        if record in self.model.records:
            return dict(zip(self.model.records[record], arguments))
        if name in self.functions:
            return self.call(self.functions[name], arguments, named)
        return self.builtin(name, arguments)

    def builtin(self, name, arguments):
        if name in SAME:
            return arguments[0]
        if name == "smooth":
            return arguments[1]
        if name in ("fill", "zeros", "ones"):
            value = arguments.pop(0) if name == "fill" else 0.0 if name == "zeros" else 1.0
            for size in reversed(arguments):
                value = [value] * size
            return value
        if name in ("min", "max", "sum", "product"):
            scalars = flatten(arguments)
            if name in ("min", "max"):
                return (min if name == "min" else max)(scalars)
            return sum(scalars) if name == "sum" else math.prod(scalars)
        if name == "size":
            value = arguments[0]
            for _ in range(arguments[1] - 1):
                value = value[0]
            return len(value)
        if name == "transpose":
            return [list(column) for column in zip(*arguments[0])]
        if name == "cross":
            (a, b, c), (x, y, z) = arguments
            return [b * z - c * y, c * x - a * z, a * y - b * x]
        if name == "vector":
            return flatten(arguments[0])
        if name == "scalar":
            return flatten(arguments[0])[0]
        if name in MATH:
            try:
                if any(isinstance(a, list) for a in arguments):
                    return elementwise(lambda x, _: MATH[name](x), arguments[0], 0)
                return MATH[name](*arguments)
            except (ValueError, TypeError, OverflowError) as reason:
                raise Unknown(str(reason)) from reason
        raise Unknown(name)

    def call(self, function, arguments, named):
        if self.depth > 20:
            raise Unknown("deep calls")
        self.depth += 1
        try:
            return function.run(self, arguments, named)
        finally:
            self.depth -= 1


class Function:
    """A function whose body is a sequence of assignments; any other cannot be run."""

    def __init__(self):
        self.inputs, self.variables, self.statements, self.output, self.is_simple = [], [], [], None, True

    def run(self, evaluator, arguments, named):
        if not self.is_simple or self.output is None:
            raise Unknown("function")
        scope = dict(zip((name for name, _ in self.inputs), arguments))
        scope.update(named)
        for name, default in self.inputs:
            if name not in scope:
                if default is None:
                    raise Unknown(name)
                scope[name] = evaluator.evaluate(default, scope)
        for name, value in self.variables:
            if value is not None:
                scope[name] = evaluator.evaluate(value, scope)
        for target, value in self.statements:
            scope[target] = evaluator.evaluate(value, scope)
        if self.output not in scope:
            raise Unknown(self.output)
        return scope[self.output]


VARIABLE = re.compile(r"((?:(?:input|output|parameter|constant|protected)\s+)*)(?:[A-Za-z]\w*|" + NAME +
                      r")\s*(?:\[[^\]]*\])?\s*(" + NAME + r")\s*(?:\[[^\]]*\])?\s*(.*)", re.S)


def read_functions(text):
    """The functions of the text before the model, by name."""
    functions, function, in_body = {}, None, False
    for statement in split_statements(text):
        statement = PLACE.sub("", statement)
        if match := re.search(r"(?:^|\s)function\s+(" + NAME + r")\s*(?:\"(?:[^\"\\]|\\.)*\"\s*)?", statement):
            function, in_body = functions.setdefault(match[1], Function()), False
            statement = statement[match.end():]
        if function is None:
            continue
        if re.match(r"end\s+'", statement):
            function = None
            continue
        if match := re.match(r"algorithm\s*", statement):
            in_body, statement = True, statement[match.end():]
        if not statement or re.match(r"annotation\b|assert\b", statement):
            continue
        try:
            if in_body:
                match = re.match("(" + NAME + r")\s*:=\s*(.*)", statement, re.S)
                if not match:
                    raise Unknown(statement)
                function.statements.append((match[1], parse(match[2])))
            else:
                declare(function, statement)
        except Unknown:
            function.is_simple = False
    return functions


def declare(function, statement):
    match = VARIABLE.match(statement)
    if not match:
        raise Unknown(statement)
    prefixes, name, rest = match.groups()
    rest = re.sub(r"\"(?:[^\"\\]|\\.)*\"|annotation\(.*\)", "", rest, flags=re.S).strip()
    value = parse(rest[1:]) if rest.startswith("=") else None
    if rest and value is None:
        raise Unknown(rest)
    if "input" in prefixes:
        function.inputs.append((name, value))
        return
    function.variables.append((name, value))
    if "output" in prefixes:
        if function.output is not None:
            raise Unknown("several outputs")
        function.output = name


def random_value(type_name, shape, generator):
    if shape:
        return [random_value(type_name, shape[1:], generator) for _ in range(shape[0])]
    if type_name == "Boolean":
        return generator.random() < 0.5
    if type_name == "Integer":
        return generator.randint(1, 9)
    return generator.uniform(0.5, 2.0)
