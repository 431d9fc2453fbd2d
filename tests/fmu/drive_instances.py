"""Takes several instances of an unpacked FMU of FMI 3.0 for Model Exchange through their lives: events, states taken and put back,
states as bytes, partial derivatives, resets, calls that are refused.

    drive_instances.py FOLDER
"""
import ctypes
import sys
from pathlib import Path

from fmi3 import Fmu, Instance


def simulate(instance, fmu, stop):
    """Euler's method, events where indicators change their signs at the end of a step."""
    derivatives = list(fmu.structure("ContinuousStateDerivative"))
    states = [int(fmu.variables[each].get("derivative")) for each in derivatives]
    instance.initialize(0.0, 10.0)
    instance.update()
    before, time, step = instance.indicators(), 0.0, 0.01
    events = 0
    while time < stop:
        rates = instance.get(derivatives)
        if states:
            instance.derivative("Directional", derivatives, states, [1.0] * len(states))
            instance.derivative("Adjoint", derivatives, states, [1.0] * len(states))
        values = [x + step * rate for x, rate in zip(instance.get(states), rates)]
        time += step
        instance.call("fmi3SetTime", ctypes.c_double(time))
        instance.set(states, values)
        now = instance.indicators()
        flags = [ctypes.c_bool(), ctypes.c_bool()]
        instance.call("fmi3CompletedIntegratorStep", False, *map(ctypes.byref, flags))
        if any((a > 0) != (b > 0) for a, b in zip(before, now)) or flags[0]:
            instance.call("fmi3EnterEventMode")
            instance.update()
            events += 1
        before = instance.indicators()
    return events, instance.get(states)


def copy_state(instance):
    """Taken, written, read and put back."""
    state, other, size = ctypes.c_void_p(), ctypes.c_void_p(), ctypes.c_size_t()
    instance.call("fmi3GetFMUState", ctypes.byref(state))
    instance.call("fmi3SerializedFMUStateSize", state, ctypes.byref(size))
    room = (ctypes.c_ubyte * size.value)()
    instance.call("fmi3SerializeFMUState", state, room, size)
    instance.call("fmi3DeserializeFMUState", room, size, ctypes.byref(other))
    instance.call("fmi3SetFMUState", other)
    for each in (state, other):
        instance.call("fmi3FreeFMUState", ctypes.byref(each))


def main():
    fmu = Fmu(Path(sys.argv[1]))
    first, second = Instance(fmu), Instance(fmu)
    results = [simulate(first, fmu, 2.0), simulate(second, fmu, 2.0)]
    copy_state(first)
    first.call("fmi3Reset")
    results.append(simulate(first, fmu, 2.0))
    if len({repr(result) for result in results}) != 1 or results[0][0] == 0:
        print(f"results differ, or there is no event: {results}")
        return 1
    for refused in ("fmi3EnterInitializationMode", "fmi3ExitInitializationMode"):
        second.call(refused, False, ctypes.c_double(0), ctypes.c_double(0), False, ctypes.c_double(0), accept=(3,))
    first.free()
    second.free()
    return 0


if __name__ == "__main__":
    sys.exit(main())
