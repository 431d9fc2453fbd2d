{# Integration and results; part of python.j2. -#}
# ---- integration ----


def evaluate(time, states):
    state.time = time
    v[state_slots] = states
    derivatives()
    return v[VARIABLES:].copy()


def advance(time, states, step, end):
    """One step of the Runge-Kutta method of order 4; the values are those at `end`, which is time + step but for
    rounding."""
    k1 = evaluate(time, states)
    k2 = evaluate(time + step / 2, states + step / 2 * k1)
    k3 = evaluate(time + step / 2, states + step / 2 * k2)
    k4 = evaluate(time + step, states + step * k3)
    evaluate(end, states + step / 6 * (k1 + 2 * k2 + 2 * k3 + k4))


noise = np.zeros(RELATIONS)


def note_noise():
    """A relation that rests on its border may seem to change, by rounding, before anything has."""
    z = np.abs(crossing_functions())
    noise[:] = np.where(z < 1e-9, 2 * z, 0.0)


def crossed():
    """Whether a relation would change here; on its border it does not."""
    z = crossing_functions()
    return bool(np.any(np.where(relation, z < -noise, z > noise)))


def locate(time, states, step):
    """The length of the shortest step that ends after a crossing."""
    below = 0.0
    while True:
        middle = below + (step - below) / 2
        if time + middle in (time + below, time + step) or step - below < 1e-300:
            return step
        advance(time, states, middle, time + middle)
        if crossed():
            step = middle
        else:
            below = middle


# ---- results ----


def write_row(out):
{% if model.recovered is defined or model.aliases is defined %}
    # What the equations do without.
{% endif %}
{% for each in model.recovered | default([]) %}
    {{ each.variable | target }} = {{ each.value | expr }}
{% endfor %}
{% for each in aliases %}
    {{ each.variable | target }} = {{ ([negation(each.target), each.target] if each.negated is defined else each.target) | expr }}
{% endfor %}
    row = [state.time{% for each in results %}, v[{{ variables[each.name].index }}]{% endfor %}]
    out.write(",".join("%.17g" % value for value in row) + "\n")


def simulate(out, start_time, stop_time, steps):
    width = (stop_time - start_time) / steps
    # After an event steps begin short and grow, so that the next crossing is not passed over.
    longest = width * 1e-10
    quiet_since = start_time
    events = 0
    state.time = start_time
    start()
    check_assertions()
    write_row(out)
    k = 1
    while k <= steps and not state.is_over:
        time = state.time
        point = stop_time if k == steps else start_time + k * width
        due = next_time_event()
        limit = min(point, due)
        step = min(longest, limit - time)
        reaches = time + step >= limit
        states = v[state_slots].copy()
        if longest == width * 1e-10:
            note_noise()
        advance(time, states, step, limit if reaches else time + step)
        has_event = crossed()
        if has_event:
            step = locate(time, states, step)
            advance(time, states, step, min(time + step, limit))
        elif reaches:
            has_event = limit == due or limit == stop_time
            k += int(limit == point)
        if not np.all(np.isfinite(v[state_slots])):
            raise Failure("a state is not finite; take more steps")
        check_assertions()
        if reaches or has_event:
            write_row(out)
        longest = min(longest * 2, width)
        if not has_event:
            choose_states()
            continue
        longest = width * 1e-10
        if state.time - quiet_since > 1e-9 * (stop_time - start_time):
            quiet_since = state.time
            events = 0
        events += 1
        if events > 2000:
            raise Failure("events follow each other without end")
        state.is_terminal = state.time == stop_time
        event()
        state.is_terminal = False
        check_assertions()
        write_row(out)


def main(arguments):
    start_time = {{ start_time }}
    stop_time = float(arguments[0]) if len(arguments) > 0 else {{ stop_time }}
    steps = int(arguments[1]) if len(arguments) > 1 else 1000
    if len(arguments) > 2 or not stop_time > start_time or steps < 1:
        sys.stderr.write("usage: model.py [STOP_TIME [STEPS]] > result.csv\n")
        return 2
    sys.stdout.write("time")
{% for each in results %}
    sys.stdout.write({{ (',"' ~ each.name | replace('"', '""') ~ '"') | quote }})
{% endfor %}
    sys.stdout.write("\n")
    try:
        simulate(sys.stdout, start_time, stop_time, steps)
    except Failure as failure:
        sys.stderr.write("error: %s at time %.17g\n" % (failure, state.time))
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
