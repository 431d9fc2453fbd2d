#!/usr/bin/env python3
"""A back end for MOO that needs nothing but Python: reads a document in JSON, writes a simulator in Python.

    moflat Model.mo | moopt | moconv --to json | python3 moo_to_python.py > model.py
    python3 model.py > result.csv

Written from docs/moo.md and docs/encodings.md. It takes scalar models with events; what it cannot do it refuses.
"""

import json
import pathlib
import sys

from expressions import Printer, Unsupported

# What a document may ask for beyond equations, blocks and when-clauses.
FEATURES = {"torn", "mixed", "timeEvents"}
SETS = {"initialization": "iEq", "integration": "Eq", "reinitialization": "riEq"}


class Generator:
    def __init__(self, document):
        self.document = document
        self.variables = document.get("variables", [])
        self.slots = {variable["name"]: number for number, variable in enumerate(self.variables)}
        self.crossings = document.get("zeroCrossings", [])
        self.conditions = document.get("whenConditions", [])
        self.shared = document.get("shared", [])
        self.printer = Printer(self.slots, self.shared, [z.get("relation") for z in self.crossings])
        self.lines = []

    def run(self):
        self.refuse_unknown()
        self.write_tables()
        for number, expression in enumerate(self.shared, 1):
            self.function(f"shared_{number}(m)", [f"return {self.text(expression)}"])
        self.write_parameters()
        for section, label in SETS.items():
            self.write_blocks(section, label)
        self.write_start_values()
        self.function("initialize(m)", self.passing("initialization"))
        self.function("derivatives(m)", self.passing("integration"))
        self.function("update(m)", self.passing("reinitialization"))
        conditions = [f"    bool({self.text(each['condition'])})," for each in self.conditions]
        self.function("conditions(m)", ["return ["] + conditions + ["]"])
        self.write_relations_and_assertions()
        self.write_eliminated()
        return "\n".join(self.lines) + "\n"

    def refuse_unknown(self):
        """A document lists what it needs beyond equations, blocks and when-clauses."""
        if self.document.get("moo", "").split(".")[0] != "0":
            raise Unsupported("this is no MOO document of version 0 in JSON")
        if needs := [need for need in self.document.get("requires", []) if need not in FEATURES]:
            raise Unsupported(f"the model needs what this back end has not: {', '.join(needs)}")
        for variable in self.variables:
            if variable["type"] not in ("Real", "Integer", "Boolean"):
                raise Unsupported(f"the variable {variable['name']!a} is of type {variable['type']}")
        for crossing in self.crossings:
            if "relation" not in crossing:
                raise Unsupported("a zero crossing does not say which relation it belongs to")

    # ---- text ----

    def text(self, expression):
        return self.printer.text(expression)

    def function(self, head, body):
        """Names for what the body uses, then the body."""
        names = [name for name in ("v", "der", "pre") if any(f"{name}[" in line for line in body)]
        local = [f"{', '.join(names)} = {', '.join('m.' + name for name in names)}"] if names else []
        self.lines += ["", "", f"def {head}:"] + ["    " + line for line in local + (body or ["pass"])]

    def place(self, item):
        """FILE:LINE:COLUMN in the user's model."""
        if "source" not in item:
            return "?"
        file, line, column = item["source"].split(":")
        return f"{self.document['files'][int(file) - 1]}:{line}:{column}"

    def slot(self, target):
        """The list and the number under which a target is stored: h, der(h) or pre(h)."""
        which, name = target if isinstance(target, list) else ("v", target)
        return which, self.slots[name]

    def numbers(self, is_wanted):
        return [number for number, variable in enumerate(self.variables) if is_wanted(variable)]

    # ---- tables ----

    def write_tables(self):
        experiment = self.document.get("experiment", {})
        start = experiment.get("startTime", 0.0)
        stop = experiment.get("stopTime", start + 1.0)
        intervals = max(1, round((stop - start) / experiment["interval"])) if "interval" in experiment else 500
        starts = [e["target"] for block in self.blocks("initialization") for e in block["equations"] if is_start_value(e)]
        self.lines += [
            "#!/usr/bin/env python3",
            "# -*- coding: utf-8 -*-",
            f"# {self.document['name']!a}, simulated. Made by moo_to_python.py.",
            "import argparse",
            "import csv",
            "import math",
            "import sys",
            "",
            f"NAME = {self.document['name']!a}",
            f"NAMES = {ascii([variable['name'] for variable in self.variables])}",
            f"STATES = {self.numbers(lambda variable: variable['role'] == 'state')}",
            f"DISCRETE = {self.numbers(lambda variable: variable['role'] == 'discrete')}",
            f"PARAMETERS = {self.numbers(lambda variable: variable['role'] == 'parameter')}",
            f"START_VALUES = {sorted(self.slot(target)[1] for target in starts)}",
            f"RESULTS = {self.numbers(lambda variable: variable['role'] not in ('parameter', 'constant'))}",
            f"RELATIONS = {len(self.crossings)}",
            f"CONDITIONS = {len(self.conditions)}",
            f"START_TIME, STOP_TIME, INTERVALS = {start!r}, {stop!r}, {intervals}",
            f"TOLERANCE = {experiment.get('tolerance', 1e-6)!r}",
        ]

    def write_parameters(self):
        body = []
        for name in self.document.get("parameters", []):
            number = self.slots[name]
            value = self.text(self.variables[number]["binding"])
            body.append(f"v[{number}] = m.settings.get({number}, {value})  # {name!a}")
        self.function("parameters(m)", body)

    def write_start_values(self):
        """Before the initialization each variable has its start value, where iterations begin."""
        defaults = {"Real": "0.0", "Integer": "0", "Boolean": "False"}
        body = []
        for number, variable in enumerate(self.variables):
            if variable["role"] not in ("parameter", "constant"):
                value = self.text(variable["start"]) if "start" in variable else defaults[variable["type"]]
                body.append(f"v[{number}] = {value}  # {variable['name']!a}")
        self.function("start_values(m)", body)

    # ---- equations ----

    def blocks(self, section):
        return self.document.get(section, [])

    def write_blocks(self, section, label):
        """Residuals and Jacobian of each block that has to be solved by iteration."""
        first = 1
        for number, block in enumerate(self.blocks(section), 1):
            equations = block["equations"]
            if needs_iteration(block):
                name = f"{label}_{number}"
                rows = []
                for equation in equations:
                    row = ["0.0"] * len(equations)
                    for entry in equation.get("jacobian", []):
                        row[entry["column"] - first] = self.text(entry["value"])
                    rows.append(f"    [{', '.join(row)}],  # {self.place(equation)!a}")
                residuals = [f"    {self.text(self.residual(equation))}," for equation in equations]
                self.function(f"{name}_residuals(m)", ["return ["] + residuals + ["]"])
                self.function(f"{name}_jacobian(m)", ["return ["] + rows + ["]"])
            first += len(equations)

    def residual(self, equation):
        """An assignment of a torn block is a residual, too, if all its variables are iterated over. Relations keep their
        values while a block is solved, and the event iteration finds those that agree with it; discrete variables
        would have to be found in the same way."""
        which, number = self.slot(equation["target"])
        if which == "v" and self.variables[number]["role"] == "discrete":
            place = self.place(equation)
            raise Unsupported(f"the model needs what this back end has not: mixed, a discrete variable of a block ({place})")
        return ["-", equation["target"], equation["value"]] if equation["form"] == "ass" else equation["value"]

    def passing(self, section):
        """The blocks of a set, one after another."""
        listeners = {}  # the conditions to which an equation listens
        announced = {}  # those to which no equation before it listens
        if section == "reinitialization":
            for number, condition in enumerate(self.conditions):
                for equation in condition.get("equations", []):
                    listeners.setdefault(equation, []).append(number)
                if condition.get("equations"):
                    announced.setdefault(min(condition["equations"]), []).append(number)
        body = []
        number = 0
        for block_number, block in enumerate(self.blocks(section), 1):
            if needs_iteration(block):
                body.append(self.solving(section, block_number, block))
                number += len(block["equations"])
                continue
            for equation in block["equations"]:
                number += 1
                if equation["form"] == "inst":
                    body += self.instant(equation, listeners.get(number, []), announced.get(number, []))
                else:
                    body.append(self.assignment(equation))
        return body

    def solving(self, section, number, block):
        name = f"{SETS[section]}_{number}"
        unknowns = [self.slot(equation["target"]) for equation in block["equations"]]
        places = ", ".join(self.place(equation) for equation in block["equations"])
        title = f"the block of {places}"
        return f"solve(m, {title!a}, {unknowns}, {name}_residuals, {name}_jacobian)"

    def assignment(self, equation):
        which, number = self.slot(equation["target"])
        value = self.text(equation["value"])
        if is_start_value(equation):
            value = f"m.starts.get({number}, {value})"
        return f"{which}[{number}] = {value}"

    def instant(self, equation, conditions, new_conditions):
        """Active when one of its conditions rises. With a state as target it is a reinit."""
        if not conditions:
            raise Unsupported(f"{self.place(equation)}: nothing says when this equation becomes active")
        _, number = self.slot(equation["target"])
        lines = [f"m.condition[{i}] = bool({self.text(self.conditions[i]['condition'])})" for i in new_conditions]
        lines.append(f"if {' or '.join(f'm.rises({i})' for i in conditions)}:")
        if self.variables[number]["role"] == "state":
            return lines + [f"    m.reinits[{number}] = {self.text(equation['value'])}"]
        return lines + [f"    v[{number}] = {self.text(equation['value'])}", "else:", f"    v[{number}] = pre[{number}]"]

    def write_relations_and_assertions(self):
        # Taken literally: what they are, not what is remembered.
        relations = [f"    bool({self.text(['noEvent', crossing['relation']])})," for crossing in self.crossings]
        self.function("relations(m)", ["return ["] + relations + ["]"])
        rows = []
        for assertion in self.document.get("assertions", []):
            is_error = assertion.get("level", "error") == "error"
            condition, message = self.text(assertion["condition"]), self.text(assertion["message"])
            rows.append(f"    ({condition}, {is_error}, {self.place(assertion)!a}, {message}),")
        self.function("assertions(m)", ["return ["] + rows + ["]"])

    def write_eliminated(self):
        """Variables that only the results need."""
        body = [f"v[{self.slots[row['variable']]}] = {self.text(row['value'])}" for row in self.document.get("recovered", [])]
        for alias in self.document.get("aliases", []):
            number = self.slots[alias["variable"]]
            sign = "not" if self.variables[number]["type"] == "Boolean" else "-"
            value = [sign, alias["target"]] if alias.get("negated") else alias["target"]
            body.append(f"v[{number}] = {self.text(value)}")
        self.function("eliminated(m)", body)


def is_start_value(equation):
    """Whether the user may override an equation of iEq."""
    return equation.get("origin", "").startswith(("start value", "default start value"))


def needs_iteration(block):
    return any(equation["form"] == "res" for equation in block["equations"])


def main():
    sys.setrecursionlimit(20000)
    here = pathlib.Path(__file__).parent
    try:
        document = json.load(sys.stdin)
        model = Generator(document).run()
    except Unsupported as problem:
        sys.exit(f"error: {problem}")
    except ValueError as problem:
        sys.exit(f"error: this is no JSON: {problem}")
    # One file that needs nothing else.
    sys.stdout.write(model + "\n\n" + (here / "simulator.py").read_text())


if __name__ == "__main__":
    main()
