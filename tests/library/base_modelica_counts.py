"""Counts the scalar variables and equations of a Base Modelica file.

Arrays count by their elements, records by their fields, loops by their iterations. The reader knows as much of the
language as the sizes of equations need; what it cannot size is listed, never guessed.
"""

import collections
import re

from base_modelica_sizes import NAME, Sized, Sizer, Unknown, count_of, split_statements, tokens_of

DECLARATION = re.compile(r"((?:(?:parameter|constant|discrete|input|output|final|flow|stream|protected)\s+)*)"
                         r"(Real|Integer|Boolean|String|Clock|StateSelect|AssertionLevel|" + NAME + r")\s*(\[[^\]]*\])?\s*(" + NAME +
                         r")\s*(\[[^\]]*\])?\s*(.*)", re.S)
PLACE = re.compile(r"@\d+\s+")
SECTION = re.compile(r"(initial\s+)?(equation|algorithm)\b(?!\s*\()\s*")
PARTITION = re.compile(r"partition\b\s*|subpartition\s*\((?:[^()]|\([^()]*\))*\)\s*")
REFERENCE = r"(" + NAME + r"(?:\[[\d, ]+\])?)"
ZERO = r"(?:0(?:\.0)?|fill\(0(?:\.0)?, [\d, ]+\)|zeros\([\d, ]+\))"
ALIASES = [re.compile(p) for p in (
    r"-?" + REFERENCE + r" = \(?-?" + REFERENCE + r"\)?$",
    r"-?" + REFERENCE + r" [-+] " + REFERENCE + " = " + ZERO + "$",
    r"-\(" + REFERENCE + r" \+ " + REFERENCE + r"\) = " + ZERO + "$",
    ZERO + r" = \(?-?" + REFERENCE + r"\)? [-+] " + REFERENCE + "$",
    ZERO + r" = " + REFERENCE + r" [-+] \(?-?" + REFERENCE + r"\)?$")]
SIMPLE_SIDE = re.compile(NAME + r"(?= = )|der\(" + NAME + r"\)(?= = )")
NO_EQUATION = {"assert", "terminate", "reinit"}


def element_names(name, shape):
    indices = [""]
    for size in shape:
        indices = [f"{i},{k}" if i else str(k) for i in indices for k in range(1, size + 1)]
    return [f"{name}[{index}]" for index in indices]


class Variable:
    def __init__(self, prefixes, type_name, shape, width, record, rest):
        self.prefixes, self.type_name, self.shape, self.width = prefixes, type_name, shape, width
        self.record, self.rest, self.cached = record, rest, False
        self.number = None

    def integer(self, model):
        """The value of an Integer parameter or constant."""
        if not self.cached:
            self.cached = True
            if self.type_name == "Integer" and self.prefixes & {"parameter", "constant"} and not self.shape:
                rest = self.rest
                if rest.startswith("("):
                    depth = 0
                    for _, text, end in tokens_of(rest):
                        depth += {"(": 1, ")": -1}.get(text, 0)
                        if depth == 0:
                            rest = rest[end:].lstrip()
                            break
                if rest.startswith("="):
                    try:
                        self.number = Sizer(model, rest[1:]).expression().value
                    except Unknown:
                        pass
        return self.number

    def kind(self, model):
        for prefix in ("parameter", "constant", "input"):
            if prefix in self.prefixes:
                return prefix
        if self.type_name == "Real":
            return "discrete" if "discrete" in self.prefixes else "continuous"
        if self.type_name in model.enumerations or self.type_name in ("StateSelect", "AssertionLevel"):
            return "enumeration"
        if self.type_name.startswith("'"):
            return "record" if self.type_name in model.records else "external object"
        return self.type_name


class Function:
    def __init__(self):
        self.inputs, self.outputs = [], []  # (name, type, text of the dimensions)

    def result(self, model, arguments):
        if not self.outputs:
            return Sized((), 0)
        scope = {name: value for (name, _, _), value in zip(self.inputs, arguments)}
        _, type_name, dims = self.outputs[0]
        shape = model.dimensions(dims, scope)
        fields = model.records.get(type_name)
        width = 1
        if fields is not None:
            width = sum(count_of(s) * w for s, w, _ in fields.values())
        return Sized(shape, width, None, type_name if fields is not None else None)


class Model:
    """A Base Modelica file, read and counted."""

    def __init__(self, text):
        self.enumerations, self.records, self.functions = {}, {}, {}
        self.variables, self.elements, self.assigned_elements = {}, {}, {}
        self.equations = self.aliases_removed = 0
        self.undeclared = {}  # arrays with elements that are assigned under a name that is not declared, and their sizes
        self.alias_pairs = []  # the scalars of alias equations, by name without quotes
        self.other_equations = []  # their text, and the headers of the loops and branches around them
        self.unsized = []
        self.classes = collections.Counter()  # of equations: by what they look like
        start = re.search(r"^  model '", text, re.M)
        end = text.rfind("\n  annotation(SourceLocations")
        self.read_classes(text[:start.start()])
        self.read_model(text[start.start():end if end > 0 else len(text)])

    def scattered(self, name):
        """An array that is declared element by element, as in `'x[1]'`, but used as a whole."""
        if not self.elements:
            for variable in self.variables:
                if variable.endswith("]'"):
                    base = variable[:variable.rindex("[")] + "'"
                    self.elements[base] = self.elements.get(base, 0) + 1
        if name not in self.elements:
            raise Unknown(name)
        return Sized((self.elements[name],))

    def dimensions(self, text, scope=None):
        if not text:
            return ()
        sizer = Sizer(self, text, scope)
        sizer.take("[")
        result = []
        while True:
            if sizer.accept(":"):
                result.append(None)
            else:
                result.append(sizer.expression().value)
            if not sizer.accept(","):
                break
        if any(not isinstance(size, int) for size in result):
            raise Unknown(text)
        return tuple(result)

    def read_classes(self, text):
        function, record, depth = None, None, 0
        for statement in split_statements(text):
            statement = PLACE.sub("", re.sub(r"^(//![^\n]*\n)?\s*package " + NAME + r"\s*", "", statement))
            statement = re.sub(r"^(pure|impure|partial)\s+", "", statement)
            if match := re.match(r"type\s+(" + NAME + r")\s*=\s*enumeration", statement):
                self.enumerations[match[1]] = re.findall(NAME, statement[match.end():])
                continue
            if match := re.match(r"function\s+(" + NAME + r")\s*(?:\"(?:[^\"\\]|\\.)*\"\s*)?", statement):
                function, record = self.functions.setdefault(match[1], Function()), None
                statement = statement[match.end():]
            elif match := re.match(r"(?:operator )?record\s+(" + NAME + r")\s*(?:\"(?:[^\"\\]|\\.)*\"\s*)?", statement):
                record, function = self.records.setdefault(match[1], {}), None
                statement = statement[match.end():]
            match = DECLARATION.match(PLACE.sub("", statement))
            if not match:
                if re.match(r"end\s+'", statement):
                    function = record = None
                continue
            prefixes, type_name, dims, name, more, _ = match.groups()
            if function is not None and "input" in prefixes:
                function.inputs.append((name, type_name, dims or more))
            elif function is not None and "output" in prefixes:
                function.outputs.append((name, type_name, dims or more))
            elif record is not None:
                inner = self.records.get(type_name)
                width = sum(count_of(s) * w for s, w, _ in inner.values()) if inner is not None else 1
                try:
                    record[name] = (self.dimensions(dims or more), width, type_name if inner is not None else None)
                except Unknown:
                    record[name] = ((), 1, None)

    def read_model(self, text):
        text = re.sub(r"^\s*model\s+" + NAME + r"\s*(\"(?:[^\"\\]|\\.)*\")?", "", text)
        self.stack = []  # open blocks: word, counts of the branches, iterations, scope around it, header
        self.section = None
        self.scope = {}
        for statement in split_statements(text):
            self.read_statement(statement)
        self.close_algorithm()

    def read_statement(self, statement):
        while True:
            statement = PLACE.sub("", statement, count=1) if statement.startswith("@") else statement
            if match := SECTION.match(statement):
                self.close_algorithm()
                self.section = match[0].split()
                self.assigned = {}
                statement = statement[match.end():]
                continue
            if match := PARTITION.match(statement):
                self.close_algorithm()
                self.section, self.assigned = ["equation"], {}
                statement = statement[match.end():]
                continue
            if self.section is None:
                self.declare(statement)
                return
            if re.match(r"Clock\b(?!\()", statement):
                return  # declared with its value
            word = re.match(r"\w+", statement)
            word = word[0] if word else ""
            if word in ("if", "when", "elseif", "elsewhen", "for", "while"):
                body = self.header_end(statement)
                self.open(word, statement[len(word):body])
                statement = statement[body:].lstrip().removeprefix("then").removeprefix("loop").lstrip()
                continue
            if word == "else":
                self.stack[-1][1].append(0)
                statement = statement[4:].lstrip()
                continue
            break
        if word == "end":
            if self.stack and not re.match(r"end\s+'", statement):
                self.close()
            return
        if not statement or word in ("annotation", "break", "return"):
            return
        self.read_equation(statement, word)

    @staticmethod
    def header_end(statement):
        depth, first = 0, True
        for kind, text, end in tokens_of(statement):
            if kind == 4:
                if text in ("if", "elseif") and not first:
                    depth += 1
                elif text == "loop" or (text == "then" and depth == 0):
                    return end - len(text)
                elif text == "then":
                    depth -= 1
            first = False
        raise Unknown(statement[:60])

    def open(self, word, header):
        if word in ("elseif", "elsewhen"):
            self.stack[-1][1].append(0)
            return
        times, outer = 1, self.scope
        if word == "for":
            name, _, values = header.partition(" in ")
            self.scope = dict(self.scope)
            try:
                values = Sizer(self, values, self.scope).expression()
                times = values.shape[0]
                self.scope[name.strip()] = Sized((), 1, values.value[0] if times == 1 and values.value else None)
            except Unknown as reason:
                self.unsized.append(f"for {header.strip()[:80]}: {reason}")
        self.stack.append([word, [0], times, outer, header.strip()])

    def close(self):
        word, counts, times, self.scope, _ = self.stack.pop()
        if word in ("if", "when") and len(set(counts)) > 1 and self.section[0] == "equation":
            self.classes["branches of different size"] += 1
        self.add(counts[0] * times)

    def add(self, count):
        if self.stack:
            self.stack[-1][1][-1] += count
        elif self.section == ["equation"]:
            self.equations += count

    def read_equation(self, statement, word):
        if self.section[-1] == "algorithm":
            self.assign(statement)
            return
        if word in NO_EQUATION or self.section[0] == "initial":
            return
        if any(block[0] in ("if", "when") and len(block[1]) > 1 for block in self.stack):
            self.size_equation(statement)  # counted by the first branch
            return
        count = self.size_equation(statement)
        if not count or self.section != ["equation"]:
            return
        if not self.stack:
            for pattern in ALIASES:
                if (match := pattern.match(statement)) and all(self.is_unknown(side) for side in match.groups()):
                    self.aliases_removed += count
                    self.alias_pairs += zip(*(self.scalars_of(side) for side in match.groups()))
                    return
        self.other_equations.append((statement, [(block[0], block[4]) for block in self.stack]))

    def scalars_of(self, reference):
        """The names of the scalars that `'x'` or `'x'[1, 2]` stands for."""
        name = re.match(NAME, reference)[0]
        subscripts = reference[len(name):].replace(" ", "")
        shape = self.variables[name].shape
        return [name[1:-1] + subscripts] if subscripts or not shape else element_names(name[1:-1], shape)

    def is_unknown(self, reference):
        name = re.match(NAME, reference)[0]
        variable = self.variables.get(name)
        return variable is not None and not variable.prefixes & {"parameter", "constant", "input"}

    def size_equation(self, statement):
        try:
            if match := SIMPLE_SIDE.match(statement):
                name = re.search(NAME, match[0])[0]
                variable = self.variables.get(name)
                if variable is not None:
                    count = count_of(variable.shape) * variable.width
                    self.add(count)
                    return count
            try:
                sizer = Sizer(self, statement, dict(self.scope))
                if statement.startswith("("):  # several results: those that are wanted
                    count = self.size_results(statement)
                else:
                    count = sizer.expression().count()
                    if sizer.at == len(sizer.tokens):
                        count = 0  # a call without result
                self.add(count)
                return count
            except Unknown:
                sides = self.sides(statement)
                if sides is None:
                    return 0  # a call without result
                count = Sizer(self, sides[1], dict(self.scope)).expression().count()
                self.add(count)
                return count
        except (Unknown, IndexError, TypeError, KeyError) as reason:
            self.unsized.append(f"{statement[:120]}: {reason}")
            return 0

    @staticmethod
    def sides(statement):
        depth = 0
        for _, text, end in tokens_of(statement):
            depth += {"(": 1, "{": 1, "[": 1, ")": -1, "}": -1, "]": -1}.get(text, 0)
            if text in ("=", ":=") and depth == 0:
                return statement[:end - len(text)], statement[end:]
        return None

    def size_results(self, statement):
        left, _ = self.sides(statement)
        tokens = tokens_of(left)
        if tokens[-1][1] != ")":
            return Sizer(self, left, dict(self.scope)).expression().count()
        count, depth, start = 0, 0, 1
        begin = tokens[0][2]
        for _, text, end in tokens:
            if text in (",", ")") and depth == 1:
                item = left[begin:end - 1].strip()
                begin = end
                if item:
                    count += Sizer(self, item, dict(self.scope)).expression().count()
            depth += {"(": 1, "{": 1, "[": 1, ")": -1, "}": -1, "]": -1}.get(text, 0)
        return count

    def assign(self, statement):
        sides = self.sides(statement)
        if sides is None:
            return
        for name, subscript in re.findall("(" + NAME + r")(\[[^\]]*\])?", sides[0]):
            variable = self.variables.get(name)
            if variable is None:
                try:
                    self.assigned_elements[name] = self.scattered(name).count()
                except Unknown:
                    self.note_undeclared(name)  # or an iterator in a subscript
                continue
            is_element = subscript and re.fullmatch(r"\[[\d, ]+\]", subscript)
            if is_element and subscript.count(",") + 1 == len(variable.shape):
                self.assigned.setdefault(name, set()).add(subscript)
            else:
                self.assigned[name] = None
            if name in self.assigned and not is_element:
                self.assigned[name] = None

    def note_undeclared(self, name):
        """`'x[\\'i\\']'`, an element of an array whose elements are declared one by one, is no variable."""
        if name.endswith("]'"):
            base = name[:name.index("[")] + "'"
            try:
                self.undeclared[base] = self.scattered(base).count()
            except Unknown:
                pass

    def close_algorithm(self):
        if self.section == ["algorithm"]:
            for name, elements in self.assigned.items():
                variable = self.variables[name]
                whole = count_of(variable.shape) * variable.width
                self.equations += whole if elements is None else len(elements) * variable.width
            self.equations += sum(self.assigned_elements.values())
            self.assigned_elements = {}

    def declare(self, statement):
        if statement.startswith("parameter equation") or statement.startswith("annotation"):
            return
        match = DECLARATION.match(statement)
        if not match:
            self.unsized.append("declaration: " + statement[:80])
            return
        prefixes, type_name, dims, name, more, rest = match.groups()
        try:
            shape = self.dimensions(dims) + self.dimensions(more)
        except Unknown:
            self.unsized.append("dimensions: " + statement[:80])
            shape = ()
        fields = self.records.get(type_name)
        width = sum(count_of(s) * w for s, w, _ in fields.values()) if fields is not None else 1
        self.variables[name] = Variable(set(prefixes.split()), type_name, shape, width,
                                        type_name if fields is not None else None, rest)
        if not set(prefixes.split()) & {"parameter", "constant"} and re.match(r"(\((?:[^()]|\([^()]*\))*\)\s*)?=", rest):
            self.equations += count_of(shape) * width

    # ---- results ----
    def counts(self):
        result = collections.Counter()
        for variable in self.variables.values():
            result[variable.kind(self)] += count_of(variable.shape) * variable.width
        return result

    def unknowns(self):
        kinds = self.counts()
        return sum(n for kind, n in kinds.items() if kind not in ("parameter", "constant", "input", "external object"))

    def scalar_names(self):
        """The scalar variables by name, each with its kind. Subscripts of enumeration type become numbers."""
        def number(match):
            literals = self.enumerations.get(f"'{match[1]}'", [])
            literal = f"'{match[2]}'"
            return str(literals.index(literal) + 1) if literal in literals else match[0]

        result = {}
        for name, variable in self.variables.items():
            base, kind = name[1:-1], variable.kind(self)
            if base.endswith("]") and "\\'" in base:
                base = re.sub(r"'([^'\\]*)'\.'((?:[^'\\]|\\.)*)'", number, re.sub(r"\\(.)", r"\1", base))
            for scalar in element_names(base, variable.shape) if variable.shape else [base]:
                result[scalar] = kind
        return result
