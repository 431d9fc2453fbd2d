"""Why an equation is an alias in their model and not in ours.

Each alias equation of theirs that does not follow from ours joins two scalars by an equation that ours has in another
form. That equation is looked for, and the steps that make it an alias are found by trying: its value is computed for
random values of the unknowns. If some scalar of it vanishes whenever the two are equal (or opposite), the difference is
explained, by the steps that the computation needed.
"""

import collections
import math
import random
import re

from base_modelica_sizes import NAME, Unknown
from base_modelica_values import Evaluator, flatten, parse, random_value, read_functions

STEPS = ("record taken apart", "array or loop taken apart", "function inlined", "parameter value put in", "if decided")
TRIALS = 4
MOST_CANDIDATES = 8
MOST_NAMES = 4


class DisjointSets(dict):
    def find(self, item):
        root = item
        while self.get(root, root) != root:
            root = self[root]
        while self.get(item, item) != root:
            self[item], item = root, self[item]
        return root

    def join(self, a, b):
        a, b = self.find(a), self.find(b)
        self[a] = b
        return a != b


class Values:
    """Values for the variables of a model: random ones for unknowns, those of the model for parameters."""

    def __init__(self, explainer, seed, random_parameters):
        self.explainer, self.random_parameters = explainer, random_parameters
        self.generator, self.known = random.Random(seed), {}

    def __call__(self, name):
        if name not in self.known:
            self.known[name] = self.make(name)
        return self.known[name]

    def make(self, name):
        if not isinstance(name, str) or name == "time":
            return self.generator.uniform(0.5, 2.0)  # time, or a derivative
        variable = self.explainer.model.variables.get(name)
        if variable is None or variable.record is not None:
            raise Unknown(name)
        is_value = variable.prefixes & {"parameter", "constant"}
        if is_value and not (self.random_parameters and "parameter" in variable.prefixes):
            return self.explainer.parameter(name)
        type_name = "Integer" if variable.type_name in self.explainer.model.enumerations else variable.type_name
        return random_value(type_name, variable.shape, self.generator)

    def scalar(self, name):
        """The variable and the place in it of a scalar `x[1,2]`."""
        quoted = f"'{name}'"
        if quoted in self.explainer.model.variables:
            return quoted, []
        base, _, subscripts = name[:-1].rpartition("[")
        return f"'{base}'", [int(i) - 1 for i in subscripts.split(",")]

    def get(self, name):
        variable, place = self.scalar(name)
        value = self(variable)
        for i in place:
            value = value[i]
        return value

    def set(self, name, scalar):
        variable, place = self.scalar(name)
        value = self(variable)
        if not place:
            self.known[variable] = scalar
            return
        for i in place[:-1]:
            value = value[i]
        value[place[-1]] = scalar


class Explainer:
    def __init__(self, ours, text):
        self.model = ours
        self.functions = read_functions(text[:re.search(r"^  model '", text, re.M).start()])
        self.parameters = {}
        self.sets = DisjointSets()
        for a, b in ours.alias_pairs:
            self.sets.join(a, b)
        self.members = collections.defaultdict(list)
        for name in ours.scalar_names():
            self.members[self.sets.find(name)].append(name)
        self.equations_of = collections.defaultdict(set)
        for i, (statement, _) in enumerate(ours.other_equations):
            for name in re.findall(NAME, statement):
                self.equations_of[name].add(i)
        self.parsed = {}

    def parameter(self, name):
        if name not in self.parameters:
            self.parameters[name] = None  # depends on itself until it is known
            rest = self.model.variables[name].rest
            depth = end = 0
            for match in re.finditer(r"\"(?:[^\"\\]|\\.)*\"|" + NAME + r"|[()]", rest):
                depth += {"(": 1, ")": -1}.get(match[0], 0)
                if rest.startswith("(") and depth == 0:
                    end = match.end()
                    break
            rest = re.sub(r"(\"(?:[^\"\\]|\\.)*\")?\s*(annotation\(.*\))?$", "", rest[end:].strip(), flags=re.S).strip()
            if rest.startswith("="):
                values = Values(self, 0, False)
                self.parameters[name] = Evaluator(self.model, self.functions, values).evaluate(parse(rest[1:]))
        if self.parameters[name] is None:
            raise Unknown(name)
        return self.parameters[name]

    def variable_of(self, scalar):
        return f"'{scalar}'" if f"'{scalar}'" in self.model.variables else f"'{scalar[:scalar.rfind('[')]}'"

    def candidates(self, a, b):
        """Equations that mention both, or aliases of theirs, each with the pairs of scalars that it mentions."""
        def equations(scalar):
            found = collections.defaultdict(list)
            for name in self.members.get(self.sets.find(scalar), [scalar]):
                for equation in self.equations_of.get(self.variable_of(name), ()):
                    found[equation].append(name)
            return found
        first, second = equations(a), equations(b)
        common = sorted(first.keys() & second.keys(), key=lambda i: len(self.model.other_equations[i][0]))
        return [(i, [(x, y) for x in first[i][:MOST_NAMES] for y in second[i][:MOST_NAMES]])
                for i in common[:MOST_CANDIDATES]]

    def residual(self, equation, values):
        """The scalars of left minus right side, for all iterations of the loops around the equation, in its branch."""
        statement, blocks = self.model.other_equations[equation]
        if equation not in self.parsed:
            sides = self.model.sides(statement)
            self.parsed[equation] = [parse(side) for side in sides]
        left, right = self.parsed[equation]
        evaluator = Evaluator(self.model, self.functions, values)
        scopes = [{}]
        for word, header in blocks:
            if word == "if":
                continue
            if word != "for":
                raise Unknown(word)
            name, _, iterations = header.partition(" in ")
            scopes = [{**scope, name.strip(): value} for scope in scopes
                      for value in evaluator.evaluate(parse(iterations), scope)]
        result = []
        for scope in scopes:
            a, b = flatten(evaluator.evaluate(left, scope)), flatten(evaluator.evaluate(right, scope))
            if len(a) != len(b):
                raise Unknown("sizes")
            for x, y in zip(a, b):
                if isinstance(x, bool) or isinstance(y, bool):
                    result.append(0.0 if x == y else 1.0)
                elif isinstance(x, (int, float)) and isinstance(y, (int, float)):
                    result.append(x - y)
                else:
                    result.append(math.nan)
        return result

    def vanishes(self, equation, a, b, sign, random_parameters):
        """Whether a scalar of the equation is zero whenever a = sign*b, and only then."""
        remaining = None
        for trial in range(TRIALS):
            free = self.residual(equation, Values(self, 2 * trial, random_parameters))
            tied = Values(self, 2 * trial + 1, random_parameters)
            value = tied.get(b)
            if isinstance(value, bool) and sign < 0:
                return False
            tied.set(a, value if sign > 0 else -value)
            bound = self.residual(equation, tied)
            is_real = not isinstance(value, bool)
            zero = {i for i, x in enumerate(bound) if abs(x) < 1e-9}
            # Boolean values agree by chance.
            differing = {i for i, x in enumerate(free) if abs(x) > 1e-9} if is_real else zero
            now = zero & differing
            remaining = now if remaining is None else remaining & now
            if not remaining:
                return False
        return True

    def check(self, equation, a, b, random_parameters=False):
        """As above with either sign; None if it cannot be computed."""
        try:
            return any(self.vanishes(equation, a, b, sign, random_parameters) for sign in (1, -1))
        except (Unknown, IndexError, KeyError, TypeError, ZeroDivisionError, AttributeError, ValueError):
            return None

    def steps(self, equation, a, b):
        statement, blocks = self.model.other_equations[equation]
        names = set(re.findall(NAME, statement))
        calls = set(re.findall("(" + NAME + r")\(", statement))
        variables = [self.model.variables[name] for name in names if name in self.model.variables]
        found = []
        if any(name.startswith("'-") or name in self.model.records for name in calls):
            found.append(STEPS[0])
        has_if = re.search(r"\bif\b", statement) or any(word == "if" for word, _ in blocks)
        if any(word == "for" for word, _ in blocks) or "{" in statement or "fill(" in statement or self.is_array(a) or self.is_array(b):
            found.append(STEPS[1])
        if any(name in self.model.functions for name in calls):
            found.append(STEPS[2])
        has_parameters = any(variable.prefixes & {"parameter"} for variable in variables)
        if has_parameters and not self.check(equation, a, b, random_parameters=True):
            found.append(STEPS[4] if has_if else STEPS[3])
        elif has_if:
            found.append(STEPS[4])
        return found

    def is_array(self, scalar):
        return bool(self.model.variables[self.variable_of(scalar)].shape)

    def explain(self, a, b):
        """The reason as text; None if there is none."""
        is_computed = True
        for equation, pairs in self.candidates(a, b):
            for x, y in pairs:
                result = self.check(equation, x, y)
                if result:
                    return " + ".join(self.steps(equation, x, y)) or "written differently"
                is_computed = is_computed and result is not None
        return None if is_computed else "not computed: needs a function with loops, branches or several results"


def explain_difference(ours, our_text, theirs):
    """Counts the alias equations of one side only, by reason; and examples of what is not explained."""
    explainer = Explainer(ours, our_text)
    reasons, unexplained = collections.Counter(), []
    joined = DisjointSets(explainer.sets)
    for a, b in theirs.alias_pairs:
        if not joined.join(a, b):
            continue
        reason = explainer.explain(a, b)
        if reason is None:
            unexplained.append((a, b))
        reasons[reason or "unexplained"] += 1
    other = DisjointSets()
    for a, b in theirs.alias_pairs:
        other.join(a, b)
    only_ours = [(a, b) for a, b in ours.alias_pairs if other.join(a, b)]
    reasons["an alias only in ours"] -= len(only_ours)
    return reasons, unexplained, only_ours
