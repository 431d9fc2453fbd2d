"""An importer of FMUs for Model Exchange, both versions of the standard alike, as far as tests need one: an FMU with its
description, and instances of it. Nothing but Python's own library."""
import ctypes
import math
import tempfile
import xml.etree.ElementTree as xml
import zipfile
from ctypes import byref, c_bool, c_char_p, c_double, c_int, c_int32, c_int64, c_size_t, c_uint32, c_void_p
from pathlib import Path

NUMBERS = {"Real": c_double, "Float64": c_double, "Integer": c_int, "Int32": c_int32}
OK, WARNING, ERROR = 0, 1, 3
LAYER = "extra/org.fmi-standard.fmi-ls-dae/fmi-ls-manifest.xml"
MANIFEST = "{http://fmi-standard.org/fmi-ls-manifest}"


class Refused(RuntimeError):
    """A call that the FMU did not do."""


class Fmu:
    """An FMU in a folder of its own that vanishes with it, or one that was unpacked before."""

    def __init__(self, path):
        folder = Path(path)
        if not folder.is_dir():
            self._folder = tempfile.TemporaryDirectory()
            folder = Path(self._folder.name)
            with zipfile.ZipFile(path) as archive:
                archive.extractall(folder)
        self.root = xml.parse(folder / "modelDescription.xml").getroot()
        self.manifest = xml.parse(folder / LAYER).getroot() if (folder / LAYER).exists() else None
        self.is_fmi3 = self.root.get("fmiVersion").startswith("3.")
        self.token = self.root.get("instantiationToken" if self.is_fmi3 else "guid")
        exchange = self.root.find("ModelExchange")
        self.has_state = exchange.get("canGetAndSetFMUState" if self.is_fmi3 else "canGetAndSetFMUstate") == "true"
        self.library = ctypes.CDLL(str(next((folder / "binaries").glob("*/*.so"))))
        self.resources = folder / "resources"
        literals = {kind.get("name"): len(kind.findall("Item" if self.is_fmi3 else "Enumeration/Item"))
                    for kind in self.root.iterfind("TypeDefinitions/*")}
        self.variables = [Variable(node, self.is_fmi3, literals) for node in self.root.find("ModelVariables")]
        by_key = {v.reference: v for v in self.variables} if self.is_fmi3 else dict(enumerate(self.variables, 1))

        def unknowns(list_name, element):
            path = f"ModelStructure/{element}" if self.is_fmi3 else f"ModelStructure/{list_name}/Unknown"
            key = "valueReference" if self.is_fmi3 else "index"
            return [Unknown(by_key[int(node.get(key))], node, by_key) for node in self.root.iterfind(path)]

        self.outputs = unknowns("Outputs", "Output")
        self.derivatives = unknowns("Derivatives", "ContinuousStateDerivative")
        self.initial_unknowns = unknowns("InitialUnknowns", "InitialUnknown")
        self.event_indicators = unknowns("", "EventIndicator") if self.is_fmi3 else []
        self.states = [by_key[int(unknown.variable.derivative)] for unknown in self.derivatives]
        self.by_key = by_key

    def layered(self, element):
        """What the manifest of FMI-LS-DAE lists."""
        return [Unknown(self.by_key[int(node.get("valueReference"))], node, self.by_key)
                for node in self.manifest.iter(MANIFEST + element)]


class Variable:
    def __init__(self, node, is_fmi3, literals):
        value = node if is_fmi3 else node[0]
        self.name, self.reference, self.type = node.get("name"), int(node.get("valueReference")), value.tag
        self.causality, self.initial = node.get("causality", "local"), node.get("initial")
        number = self.type in ("Real", "Float64")
        default = "continuous" if number and self.causality != "parameter" else "discrete"
        self.variability = node.get("variability", default)
        self.derivative = value.get("derivative")
        self.literals = literals.get(value.get("declaredType"), 0)
        self.size = math.prod(int(dimension.get("start")) for dimension in node.findall("Dimension"))


class Unknown:
    """`on` is none if it may depend on everything."""

    def __init__(self, variable, node, by_key):
        self.variable = variable
        words = node.get("dependencies")
        self.on = None if words is None else {by_key[int(word)] for word in words.split()}


class Instance:
    def __init__(self, fmu):
        self.fmu = fmu
        self.messages = []  # of FMI 3.0; those of FMI 2.0 are formats with arguments
        self.prefix = "fmi3" if fmu.is_fmi3 else "fmi2"
        self.bool = c_bool if fmu.is_fmi3 else c_int
        self.handle = c_void_p(self.instantiate3() if fmu.is_fmi3 else self.instantiate2())
        if not self.handle:
            raise Refused("the FMU cannot be instantiated")

    def instantiate3(self):
        kind = ctypes.CFUNCTYPE(None, c_void_p, c_int, c_char_p, c_char_p)
        self.logger = kind(lambda _, status, category, text: self.messages.append(text.decode()))
        make = self.fmu.library.fmi3InstantiateModelExchange
        make.restype = c_void_p
        make.argtypes = [c_char_p, c_char_p, c_char_p, c_bool, c_bool, c_void_p, kind]
        return make(b"m", self.fmu.token.encode(), f"{self.fmu.resources}/".encode(), False, True, None, self.logger)

    def instantiate2(self):
        c = ctypes.CDLL(None)
        self.logger = ctypes.CFUNCTYPE(None)(lambda: None)
        functions = [ctypes.cast(each, c_void_p).value for each in (self.logger, c.calloc, c.free)]
        self.callbacks = (c_void_p * 5)(*functions)  # the FMU keeps the address
        make = self.fmu.library.fmi2Instantiate
        make.restype = c_void_p
        make.argtypes = [c_char_p, c_int, c_char_p, c_char_p, c_void_p, c_int, c_int]
        return make(b"m", 0, self.fmu.token.encode(), self.fmu.resources.as_uri().encode(),
                    ctypes.cast(self.callbacks, c_void_p), 0, 0)

    def call(self, name, *arguments, accept=(OK, WARNING)):
        """The status of a call; one that is not accepted is an exception."""
        function = getattr(self.fmu.library, self.prefix + name)
        function.restype = c_int
        status = function(self.handle, *arguments)
        if status not in accept:
            raise Refused(f"{name}: status {status}: {'; '.join(self.messages[-3:])}")
        return status

    def free(self):
        function = getattr(self.fmu.library, self.prefix + "FreeInstance")
        function.restype = None
        function(self.handle)

    # ---- modes ----

    def enter_initialization(self, start):
        if self.fmu.is_fmi3:
            self.call("EnterInitializationMode", c_bool(False), c_double(0), c_double(start), c_bool(False), c_double(0))
        else:
            self.call("SetupExperiment", c_int(0), c_double(0), c_double(start), c_int(0), c_double(0))
            self.call("EnterInitializationMode")

    def initialize(self, start):
        """To Event Mode."""
        self.enter_initialization(start)
        self.call("ExitInitializationMode")

    def leave_events(self):
        """Updates discrete states until nothing changes: whether the model wants to end, and the time of the next event or none."""
        needs_update = True
        while needs_update:
            if self.fmu.is_fmi3:
                flags, time = [c_bool() for _ in range(5)], c_double()
                self.call("UpdateDiscreteStates", *map(byref, flags), byref(time))
                flags = [flag.value for flag in flags]
            else:
                info = EventInfo()
                self.call("NewDiscreteStates", byref(info))
                flags, time = list(info.flags), c_double(info.time)
            needs_update = flags[0]
        self.call("EnterContinuousTimeMode")
        return bool(flags[1]), time.value if flags[4] else None

    def completed_step(self):
        """Whether Event Mode is asked for."""
        enters, ends = self.bool(), self.bool()
        self.call("CompletedIntegratorStep", self.bool(False), byref(enters), byref(ends))
        return bool(enters.value)

    # ---- values ----

    def access(self, verb, variable, values):
        references = (c_uint32 * 1)(variable.reference)
        if variable.type == "Enumeration":
            name, kind = ("Int64", c_int64) if self.fmu.is_fmi3 else ("Integer", c_int)
        elif variable.type == "Boolean":
            name, kind = "Boolean", self.bool
        else:
            name, kind = variable.type, NUMBERS[variable.type]
        room = (kind * variable.size)(*values)
        count = [c_size_t(variable.size)] if self.fmu.is_fmi3 else []
        self.call(verb + name, references, c_size_t(1), room, *count)
        return list(room)

    def get(self, variable):
        return self.access("Get", variable, [])

    def set(self, variable, values):
        self.access("Set", variable, values)

    # Several at once, of FMI 3.0; the first two take scalars.

    def get_reals(self, variables):
        values = (c_double * len(variables))()
        self.call("GetFloat64", references_of(variables), size_of(variables), values, size_of(variables))
        return list(values)

    def set_reals(self, variables, values, **options):
        return self.call("SetFloat64", references_of(variables), size_of(variables), doubles(values), size_of(values), **options)

    def derivative(self, kind, unknowns, knowns, seed):
        """kind: `Directional` or, of FMI 3.0, `Adjoint`."""
        result = (c_double * sum(variable.size for variable in (unknowns if kind == "Directional" else knowns)))()
        lengths = [size_of(seed), size_of(result)] if self.fmu.is_fmi3 else []
        self.call(f"Get{kind}Derivative", references_of(unknowns), size_of(unknowns), references_of(knowns), size_of(knowns),
                  doubles(seed), *lengths[:1], result, *lengths[1:])
        return list(result)

    def vector(self, name, count, values=()):
        room = (c_double * count)(*values)
        self.call(name, room, c_size_t(count))
        return list(room)

    def state_count(self):
        return sum(state.size for state in self.fmu.states)

    def get_states(self):
        return self.vector("GetContinuousStates", self.state_count())

    def set_states(self, values):
        self.vector("SetContinuousStates", self.state_count(), values)

    def derivatives(self):
        name = "GetContinuousStateDerivatives" if self.fmu.is_fmi3 else "GetDerivatives"
        return self.vector(name, self.state_count())

    def indicators(self):
        count = len(self.fmu.event_indicators) if self.fmu.is_fmi3 else int(self.fmu.root.get("numberOfEventIndicators", 0))
        return self.vector("GetEventIndicators", count)

    # ---- the whole state ----

    def save(self):
        saved = c_void_p()
        self.call("GetFMUState" if self.fmu.is_fmi3 else "GetFMUstate", byref(saved))
        return saved

    def restore(self, saved):
        self.call("SetFMUState" if self.fmu.is_fmi3 else "SetFMUstate", saved)


class EventInfo(ctypes.Structure):
    _fields_ = [("flags", c_int * 5), ("time", c_double)]


def references_of(variables):
    return (c_uint32 * len(variables))(*(variable.reference for variable in variables))


def doubles(values):
    return (c_double * len(values))(*values)


def size_of(values):
    return c_size_t(len(values))
