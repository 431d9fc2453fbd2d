"""Rules of the FMI standards for modelDescription.xml that its schemas cannot say.

    check_description.py MODEL.fmu …

Written from the texts of FMI 2.0.5 and FMI 3.0.2, with nothing but the standard library.
"""
import re
import sys
import xml.etree.ElementTree as xml
import zipfile

# By causality and variability: what `initial` may be, the default first (FMI 2.0, section 2.2.7; FMI 3.0, 2.4.7.4).
INITIAL = {
    ("parameter", "fixed"): ["exact"], ("parameter", "tunable"): ["exact"],
    ("calculatedParameter", "fixed"): ["calculated", "approx"],
    ("calculatedParameter", "tunable"): ["calculated", "approx"],
    ("input", "discrete"): [None, "exact"], ("input", "continuous"): [None, "exact"],
    ("output", "constant"): ["exact"],
    ("output", "discrete"): ["calculated", "exact", "approx"], ("output", "continuous"): ["calculated", "exact", "approx"],
    ("local", "constant"): ["exact"],
    ("local", "fixed"): ["calculated", "approx"], ("local", "tunable"): ["calculated", "approx"],
    ("local", "discrete"): ["calculated", "exact", "approx"], ("local", "continuous"): ["calculated", "exact", "approx"],
    ("independent", "continuous"): [None],
}
KINDS = {"dependent", "constant", "fixed", "tunable", "discrete"}
PART = r"(?:[A-Za-z_]\w*|'(?:[^'\\\"]|\\['\"?\\abfnrtv])+')(?:\[\d+(?:,\d+)*\])?"
STRUCTURED = re.compile(rf"(?:{PART}(?:\.{PART})*|der\({PART}(?:\.{PART})*(?:,\d+)?\))$", re.ASCII)


class Variable:
    def __init__(self, element, place, is_fmi3):
        value = element if is_fmi3 else element[0]
        self.name, self.place = element.get("name"), place
        self.reference = int(element.get("valueReference"))
        self.type = value.tag
        self.causality = element.get("causality", "local")
        numbers = self.type in ("Real", "Float64", "Float32")
        parameter = self.causality in ("parameter", "calculatedParameter")
        default = "continuous" if not is_fmi3 or numbers else "discrete"
        self.variability = element.get("variability", "fixed" if is_fmi3 and parameter else default)
        self.initial = element.get("initial")
        strings = [start.get("value") for start in element.findall("Start")]
        self.start = value.get("start", strings[0] if strings else None)
        self.derivative = value.get("derivative")
        self.unit, self.display = value.get("unit"), value.get("displayUnit")
        self.type_name = value.get("declaredType")
        self.reinit = value.get("reinit") == "true"
        self.aliases = element.findall("Alias")
        self.sizes = [int(size.get("start")) for size in element.findall("Dimension")]
        legal = INITIAL.get((self.causality, self.variability))
        self.is_legal = legal is not None and (self.initial in legal or self.initial is None)
        self.effective = self.initial or (legal or [None])[0]


def check_variables(variables, root, is_fmi3):
    names, references = set(), {}
    structured = root.get("variableNamingConvention") == "structured"
    for v in variables:
        for name in [v.name, *(alias.get("name") for alias in v.aliases)]:
            if name in names:
                yield f"two variables are called {name}"
            names.add(name)
            if structured and not STRUCTURED.match(name):
                yield f"{name} is no structured name"
            if re.search(r"[\x00-\x1f]", name):
                yield f"{name!r} has control characters"
        if not v.is_legal:
            yield f"{v.name}: {v.causality}, {v.variability} and {v.initial} do not go together"
        if v.variability == "continuous" and v.type not in ("Real", "Float64", "Float32"):
            yield f"{v.name}: only Reals are continuous"
        if v.type != "Clock" and v.start is None and (v.effective in ("exact", "approx") or v.causality == "input"):
            yield f"{v.name} has no start value"
        if v.start is not None and (v.effective == "calculated" or v.causality == "independent"):
            yield f"{v.name} must not have a start value"
        if v.causality == "input" and v.initial is not None and not is_fmi3:
            yield f"{v.name}: an input has no `initial`"
        if v.start is not None and v.type not in ("String",):
            count = 1
            for size in v.sizes:
                count *= size
            if len(v.start.split()) != count:
                yield f"{v.name} has {len(v.start.split())} start values for {count} elements"
        kind = {"Enumeration": "Integer"}.get(v.type, v.type)
        references.setdefault((v.reference,) if is_fmi3 else (v.reference, kind), []).append(v)
    for same in references.values():
        if is_fmi3 and len(same) > 1:
            yield f"{same[0].name} and {same[1].name} have one value reference"
        settable = [v for v in same if v.causality in ("input", "parameter")]
        if len(settable) > 1:
            yield f"{settable[0].name} and {settable[1].name} can be set but are one"
        started = [v for v in same if v.start is not None and v.variability != "constant"]
        if len(started) > 1:
            yield f"{started[0].name} and {started[1].name} are one but have two start values"
        if len({v.variability == "constant" for v in same}) > 1:
            yield f"{same[0].name} is a constant or not, as an alias says"
        if len({v.unit for v in same}) > 1:
            yield f"{same[0].name} has several units"
    if is_fmi3 and sum(v.causality == "independent" for v in variables) != 1:
        yield "there is not one independent variable"


def check_definitions(variables, root, is_fmi3):
    units = {unit.get("name"): {shown.get("name") for shown in unit.findall("DisplayUnit")}
             for unit in root.iterfind("UnitDefinitions/Unit")}
    types = [kind.get("name") for kind in root.iterfind("TypeDefinitions/*")]
    for name in types:
        if types.count(name) > 1 or name in {v.name for v in variables}:
            yield f"type {name} is not the only thing of that name"
    for v in variables:
        if v.unit is not None and v.unit not in units:
            yield f"{v.name}: unit {v.unit} is not defined"
        for display in [v.display, *(alias.get("displayUnit") for alias in v.aliases)]:
            if display is not None and display not in units.get(v.unit, ()):
                yield f"{v.name}: display unit {display} is not defined"
        if v.type_name is not None and v.type_name not in types:
            yield f"{v.name}: type {v.type_name} is not defined"


def check_structure(variables, root, is_fmi3):
    find = {v.reference: v for v in variables} if is_fmi3 else {v.place: v for v in variables}
    key = "valueReference" if is_fmi3 else "index"

    def unknowns(list_name, element):
        path = f"ModelStructure/{element}" if is_fmi3 else f"ModelStructure/{list_name}/Unknown"
        return [(find.get(int(node.get(key))), node) for node in root.iterfind(path)]

    outputs = unknowns("Outputs", "Output")
    derivatives = unknowns("Derivatives", "ContinuousStateDerivative")
    initial = unknowns("InitialUnknowns", "InitialUnknown")
    indicators = unknowns("", "EventIndicator") if is_fmi3 else []
    if any(v is None for rows in (outputs, derivatives, initial, indicators) for v, _ in rows):
        yield "the structure names a variable that is not there"
        return
    states = []
    for v, _ in derivatives:
        if v.derivative is None:
            yield f"{v.name} is listed as derivative of nothing"
            continue
        state = find.get(int(v.derivative))
        states.append(state)
        if state is None or state.causality not in ("local", "output") or state.variability != "continuous":
            yield f"{v.name} is the derivative of something that cannot be a state"
        elif state.sizes != v.sizes:
            yield f"{v.name} has another shape than its state"
    for v in variables:
        if v.reinit and v not in states:
            yield f"{v.name} is reinitialized but no state"
    if {v for v, _ in outputs} != {v for v in variables if v.causality == "output"}:
        yield "the outputs of the structure are not those of the model"
    open_ends = ("approx", "calculated")
    expected = {v for v in variables if v.causality == "calculatedParameter" or
                (v.effective in open_ends and (v.causality == "output" or v in states
                                               or v in [d for d, _ in derivatives]))}
    if {v for v, _ in initial} != expected:
        odd = {v.name for v, _ in initial} ^ {v.name for v in expected}
        yield f"the unknowns of the initialization are not those of the standard: {sorted(odd)[:5]}"
    for rows, is_initial in ((outputs, False), (derivatives, False), (initial, True), (indicators, False)):
        if len({v for v, _ in rows}) != len(rows):
            yield "an unknown is listed twice"
        for v, node in rows:
            yield from check_dependencies(v, node, find, states, is_initial, is_fmi3)
    places = [v.place for v, _ in initial]
    if not is_fmi3 and places != sorted(places):
        yield "the unknowns of the initialization are not in order"


def is_known(variable, states, is_initial, is_fmi3):
    """FMI 2.0, section 2.2.8, and FMI 3.0, section 2.4.8. What is constant is never an argument of anything."""
    if variable.causality in ("input", "independent"):
        return True
    if is_initial:
        return variable.effective == "exact" and variable.variability != "constant"
    return variable in states or (is_fmi3 and variable.causality == "parameter")


def check_dependencies(unknown, node, find, states, is_initial, is_fmi3):
    on, kinds = node.get("dependencies"), node.get("dependenciesKind")
    if kinds is not None and on is None:
        yield f"{unknown.name}: kinds of no dependencies"
    if on is None:
        return
    numbers = [int(word) for word in on.split()]
    words = kinds.split() if kinds is not None else ["dependent"] * len(numbers)
    if len(words) != len(numbers):
        yield f"{unknown.name} has {len(numbers)} dependencies of {len(words)} kinds"
    if numbers != sorted(set(numbers)):
        yield f"{unknown.name}: dependencies are not in order"
    for number, word in zip(numbers, words):
        known = find.get(number)
        if word not in KINDS or (is_initial and word not in ("dependent", "constant")):
            yield f"{unknown.name}: kind {word}"
        if word != "dependent" and unknown.type not in ("Real", "Float64"):
            yield f"{unknown.name} is no Real, so it has no factor"
        if known is None:
            yield f"{unknown.name} depends on {number}, which is not there"
        elif not is_known(known, states, is_initial, is_fmi3):
            moment = "in the initialization" if is_initial else "after the initialization"
            yield f"{unknown.name} depends on {known.name}, which is not known {moment}"


def check(path):
    """Problems of an FMU, as texts."""
    with zipfile.ZipFile(path) as archive:
        names = archive.namelist()
        root = xml.fromstring(archive.read("modelDescription.xml"))
    for name in names:
        if name.startswith("/") or "\\" in name or ".." in name.split("/"):
            yield f"entry {name} leads elsewhere"
    is_fmi3 = root.get("fmiVersion").startswith("3.")
    variables = [Variable(element, i + 1, is_fmi3) for i, element in enumerate(root.find("ModelVariables"))]
    yield from check_variables(variables, root, is_fmi3)
    yield from check_definitions(variables, root, is_fmi3)
    yield from check_structure(variables, root, is_fmi3)


if __name__ == "__main__":
    bad = 0
    for each in sys.argv[1:]:
        for problem in check(each):
            print(f"{each}: {problem}")
            bad = 1
    sys.exit(bad)
