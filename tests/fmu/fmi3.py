"""An importer of FMI 3.0 for Model Exchange, as far as tests need one: an unpacked FMU and its functions."""
import ctypes
import math
import tempfile
import xml.etree.ElementTree as xml
import zipfile
from pathlib import Path

LAYER = "extra/org.fmi-standard.fmi-ls-dae/fmi-ls-manifest.xml"
MANIFEST = "{http://fmi-standard.org/fmi-ls-manifest}"
OK = 0


class Fmu:
    """An FMU in a folder of its own that vanishes with it, or one that was unpacked before."""

    def __init__(self, path):
        folder = Path(path)
        if not folder.is_dir():
            self._folder = tempfile.TemporaryDirectory()
            folder = Path(self._folder.name)
            with zipfile.ZipFile(path) as archive:
                archive.extractall(folder)
        self.description = xml.parse(folder / "modelDescription.xml").getroot()
        self.manifest = xml.parse(folder / LAYER).getroot() if (folder / LAYER).exists() else None
        self.library = ctypes.CDLL(str(next((folder / "binaries/x86_64-linux").glob("*.so"))))
        self.resources = str(folder / "resources") + "/"
        self.variables = {int(v.get("valueReference")): v for v in self.description.find("ModelVariables")}

    def elements(self, reference):
        """The number of numbers that a variable has."""
        return math.prod(int(size.get("start")) for size in self.variables[reference].findall("Dimension"))

    def structure(self, element, root=None):
        """Value references of ModelStructure, with the dependencies of each, or None where they are not told."""
        place = (root if root is not None else self.description).find(("" if root is None else MANIFEST) + "ModelStructure")
        return {int(row.get("valueReference")): dependencies(row)
                for row in place.iter((MANIFEST if root is not None else "") + element)}


def dependencies(row):
    listed = row.get("dependencies")
    return None if listed is None else [int(word) for word in listed.split()]


class Instance:
    """An instance for Model Exchange. A call that is not OK is an exception, which names it."""

    def __init__(self, fmu):
        self.fmu = fmu
        self.messages = []
        callback = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_char_p)
        self._log = callback(lambda _, status, category, text: self.messages.append(text.decode()))
        make = fmu.library.fmi3InstantiateModelExchange
        make.restype = ctypes.c_void_p
        token = fmu.description.get("instantiationToken").encode()
        self._handle = ctypes.c_void_p(make(b"test", token, fmu.resources.encode(), False, True, None, self._log))
        if not self._handle:
            raise RuntimeError("the FMU cannot be instantiated")

    def call(self, name, *arguments, accept=(OK,)):
        status = getattr(self.fmu.library, name)(self._handle, *arguments)
        if status not in accept:
            raise RuntimeError(f"{name}: status {status}: {'; '.join(self.messages[-3:])}")
        return status

    def initialize(self, start, stop):
        self.call("fmi3EnterInitializationMode", False, ctypes.c_double(0), ctypes.c_double(start), True, ctypes.c_double(stop))
        self.call("fmi3ExitInitializationMode")

    def free(self):
        self.fmu.library.fmi3FreeInstance(self._handle)
        self._handle = None

    def get(self, references, accept=(OK,)):
        values = (ctypes.c_double * len(references))()
        self.call("fmi3GetFloat64", array(ctypes.c_uint32, references), size(references), values, size(references), accept=accept)
        return list(values)

    def set(self, references, values, accept=(OK,)):
        return self.call("fmi3SetFloat64", array(ctypes.c_uint32, references), size(references),
                         array(ctypes.c_double, values), size(references), accept=accept)

    def derivative(self, kind, unknowns, knowns, seed):
        """kind: `Directional` or `Adjoint`."""
        count = len(unknowns) if kind == "Directional" else len(knowns)
        values = (ctypes.c_double * count)()
        self.call(f"fmi3Get{kind}Derivative", array(ctypes.c_uint32, unknowns), size(unknowns),
                  array(ctypes.c_uint32, knowns), size(knowns), array(ctypes.c_double, seed), size(seed), values,
                  ctypes.c_size_t(count))
        return list(values)

    def indicators(self):
        count = ctypes.c_size_t()
        self.call("fmi3GetNumberOfEventIndicators", ctypes.byref(count))
        values = (ctypes.c_double * count.value)()
        if count.value:
            self.call("fmi3GetEventIndicators", values, count)
        return list(values)

    def update(self):
        """Event Mode to its end: the time of the next event, or None."""
        flags = [ctypes.c_bool() for _ in range(5)]
        due = ctypes.c_double()
        while True:
            self.call("fmi3UpdateDiscreteStates", *map(ctypes.byref, flags), ctypes.byref(due))
            if not flags[0]:
                break
        self.call("fmi3EnterContinuousTimeMode")
        return due.value if flags[4] else None


def array(kind, values):
    return (kind * len(values))(*values)


def size(values):
    return ctypes.c_size_t(len(values))
