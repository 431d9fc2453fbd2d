"""Functions of a MOO document as functions of Python, which return the tuple of their outputs."""

from expressions import Unsupported


class FunctionWriter:
    def __init__(self, printer, types, default, place):
        self.printer = printer
        self.types = types
        self.default = default  # of a type that is not a record
        self.place = place

    def function(self, function):
        """The lines of its definition."""
        if "external" in function:
            raise Unsupported(f"the function {function['name']!a} is external")
        name, variables = self.printer.name, function.get("variables", [])
        self.printer.locals = {each["name"]: each["type"] for each in variables}
        inputs = [name(each["name"]) for each in variables if each["role"] == "input"]
        self.outputs = ", ".join(name(each["name"]) for each in variables if each["role"] == "output")
        lines = [f"def {name(function['name'])}({', '.join(inputs)}):"]
        for each in variables:
            if each["role"] != "input":
                lines.append(f"    {name(each['name'])} = {self.first_value(each)}")
        return lines + self.body(function.get("body", [])) + [self.return_line()]

    def return_line(self):
        return f"    return ({self.outputs},)" if self.outputs else "    return ()"

    def text(self, expression):
        # Relations cause no events, and there is no simulation to ask for shared expressions.
        return self.printer.literally(expression)

    def first_value(self, variable):
        if "binding" in variable:
            return f"own({self.text(variable['binding'])})"
        kind = variable["type"]
        if not isinstance(kind, dict):
            return self.default_of(kind)
        # What is not known here is assigned before it is used.
        known = [["int", each or 0] for each in kind["sizes"]]
        sizes = [given if given is not None else other for given, other in zip(variable.get("sizes", known), known)]
        value = self.default_of(kind["element"])
        return f"fill({value}, {', '.join(self.text(each) for each in sizes)})"

    def default_of(self, type_name):
        if isinstance(type_name, dict):
            return f"fill({self.default_of(type_name['element'])}, {', '.join(str(each or 0) for each in type_name['sizes'])})"
        members = self.types.get(type_name, {})
        if members.get("kind") == "record":
            return "{" + ", ".join(f"{each['name']!a}: {self.default_of(each['type'])}" for each in members["members"]) + "}"
        return self.default(type_name)

    # ---- statements ----

    def body(self, statements):
        lines = [line for statement in statements for line in self.statement(statement)]
        return ["    " + line for line in lines or ["pass"]]

    def statement(self, statement):
        kind, a, b = statement["kind"], statement.get("a"), statement.get("b")
        branches = statement.get("branches", [{}])
        if kind == "assignment":
            return self.assignment(a, b)
        if kind == "call":
            return [self.printer.results(a, True) if a[0] == "call" else self.text(a)]
        if kind == "assert":
            failure = f"raise Failure({self.place(statement) + ': ' !a} + {self.text(b)})"
            is_error = statement.get("c", ["enum", "AssertionLevel", "error"])[-1] == "error"
            return [f"if not ({self.text(a)}):", "    " + (failure if is_error else f"print({self.text(b)}, file=sys.stderr)")]
        if kind == "if":
            lines = []
            for number, branch in enumerate(branches):
                word = "if" if number == 0 else "elif"
                lines.append(f"{word} {self.text(branch['condition'])}:" if "condition" in branch else "else:")
                lines += self.body(branch.get("body", []))
            return lines
        if kind == "for":
            return [f"for {self.printer.name(statement['iterator'])} in {self.text(a)}:"] + self.body(branches[0].get("body", []))
        if kind == "while":
            return [f"while {self.text(a)}:"] + self.body(branches[0].get("body", []))
        if kind == "break":
            return ["break"]
        if kind == "return":
            return [self.return_line().strip()]
        raise Unsupported(f"{self.place(statement)}: `{kind}` in a function")

    def assignment(self, target, value):
        if target[0] != "tuple":
            return [self.store(target, self.text(value))]
        lines = [f"results = {self.printer.results(value, True)}"]
        for number, part in enumerate(target[1:]):
            if not isinstance(part, dict) and part[0] != "whole":
                lines.append(self.store(part, f"results[{number}]"))
        return lines

    def store(self, target, value):
        head, owner, *rest = target
        if head == "local":
            return f"{self.printer.name(owner)} = own({value})"
        if head == "field":
            return f"{self.text(owner)}[{rest[0]!a}] = own({value})"
        if head == "subscript":
            # As it is read, but with the value after the array.
            first = f"subscript({self.text(owner)}, "
            text = self.text(target)
            return f"store({self.text(owner)}, {value}, {text[len(first):]}"
        raise Unsupported(f"an assignment to `{head}`")
