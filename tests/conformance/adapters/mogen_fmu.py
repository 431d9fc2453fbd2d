"""FMUs of FMI 3.0 for Co-Simulation: moconform -- python3 mogen_fmu.py FOLDER_OF_TOOLS

An importer as far as the kit needs one: it makes one step from each point to the next."""
import ctypes
import pathlib
import sys
import tempfile
import xml.etree.ElementTree as xml
import zipfile
from ctypes import byref, c_bool, c_char_p, c_double, c_int, c_int32, c_int64, c_size_t, c_uint32, c_void_p

from adapter import FAILED, TOLERANCE, literal, parse, run, stop_if_not_made, write_rows

TYPES = {"Float64": ("Float64", c_double), "Int32": ("Int32", c_int32), "Boolean": ("Boolean", c_bool),
         "Enumeration": ("Int64", c_int64)}
ERROR = 3
LOGGER = ctypes.CFUNCTYPE(None, c_void_p, c_int, c_char_p, c_char_p)


class Instance:
    def __init__(self, folder):
        root = xml.parse(folder / "modelDescription.xml").getroot()
        self.variables = [node for node in root.find("ModelVariables") if node.tag in TYPES]
        self.library = ctypes.CDLL(str(next((folder / "binaries").glob("*/*.so"))))
        self.logger = LOGGER(lambda _, status, category, text: sys.stderr.write(text.decode() + "\n"))
        make = self.library.fmi3InstantiateCoSimulation
        make.restype = c_void_p
        make.argtypes = [c_char_p, c_char_p, c_char_p, c_bool, c_bool, c_bool, c_bool, c_void_p, c_size_t, c_void_p, LOGGER,
                         c_void_p]
        self.handle = c_void_p(make(b"case", root.get("instantiationToken").encode(), f"{folder / 'resources'}/".encode(),
                                    False, True, False, False, None, 0, None, self.logger, None))
        if not self.handle:
            sys.exit("the FMU cannot be instantiated")

    def call(self, name, *arguments):
        function = getattr(self.library, "fmi3" + name)
        function.restype = c_int
        return function(self.handle, *arguments) < ERROR

    def size(self, variable):
        size = 1
        for dimension in variable.findall("Dimension"):
            size *= int(dimension.get("start"))
        return size

    def access(self, verb, variable, values=()):
        name, kind = TYPES[variable.tag]
        size = self.size(variable)
        room = (kind * size)(*values)
        if not self.call(verb + name, byref(c_uint32(int(variable.get("valueReference")))), c_size_t(1), room, c_size_t(size)):
            sys.exit(f"{verb} {variable.get('name')} fails")
        return list(room)

    def header(self):
        return ["time"] + [name for variable in self.variables for name in self.names(variable)]

    def names(self, variable):
        """Of the elements, if it is an array, and of its aliases."""
        each = [variable, *variable.findall("Alias")]
        subscripts = [[]]
        for dimension in variable.findall("Dimension"):
            count = int(dimension.get("start"))
            subscripts = [known + [str(i)] for known in subscripts for i in range(1, count + 1)]
        return [node.get("name") + ("[" + ",".join(known) + "]" if known else "") for node in each for known in subscripts]

    def row(self, point):
        row = [point]
        for variable in self.variables:
            values = [repr(value if isinstance(value, float) else int(value)) for value in self.access("Get", variable)]
            row += values * (1 + len(variable.findall("Alias")))
        return row

    def initialize(self, stop, parameters):
        by_name = {variable.get("name"): variable for variable in self.variables}
        for parameter in parameters:
            name, _, value = parameter.partition("=")
            self.access("Set", by_name[name], [literal(value)])
        return self.call("EnterInitializationMode", c_bool(True), c_double(TOLERANCE), c_double(0), c_bool(True),
                         c_double(stop)) and self.call("ExitInitializationMode")

    def step(self, time, size):
        """Whether it succeeds, and the time that it reaches unless the model ends the simulation before."""
        needs_event, ends, is_early, reached = c_bool(), c_bool(), c_bool(), c_double()
        is_fine = self.call("DoStep", c_double(time), c_double(size), c_bool(True), byref(needs_event), byref(ends),
                            byref(is_early), byref(reached))
        return is_fine, reached.value < time + size - 1e-9 or ends.value


def simulate(instance, given):
    """The rows, and whether the simulation succeeded."""
    rows, time = [], 0.0
    if not instance.initialize(float(given.stop), given.parameter):
        return rows, False
    for point in given.points:
        size = float(point) - time
        if size > 0:
            is_fine, is_over = instance.step(time, size)
            if not is_fine or is_over:
                return rows, is_fine
        time = float(point)
        rows.append(instance.row(point))
    if time < float(given.stop):
        return rows, instance.step(time, float(given.stop) - time)[0]
    return rows, True


def main():
    given = parse(sys.argv[2:])
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        stop_if_not_made(run([pathlib.Path(sys.argv[1]) / "mogen-fmu", "--allow-external", given.file, "--kind=cs", "-o", folder / "case.fmu"]))
        with zipfile.ZipFile(folder / "case.fmu") as archive:
            archive.extractall(folder / "case")
        instance = Instance(folder / "case")
        rows, is_fine = simulate(instance, given)
        write_rows(instance.header(), rows)
        sys.exit(0 if is_fine else FAILED)


main()
