"""The sizes of expressions in Base Modelica."""

import re

NAME = r"'(?:[^'\\]|\\.)*'"
CHUNK = re.compile(r"\"(?:[^\"\\]|\\.)*\"|" + NAME + r"|//[^\n]*|[][;/]|[^][;\"'/]+")
TOKEN = re.compile(r"\s*(?:(" + NAME + r")|(\"(?:[^\"\\]|\\.)*\")|(\d+(?:\.\d*)?(?:[eE][-+]?\d+)?)|([A-Za-z_]\w*)"
                   r"|(\.[-+*/^]|<=|>=|<>|==|:=|.))", re.S)
SCALAR_RESULT = {"sum", "product", "min", "max", "size", "ndims", "scalar", "time", "sample", "initial", "terminal",
                 "String", "integer", "delay", "spatialDistribution", "interval", "Clock", "cardinality"}


class Unknown(Exception):
    """The size of an expression cannot be found."""


def split_statements(text):
    """The statements of a text, without their semicolons."""
    parts, depth = [], 0
    for match in CHUNK.finditer(text):
        part = match.group()
        depth += {"[": 1, "]": -1}.get(part, 0)
        if part == ";" and depth == 0:  # inside of brackets it separates the rows of a matrix
            yield "".join(parts).strip()
            parts = []
        elif not part.startswith("//"):
            parts.append(part)


def tokens_of(text):
    return [(m.lastindex, m.group(m.lastindex), m.end()) for m in TOKEN.finditer(text.rstrip())]


def count_of(shape):
    product = 1
    for size in shape:
        product *= size
    return product


class Sized:
    """The shape of a value, how many scalars an element has, and the value where it is a known Integer."""
    __slots__ = ("shape", "width", "value", "record")

    def __init__(self, shape=(), width=1, value=None, record=None):
        self.shape, self.width, self.value, self.record = shape, width, value, record

    def count(self):
        return count_of(self.shape) * self.width


class Sizer:
    """Finds the shape of an expression by reading it once."""

    def __init__(self, model, text, scope=None):
        self.model, self.scope = model, scope or {}
        self.tokens, self.at = tokens_of(text), 0
        self.ends = []  # the sizes that `end` stands for

    def peek(self):
        return self.tokens[self.at][1] if self.at < len(self.tokens) else ""

    def take(self, text=None):
        if self.at >= len(self.tokens) or (text is not None and self.peek() != text):
            raise Unknown(f"expected {text}")
        self.at += 1
        return self.tokens[self.at - 1]

    def accept(self, text):
        if self.peek() == text:
            self.at += 1
            return True
        return False

    def expression(self):
        if self.accept("if"):
            self.expression()
            self.take("then")
            result = self.expression()
            while self.accept("elseif"):
                self.expression()
                self.take("then")
                self.expression()
            self.take("else")
            other = self.expression()
            return Sized(result.shape, max(result.width, other.width), None, result.record)
        first = self.disjunction()
        if self.peek() != ":":
            return first
        self.take()
        last, step = self.disjunction(), 1
        if self.accept(":"):
            step, last = last.value, self.disjunction()
        if first.value is None or last.value is None or not step:
            raise Unknown("range")
        return Sized((max(0, (last.value - first.value) // step + 1),), 1, range(
            first.value, last.value + (1 if step > 0 else -1), step))

    def disjunction(self):
        result = self.relation()
        while self.peek() in ("or", "and"):
            self.take()
            self.relation()
        return result

    def relation(self):
        while self.accept("not"):
            pass
        result = self.sum()
        if self.peek() in ("<", "<=", ">", ">=", "==", "<>"):
            self.take()
            self.sum()
            return Sized(result.shape)
        return result

    def sum(self):
        sign = self.peek()
        if sign in ("+", "-", ".+", ".-"):
            self.take()
        result = self.term()
        if sign == "-" and isinstance(result.value, int):
            result = Sized(result.shape, 1, -result.value)
        while self.peek() in ("+", "-", ".+", ".-"):
            operator = self.take()[1]
            right = self.term()
            value = None
            if isinstance(result.value, int) and isinstance(right.value, int):
                value = result.value + (right.value if operator[-1] == "+" else -right.value)
            wide = result if result.shape else right
            result = Sized(wide.shape, max(result.width, right.width), value, result.record)
        return result

    def term(self):
        result = self.factor()
        while self.peek() in ("*", "/", ".*", "./"):
            operator = self.take()[1]
            right = self.factor()
            a, b = result.shape, right.shape
            value = None
            if isinstance(result.value, int) and isinstance(right.value, int):
                if operator[-1] == "*":
                    value = result.value * right.value
                elif right.value and result.value % right.value == 0:
                    value = result.value // right.value
            if operator == "*" and a and b:
                shape = a[:-1] + b[1:]
            else:
                shape = a or b
            result = Sized(shape, max(result.width, right.width), value, result.record)
        return result

    def factor(self):
        result = self.primary()
        while self.peek() in ("^", ".^"):
            self.take()
            self.primary()
            result = Sized(result.shape, result.width)
        return result

    def primary(self):
        kind, text, _ = self.take()
        if kind == 3:
            result = Sized((), 1, int(text) if text.isdigit() else None)
        elif kind == 2:
            result = Sized()
        elif text == "(":
            result = self.expression()
            while self.accept(","):  # the components of a result
                self.expression()
            self.take(")")
        elif text == "{":
            result = self.constructor()
        elif text == "[":
            result = self.matrix()
        elif text == "-":
            result = self.primary()
        elif kind == 1 or kind == 4:
            result = self.call(text) if self.peek() == "(" else self.reference(text)
        else:
            raise Unknown(text)
        while self.peek() in ("[", "."):
            if self.accept("."):
                result = self.field(result, self.take()[1])
            else:
                result = self.subscripts(result)
        return result

    def reference(self, name):
        if name in self.scope:
            return self.scope[name]
        if name == "end" and self.ends:
            return Sized((), 1, self.ends[-1])
        if name in ("time", "true", "false"):
            return Sized()
        if name in self.model.enumerations:
            self.take(".")
            self.take()
            return Sized()
        variable = self.model.variables.get(name)
        if variable is None:
            return self.model.scattered(name)
        return Sized(variable.shape, variable.width, variable.integer(self.model), variable.record)

    def field(self, value, name):
        fields = self.model.records.get(value.record)
        if fields is None or name not in fields:
            raise Unknown(name)
        shape, width, record = fields[name]
        return Sized(value.shape + shape, width, None, record)

    def subscripts(self, value):
        self.take("[")
        shape, dim = [], 0
        while True:
            size = value.shape[dim] if dim < len(value.shape) else 0
            dim += 1
            if self.peek() == ":" :
                self.take()
                shape.append(size)
            else:
                self.ends.append(size)
                subscript = self.expression()
                self.ends.pop()
                shape += subscript.shape
            if not self.accept(","):
                break
        self.take("]")
        return Sized(tuple(shape) + value.shape[dim:], value.width, None, value.record)

    def iterated(self, start, close):
        """`e for i in r, j in s}`: the iterators come after the expression that uses them."""
        depth, at = 0, start
        while self.tokens[at][1] != "for" or depth:
            depth += {"(": 1, "{": 1, "[": 1, ")": -1, "}": -1, "]": -1}.get(self.tokens[at][1], 0)
            at += 1
        self.at, outer, sizes = at + 1, dict(self.scope), []
        while True:
            name = self.take()[1]
            self.take("in")
            values = self.expression()
            sizes.insert(0, values.shape[0])
            self.scope[name] = Sized((), 1, values.value[0] if values.value else None)
            if not self.accept(","):
                break
        self.take(close)
        after, self.at = self.at, start
        body = self.expression()
        self.at, self.scope = after, outer
        return body, tuple(sizes)

    def has_iterators(self):
        depth = 0
        for _, text, _ in self.tokens[self.at:]:
            if text == "for" and depth == 0:
                return True
            if depth == 0 and text in (")", "}", "]", ","):
                return False
            depth += {"(": 1, "{": 1, "[": 1, ")": -1, "}": -1, "]": -1}.get(text, 0)
        return False

    def constructor(self):
        if self.has_iterators():
            body, sizes = self.iterated(self.at, "}")
            return Sized(sizes + body.shape, body.width, None, body.record)
        items = [self.expression()]
        while self.accept(","):
            items.append(self.expression())
        self.take("}")
        return Sized((len(items),) + items[0].shape, items[0].width, None, items[0].record)

    def matrix(self):
        def promoted(value):
            return (value.shape + (1, 1))[:2] if len(value.shape) < 2 else value.shape
        rows, width = 0, 0
        while True:
            columns, height = 0, 0
            while True:
                shape = promoted(self.expression())
                columns, height = columns + shape[1], shape[0]
                if not self.accept(","):
                    break
            rows, width = rows + height, columns
            if not self.accept(";"):
                break
        self.take("]")
        return Sized((rows, width))

    def arguments(self):
        self.take("(")
        if self.accept(")"):
            return []
        if self.has_iterators():
            self.iterated(self.at, ")")
            return [Sized()]
        result = []
        while True:
            if self.at + 1 < len(self.tokens) and self.tokens[self.at + 1][1] == "=":
                self.at += 2  # a named argument
            result.append(self.expression())
            if not self.accept(","):
                break
        self.take(")")
        return result

    def call(self, name):
        arguments = self.arguments()
        record = name if name in self.model.records else "'" + name[2:] if name.startswith("'-") else None
        if record in self.model.records:
            return Sized((), sum(a.count() for a in arguments), None, record)
        if name in self.model.functions:
            return self.model.functions[name].result(self.model, arguments)
        if name.startswith("'"):
            raise Unknown(name)
        shapes = [a.shape for a in arguments]
        values = [a.value for a in arguments]
        if name == "size" and len(values) == 2 and isinstance(values[1], int):
            return Sized((), 1, shapes[0][values[1] - 1])
        if name == "size" and len(values) == 1:
            return Sized((len(shapes[0]),))
        if name in ("min", "max") and len(values) == 2:
            known = all(isinstance(v, int) for v in values)
            return Sized((), 1, (min if name == "min" else max)(values) if known else None)
        if name == "integer" or name == "div":
            return Sized(shapes[0], 1, values[0] // values[1] if name == "div" and None not in values else None)
        if name in SCALAR_RESULT:
            return Sized()
        if name in ("zeros", "ones", "fill", "identity", "linspace"):
            sizes = values[1:] if name == "fill" else values[2:] if name == "linspace" else values
            if not all(isinstance(size, int) for size in sizes):
                raise Unknown(name)
            if name == "identity":
                sizes = sizes * 2
            base = arguments[0] if name == "fill" else Sized()
            return Sized(tuple(sizes) + base.shape, base.width)
        if name == "diagonal":
            return Sized(shapes[0] * 2)
        if name == "transpose":
            return Sized((shapes[0][1], shapes[0][0]) + shapes[0][2:])
        if name == "outerProduct":
            return Sized(shapes[0] + shapes[1])
        if name == "skew":
            return Sized((3, 3))
        if name == "vector":
            return Sized((count_of(shapes[0]),))
        if name == "matrix":
            return Sized((shapes[0] + (1, 1))[:2])
        if name == "cat":
            at = values[0] - 1
            return Sized(shapes[1][:at] + (sum(s[at] for s in shapes[1:]),) + shapes[1][at + 1:])
        if name == "smooth":
            return arguments[1]
        if not arguments:
            return Sized()
        wide = max(arguments, key=lambda a: len(a.shape))
        return Sized(wide.shape, arguments[0].width, None, arguments[0].record)
