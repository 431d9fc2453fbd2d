"""An instance of an FMU for Model Exchange, both versions of the standard alike, with nothing but the standard library."""
import ctypes
import xml.etree.ElementTree as xml
import zipfile
from ctypes import POINTER, byref, c_bool, c_char_p, c_double, c_int, c_int32, c_int64, c_size_t, c_uint32, c_void_p

NUMBERS = {"Real": c_double, "Float64": c_double, "Integer": c_int, "Int32": c_int32}
WARNING = 1


class Refused(Exception):
    """A call that the FMU did not do."""


class Description:
    """What an importer takes from modelDescription.xml."""

    def __init__(self, folder):
        self.root = xml.parse(folder / "modelDescription.xml").getroot()
        self.is_fmi3 = self.root.get("fmiVersion").startswith("3.")
        self.token = self.root.get("instantiationToken" if self.is_fmi3 else "guid")
        exchange = self.root.find("ModelExchange")
        self.has_state = exchange.get("canGetAndSetFMUState" if self.is_fmi3 else "canGetAndSetFMUstate") == "true"
        self.library = next((folder / "binaries").glob("*/*.so"))
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
        self.size = 1
        for dimension in node.findall("Dimension"):
            self.size *= int(dimension.get("start"))


class Unknown:
    """`on` is none if it may depend on everything."""

    def __init__(self, variable, node, by_key):
        self.variable = variable
        words = node.get("dependencies")
        self.on = None if words is None else {by_key[int(word)] for word in words.split()}


class Instance:
    def __init__(self, description):
        self.description = description
        self.library = ctypes.CDLL(str(description.library))
        self.prefix = "fmi3" if description.is_fmi3 else "fmi2"
        self.bool = c_bool if description.is_fmi3 else c_int
        self.handle = self.instantiate()

    def instantiate(self):
        d = self.description
        if d.is_fmi3:
            call = self.library.fmi3InstantiateModelExchange
            call.restype = c_void_p
            call.argtypes = [c_char_p, c_char_p, c_char_p, c_bool, c_bool, c_void_p, c_void_p]
            path = f"{d.resources}/".encode()
            return c_void_p(call(b"m", d.token.encode(), path, False, False, None, None))
        c = ctypes.CDLL(None)
        parts = [None, ctypes.cast(c.calloc, c_void_p), ctypes.cast(c.free, c_void_p), None, None]
        # The FMU keeps the address.
        self.callbacks = (c_void_p * 5)(*[part.value if part else None for part in parts])
        self.logger = ctypes.CFUNCTYPE(None)(lambda: None)
        self.callbacks[0] = ctypes.cast(self.logger, c_void_p).value
        call = self.library.fmi2Instantiate
        call.restype = c_void_p
        call.argtypes = [c_char_p, c_int, c_char_p, c_char_p, c_void_p, c_int, c_int]
        path = d.resources.as_uri().encode()
        return c_void_p(call(b"m", 0, d.token.encode(), path, ctypes.cast(self.callbacks, c_void_p), 0, 0))

    def call(self, name, *arguments):
        function = getattr(self.library, self.prefix + name)
        function.restype = c_int
        if function(self.handle, *arguments) > WARNING:
            raise Refused(name)

    def free(self):
        function = getattr(self.library, self.prefix + "FreeInstance")
        function.restype = None
        function(self.handle)

    # ---- modes ----

    def enter_initialization(self, start):
        if self.description.is_fmi3:
            self.call("EnterInitializationMode", c_bool(False), c_double(0), c_double(start), c_bool(False), c_double(0))
        else:
            self.call("SetupExperiment", c_int(0), c_double(0), c_double(start), c_int(0), c_double(0))
            self.call("EnterInitializationMode")

    def update_discrete_states(self):
        """Until nothing changes; whether the model wants to end, and the time of the next event or none."""
        need = True
        while need:
            flags, time = [self.bool() for _ in range(5)], c_double()
            if self.description.is_fmi3:
                self.call("UpdateDiscreteStates", *(byref(flag) for flag in flags), byref(time))
            else:
                info = EventInfo()
                self.call("NewDiscreteStates", byref(info))
                flags, time = [c_int(flag) for flag in info.flags], c_double(info.time)
            need = bool(flags[0].value)
        return bool(flags[1].value), time.value if flags[4].value else None

    def leave_events(self):
        ends, next_time = self.update_discrete_states()
        self.call("EnterContinuousTimeMode")
        return ends, next_time

    # ---- values ----

    def access(self, verb, variable, values):
        d = self.description
        references = (c_uint32 * 1)(variable.reference)
        if variable.type == "Enumeration":
            name, kind = ("Int64", c_int64) if d.is_fmi3 else ("Integer", c_int)
        elif variable.type == "Boolean":
            name, kind = "Boolean", self.bool
        else:
            name, kind = variable.type, NUMBERS[variable.type]
        array = (kind * variable.size)(*values)
        count = [c_size_t(variable.size)] if d.is_fmi3 else []
        self.call(verb + name, references, c_size_t(1), array, *count)
        return list(array)

    def get(self, variable):
        return self.access("Get", variable, [])

    def set(self, variable, values):
        self.access("Set", variable, values)

    def vector(self, name, count, values=()):
        array = (c_double * count)(*values)
        self.call(name, array, c_size_t(count))
        return list(array)

    def state_count(self):
        return sum(state.size for state in self.description.states)

    def get_states(self):
        return self.vector("GetContinuousStates", self.state_count())

    def set_states(self, values):
        self.vector("SetContinuousStates", self.state_count(), values)

    def derivatives(self):
        name = "GetContinuousStateDerivatives" if self.description.is_fmi3 else "GetDerivatives"
        return self.vector(name, self.state_count())

    # ---- the whole state ----

    def save(self):
        saved = c_void_p()
        self.call("GetFMUState" if self.description.is_fmi3 else "GetFMUstate", byref(saved))
        return saved

    def restore(self, saved):
        self.call("SetFMUState" if self.description.is_fmi3 else "SetFMUstate", saved)


class EventInfo(ctypes.Structure):
    _fields_ = [("flags", c_int * 5), ("time", c_double)]


def unpack(fmu, folder):
    with zipfile.ZipFile(fmu) as archive:
        archive.extractall(folder)
    return Description(folder)
