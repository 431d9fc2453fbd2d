#!/usr/bin/env python3
"""A back end for MOO that needs nothing but Python: reads a document in JSON, writes a simulator in Python.

    moflat Model.mo | moopt | moconv --to json | python3 moo_to_python.py > model.py
    python3 model.py > result.csv

Written from docs/moo.md, docs/moo_reference.md and docs/encodings.md. It refuses what it cannot do.
"""

import json
import pathlib
import sys

from expressions import Printer, Unsupported, mentions, relations_in
from functions import FunctionWriter

# What a document may ask for beyond equations, blocks and when-clauses.
FEATURES = {
    "actions", "algorithms", "arrays", "enumerations", "functions", "homotopy", "mixed", "records", "samples", "stateSets",
    "strings", "timeEvents", "torn",
}
SETS = {"initialization": "iEq", "integration": "Eq", "reinitialization": "riEq"}


class Generator:
    def __init__(self, document):
        self.document = document
        self.variables = document.get("variables", [])
        self.types = {each["name"]: each for each in document.get("types", [])}
        self.crossings = document.get("zeroCrossings", [])
        self.conditions = document.get("whenConditions", [])
        self.shared = document.get("shared", [])
        self.printer = Printer(self.variables, self.shared, self.types)
        self.slots = self.printer.slots
        self.lines = []  # of tables and functions
        self.blocks = []  # definitions that need both these functions and simulator.py

    def run(self):
        """The text before and the text after what every simulator has."""
        self.refuse_unknown()
        self.write_tables()
        self.write_parameters()
        self.write_start_values()
        for section, function in (("initialization", "initialize"), ("integration", "derivatives"), ("reinitialization", "update")):
            self.write_set(section, function)
        self.write_events()
        self.write_assertions_and_actions()
        self.write_eliminated()
        self.write_state_sets()
        self.write_called()
        return "\n".join(self.lines), "\n".join(self.blocks)

    def refuse_unknown(self):
        """A document lists what it needs beyond equations, blocks and when-clauses."""
        if self.document.get("moo", "").split(".")[0] != "1":
            raise Unsupported("this is no MOO document of version 1 in JSON")
        if needs := [need for need in self.document.get("requires", []) if need not in FEATURES]:
            raise Unsupported(f"the model needs what this back end has not: {', '.join(needs)}")
        if "slice" in self.document:
            raise Unsupported("this is only a part of a document")
        for variable in self.variables:
            if not isinstance(variable["type"], str) or self.default(variable["type"]) is None:
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

    def list_function(self, head, items):
        self.function(head, ["return ["] + [f"    {item}," for item in items] + ["]"])

    def place(self, item):
        """FILE:LINE:COLUMN in the user's model."""
        if "source" not in item:
            return "?"
        file, line, column = item["source"].split(":")
        return f"{self.document['files'][int(file) - 1]}:{line}:{column}"

    def place_of(self, target):
        """The list and the number under which a target is stored: h, der(h) or pre(h)."""
        which, name = target if isinstance(target, list) else ("v", target)
        return which, self.printer.slot(name)

    def written(self, target):
        which, number = self.place_of(target)
        return f"{which}[{number}]"

    def numbers(self, is_wanted):
        return [number for number, variable in enumerate(self.variables) if is_wanted(variable)]

    def is_result(self, variable):
        if "results" in self.document:
            return variable["name"] in self.document["results"]
        is_hidden = variable.get("hideResult") or variable.get("isProtected")
        return variable["role"] not in ("parameter", "constant") and not is_hidden

    def default(self, type_name):
        """The value of a variable without a start value; None for types of which variables are not supported."""
        if type_name in self.types:
            return "1" if self.types[type_name]["kind"] == "enumeration" else None
        return {"Real": "0.0", "Integer": "0", "Boolean": "False", "String": "''"}.get(type_name)

    # ---- tables, parameters and start values ----

    def write_tables(self):
        experiment = self.document.get("experiment", {})
        start = experiment.get("startTime", 0.0)
        stop = experiment.get("stopTime", start + 1.0)
        intervals = max(1, round((stop - start) / experiment["interval"])) if "interval" in experiment else 500
        starts = [
            equation["target"]
            for block in self.document.get("initialization", [])
            for equation in block["equations"]
            if equation.get("overridable")
        ]
        initial = [number for number, each in enumerate(self.conditions) if mentions(each["condition"], [["initial"]], self.shared)]
        self.lines += [
            "#!/usr/bin/env python3",
            "# -*- coding: utf-8 -*-",
            f"# {self.document['name']!a}, simulated. Made by moo_to_python.py.",
            "import argparse",
            "import csv",
            "import itertools",
            "import math",
            "import operator",
            "import sys",
            "",
            f"NAME = {self.document['name']!a}",
            f"NAMES = {ascii([variable['name'] for variable in self.variables])}",
            f"STATES = {self.numbers(lambda variable: variable['role'] == 'state')}",
            f"DISCRETE = {self.numbers(lambda variable: variable['role'] == 'discrete')}",
            f"PARAMETERS = {self.numbers(is_settable)}",
            f"START_VALUES = {sorted(self.place_of(target)[1] for target in starts)}",
            f"RESULTS = {self.numbers(self.is_result)}",
            f"RELATIONS = {len(self.crossings)}",
            f"CONDITIONS = {len(self.conditions)}",
            f"INITIAL_CONDITIONS = {initial}",
            f"SAMPLINGS = {len(self.document.get('samplings', []))}",
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
        bound = set(self.document.get("parameters", []))
        body = []
        for number, variable in enumerate(self.variables):
            if variable["name"] not in bound:
                value = self.text(variable["start"]) if "start" in variable else self.default(variable["type"])
                body.append(f"v[{number}] = {value}  # {variable['name']!a}")
        self.function("start_values(m)", body)

    # ---- equations ----

    def write_set(self, section, function):
        """The blocks of a set, one after another."""
        listeners = {}  # the conditions to which an equation listens
        announced = {}  # those to which no equation before it listens
        late = []
        if section == "reinitialization":
            for number, condition in enumerate(self.conditions):
                equations = condition.get("equations", [])
                for equation in equations:
                    listeners.setdefault(equation, []).append(number)
                if equations:
                    announced.setdefault(min(equations), []).append(number)
                else:
                    late.append(self.condition(number))
        body = []
        first = 1
        for number, block in enumerate(self.document.get(section, []), 1):
            equations = block["equations"]
            instants = {}
            for i, equation in enumerate(equations, first):
                if equation["form"] == "inst":
                    instants[i] = self.instant(equation, listeners.get(i, []), announced.get(i, []))
            if needs_iteration(block):
                name = f"{SETS[section]}_{number}"
                self.write_block(name, section, block, first, instants)
                body.append(f"solve(m, {name})")
            elif instants:
                body += instants[first]
            else:
                targets = ", ".join(self.target(equation) for equation in equations)
                body.append(f"{targets} = {', '.join(self.value(equation) for equation in equations)}")
            first += len(equations)
        self.function(f"{function}(m)", body + late)

    def target(self, equation):
        return self.written(equation["target"])

    def value(self, equation):
        value = self.text(equation["value"])
        if equation.get("overridable"):
            return f"m.starts.get({self.place_of(equation['target'])[1]}, {value})"
        return value

    def condition(self, number):
        return f"m.condition[{number}] = bool({self.text(self.conditions[number]['condition'])})"

    def instant(self, equation, conditions, new_conditions):
        """Active when one of its conditions rises. With a state as target it is a reinit."""
        if not conditions:
            raise Unsupported(f"{self.place(equation)}: nothing says when this equation becomes active")
        _, number = self.place_of(equation["target"])
        lines = [self.condition(i) for i in new_conditions]
        lines.append(f"if {' or '.join(f'm.rises({i})' for i in conditions)}:")
        if self.variables[number]["role"] == "state":
            return lines + [f"    m.reinits[{number}] = {self.text(equation['value'])}"]
        return lines + [f"    v[{number}] = {self.text(equation['value'])}", "else:", f"    v[{number}] = pre[{number}]"]

    def is_discrete(self, equation):
        target = equation["target"]
        return isinstance(target, str) and self.variables[self.slots[target]]["role"] == "discrete"

    def write_block(self, name, section, block, first, instants):
        """A block that is solved by iteration: an object, and the functions that it needs."""
        numbered = list(enumerate(block["equations"], first))
        jumping = [(i, equation) for i, equation in numbered if self.is_discrete(equation) or i in instants]
        assigned = [(i, e) for i, e in numbered if (i, e) not in jumping and e["form"] == "ass"]
        residual = [(i, e) for i, e in numbered if e["form"] == "res"]
        for i, equation in jumping:
            if equation["form"] == "res" or not self.is_discrete(equation):
                raise Unsupported(f"{self.place(equation)}: a residual of a discrete variable, or a reinit in a block")
        unknowns = [self.place_of(equation["target"]) for _, equation in residual]
        title = f"the block of {', '.join(self.place(equation) for equation in block['equations'])}"
        arguments = [ascii(title), repr(block.get("kind", "nonlinear")), repr(unknowns), f"{name}_residuals"]

        self.list_function(f"{name}_residuals(m)", [self.text(equation["value"]) for _, equation in residual])
        columns = {i: column for column, (i, _) in enumerate(assigned + residual)}
        if block.get("jacobian", "full") == "full" and all("jacobian" in e for _, e in assigned + residual):
            self.list_function(f"{name}_jacobian(m)", [self.row(equation, columns) for _, equation in assigned + residual])
            arguments.append(f"{name}_jacobian")
        else:
            arguments.append("None")
        if assigned or not residual:
            self.function(f"{name}_assignments(m)", [f"{self.target(e)} = {self.text(e['value'])}" for _, e in assigned])
            arguments.append(f"assignments={name}_assignments")
        rows = [self.variables[number] if which == "v" else {} for which, number in unknowns]
        if any("min" in row or "max" in row for row in rows):
            limits = [
                f"({self.text(row['min']) if 'min' in row else '-math.inf'}, {self.text(row['max']) if 'max' in row else 'math.inf'})"
                for row in rows
            ]
            self.list_function(f"{name}_limits(m)", limits)
            arguments.append(f"limits={name}_limits")
        if section != "integration":
            arguments += self.write_switches(name, block, jumping, instants)
        self.blocks.append(f"{name} = Block({', '.join(arguments)})")

    def row(self, equation, columns):
        entries = ["0.0"] * len(columns)
        for entry in equation["jacobian"]:
            entries[columns[entry["column"]]] = self.text(entry["value"])
        return f"[{', '.join(entries)}]"

    def write_switches(self, name, block, jumping, instants):
        """What jumps: relations, of which some depend on what the block determines, and discrete variables."""
        targets = [equation["target"] for equation in block["equations"]]
        relations = relations_in(["array"] + [equation["value"] for equation in block["equations"]], self.shared)
        own = [number for number in sorted(relations) if mentions(relations[number], targets, self.shared)]
        known = [number for number in sorted(relations) if number not in own]
        arguments = []
        if known:
            self.function(f"{name}_known_relations(m)", [self.relation(number, relations[number]) for number in known])
            arguments.append(f"known_relations={name}_known_relations")
        if own or jumping:
            lines = [self.relation(number, relations[number]) for number in own]
            for i, equation in jumping:
                lines += instants.get(i, [f"{self.target(equation)} = {self.text(equation['value'])}"])
            self.function(f"{name}_switches(m)", lines)
            discrete = [self.place_of(equation["target"])[1] for _, equation in jumping]
            relations = [number - 1 for number in own]
            arguments.append(f"switches={name}_switches, relations={relations}, discrete={discrete}")
        return arguments

    def relation(self, number, relation):
        return self.text(["relation", number, relation])

    # ---- the rest ----

    def write_events(self):
        self.function("conditions(m)", [self.condition(number) for number in range(len(self.conditions))])
        self.function("relations(m)", [self.text(crossing["relation"]) for crossing in self.crossings])
        self.list_function("crossing_functions(m)", [self.text(crossing["function"]) for crossing in self.crossings])
        events = [
            f"({number}, {self.printer.plain(crossing['relation'])[0] in ('>=', '<=')}, {self.text(crossing['time'])})"
            for number, crossing in enumerate(self.crossings)
            if crossing.get("kind") == "time"
        ]
        self.list_function("time_events(m)", events)
        samplings = self.document.get("samplings", [])
        self.list_function("samplings(m)", [f"({self.text(s['start'])}, {self.text(s['interval'])})" for s in samplings])

    def write_assertions_and_actions(self):
        rows = []
        for assertion in self.document.get("assertions", []):
            is_error = assertion.get("level", "error") == "error"
            condition, message = self.text(assertion["condition"]), self.text(assertion["message"])
            rows.append(f"({condition}, {is_error}, {self.place(assertion)!a}, lambda: {message})")
        self.list_function("assertions(m)", rows)
        lines = []
        for action in self.document.get("actions", []):
            is_call = action["value"][0] == "call"
            value = self.printer.results(action["value"]) if is_call else self.text(action["value"])
            lines.append(f"if risen & {set(number - 1 for number in action['conditions'])}:")
            lines.append(f"    m.terminate({value})" if action["kind"] == "terminate" else f"    {value}")
        self.function("actions(m, risen)", lines)

    def write_eliminated(self):
        """Variables that only the results need."""
        body = [f"v[{self.slots[row['variable']]}] = {self.text(row['value'])}" for row in self.document.get("recovered", [])]
        aliases = {alias["variable"]: alias for alias in self.document.get("aliases", [])}

        def value_of(name):
            alias = aliases.get(name)
            if alias is None:
                return name
            sign = "not" if self.variables[self.slots[name]]["type"] == "Boolean" else "-"
            value = value_of(alias["target"])
            return [sign, value] if alias.get("negated") else value

        body += [f"v[{self.slots[name]}] = {self.text(value_of(name))}" for name in aliases]
        self.function("eliminated(m)", body)

    def write_state_sets(self):
        rows = []
        for number, row in enumerate(self.document.get("stateSets", []), 1):
            entries = [["0.0"] * len(row["candidates"]) for _ in row["constraints"]]
            for entry in row["jacobian"]:
                entries[entry["row"] - 1][entry["column"] - 1] = self.text(entry["value"])
            self.list_function(f"constraints_{number}(m)", [f"[{', '.join(each)}]" for each in entries])
            lists = [[self.slots[name] for name in row[field]] for field in ("candidates", "states", "selection")]
            rows.append(f"    ({', '.join(map(str, lists))}, constraints_{number}),")
        self.lines += ["", "", "# (candidates, states, selection, constraints by candidates) of each", "STATE_SETS = ["] + rows + ["]"]

    def write_called(self):
        """The shared expressions and functions that something uses; they may use others."""
        functions = {function["name"]: function for function in self.document.get("functions", [])}
        writer = FunctionWriter(self.printer, self.types, self.default, self.place)
        done = set()
        while missing := [use for use in self.printer.used if use not in done]:
            for use in missing:
                done.add(use)
                if isinstance(use, int):
                    value = self.printer.shared_value(use)
                    self.function(f"shared_{use}(m)", [f"return {value}"])
                else:
                    self.lines += ["", ""] + writer.function(functions[use])


def is_settable(variable):
    return variable["role"] == "parameter" and not variable.get("isFinal") and not variable.get("evaluated")


def needs_iteration(block):
    return block.get("kind") == "mixed" or any(equation["form"] == "res" for equation in block["equations"])


def main():
    sys.setrecursionlimit(20000)
    here = pathlib.Path(__file__).parent
    try:
        document = json.load(sys.stdin)
        model, blocks = Generator(document).run()
    except Unsupported as problem:
        sys.exit(f"error: {problem}")
    except ValueError as problem:
        sys.exit(f"error: this is no JSON: {problem}")
    # One file that needs nothing else.
    parts = [model, (here / "arrays.py").read_text(), (here / "simulator.py").read_text(), blocks, START]
    sys.stdout.write("\n\n\n".join(part.strip("\n") for part in parts if part) + "\n")


START = """if __name__ == "__main__":
    main()"""


if __name__ == "__main__":
    main()
