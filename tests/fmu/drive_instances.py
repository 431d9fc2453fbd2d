"""Takes several instances of an unpacked FMU of FMI 3.0 for Model Exchange through their lives: events, states taken and put back,
states as bytes, partial derivatives, resets, calls that are refused.

    drive_instances.py FOLDER
"""
import ctypes
import sys
from pathlib import Path

from importer import ERROR, Fmu, Instance


def simulate(instance, fmu, stop):
    """Euler's method, events where indicators change their signs at the end of a step."""
    derivatives = [unknown.variable for unknown in fmu.derivatives]
    states = fmu.states
    instance.enter_initialization(0.0)
    given = [state for state in states if state.initial == "exact"]
    instance.derivative("Directional", derivatives, given, [1.0] * len(given))
    instance.derivative("Adjoint", derivatives, given, [1.0] * len(derivatives))
    instance.call("ExitInitializationMode")
    instance.derivative("Directional", derivatives, states, [1.0] * len(states))
    instance.leave_events()
    before, time, step = instance.indicators(), 0.0, 0.01
    events = 0
    while time < stop:
        rates = instance.derivatives()
        if states:
            instance.derivative("Directional", derivatives, states, [1.0] * len(states))
            instance.derivative("Adjoint", derivatives, states, [1.0] * len(states))
        values = [x + step * rate for x, rate in zip(instance.get_states(), rates)]
        time += step
        instance.call("SetTime", ctypes.c_double(time))
        instance.set_states(values)
        now = instance.indicators()
        if instance.completed_step() or any((a > 0) != (b > 0) for a, b in zip(before, now)):
            instance.call("EnterEventMode")
            instance.leave_events()
            events += 1
        before = instance.indicators()
    return events, instance.get_states()


def copy_state(instance):
    """Taken, written, read and put back."""
    state, other, size = ctypes.c_void_p(), ctypes.c_void_p(), ctypes.c_size_t()
    instance.call("GetFMUState", ctypes.byref(state))
    instance.call("SerializedFMUStateSize", state, ctypes.byref(size))
    room = (ctypes.c_ubyte * size.value)()
    instance.call("SerializeFMUState", state, room, size)
    instance.call("DeserializeFMUState", room, size, ctypes.byref(other))
    instance.call("SetFMUState", other)
    for each in (state, other):
        instance.call("FreeFMUState", ctypes.byref(each))


def main():
    fmu = Fmu(Path(sys.argv[1]))
    first, second = Instance(fmu), Instance(fmu)
    results = [simulate(first, fmu, 2.0), simulate(second, fmu, 2.0)]
    copy_state(first)
    first.call("Reset")
    results.append(simulate(first, fmu, 2.0))
    if len({repr(result) for result in results}) != 1 or results[0][0] == 0:
        print(f"results differ, or there is no event: {results}")
        return 1
    for refused in ("EnterInitializationMode", "ExitInitializationMode"):
        second.call(refused, False, ctypes.c_double(0), ctypes.c_double(0), False, ctypes.c_double(0), accept=(ERROR,))
    first.free()
    second.free()
    return 0


if __name__ == "__main__":
    sys.exit(main())
