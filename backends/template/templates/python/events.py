{# The initialization, events and the choice of states; part of python.j2. -#}
# ---- events ----

sample_number = [0] * SAMPLINGS  # of the next sample, at start + number*interval


def samplings():
    return [{% for each in samplings %}({{ each.start | expr }}, {{ each.interval | expr }}), {% endfor %}]


def sample_times():
    return [first + number * interval for number, (first, interval) in zip(sample_number, samplings())]


def is_due(due, now):
    """But for rounding."""
    return due <= now + 16 * np.finfo(float).eps * max(abs(due), abs(now))


def start_samplings():
    for k, (first, interval) in enumerate(samplings()):
        if not interval > 0.0:
            raise Failure("an interval of sample() is not positive")
        sample_number[k] = max(0, int(np.floor((state.time - first) / interval)))
        while not is_due(state.time, first + sample_number[k] * interval):
            sample_number[k] += 1


def next_time_event():
    """After the present time. On its border, a relation such as time >= t is true, and time > t is false."""
    times = sample_times()
{% for k in range(crossings | length) if crossings[k].kind | default("state") == "time" %}
    due = {{ crossings[k].time | expr }}
    if due > state.time:
        changes_there = relation[{{ k }}] != {{ "True" if holds_on_border(crossings[k].relation) else "False" }}
        times.append(due if changes_there else np.nextafter(due, np.inf))
{% endfor %}
    return min(times, default=np.inf)


def act(risen):
    """Effects of conditions that rose in an event, or of `initial()`."""
{% for each in actions %}
    if {% for k in each.conditions %}{{ " or " if not loop.first else "" }}risen[{{ k - 1 }}]{% endfor %}:
{% if each.kind == "terminate" %}
        warn({{ message(each.value) | quote }})
        state.is_over = True
{% else %}
        {{ call(each.value, {}) }}
{% endif %}
{% endfor %}


def event():
    """Passes of riEq until nothing changes."""
    pre[:] = v
    for k, due in enumerate(sample_times()):
        sampled[k] = is_due(due, state.time)
        sample_number[k] += int(sampled[k])
    risen = np.zeros(CONDITIONS, dtype=bool)
    for iteration in range(100):
        reinit.clear()
        settled[:] = False
        state.is_fresh = True
        update()
        update_relations()
        state.is_fresh = False
        sampled[:] = False
        risen[:] |= condition & ~pre_condition
        changed = (
            bool(reinit)
            or np.any(condition != pre_condition)
            or not np.array_equal(v[discrete], pre[discrete], equal_nan=True)
        )
        for slot, value in reinit.items():
            v[slot] = value
        pre[:] = v
        pre_condition[:] = condition
        if not changed:
            act(risen)
            return
    raise Failure("the event iteration does not come to an end")


# ---- states that are chosen while the simulation runs ----


{% for each in state_sets %}
def constraints_{{ loop.index }}():
    """The derivatives of the constraints by the candidates."""
    a = np.zeros(({{ each.constraints | length }}, {{ each.candidates | length }}))
{% for entry in each.jacobian %}
    a[{{ entry.row - 1 }}, {{ entry.column - 1 }}] = {{ entry.value | expr }}
{% endfor %}
    return a


{% endfor %}
# (candidates, states, selection, constraints) of each
STATE_SETS = [
{% for each in state_sets %}
    ({% for list in [each.candidates, each.states, each.selection] %}np.array([{% for name in list %}{{ variables[name].index }}, {% endfor %}]), {% endfor %}constraints_{{ loop.index }}),
{% endfor %}
]


def largest_determinant(a, columns):
    """Of the square matrices of some of the columns, nearly the largest absolute determinant, and its columns: each step
    of the elimination takes the largest entry that is left."""
    a, columns, used, product = a.copy(), list(columns), [], 1.0
    for k in range(len(a)):
        i, j = max(itertools.product(range(k, len(a)), columns), key=lambda place: abs(a[place]))
        product *= abs(a[i, j])
        if product == 0.0:
            return 0.0, []
        a[[k, i]] = a[[i, k]]
        a[k + 1 :] -= np.outer(a[k + 1 :, j] / a[k, j], a[k])
        columns.remove(j)
        used.append(j)
    return product, used


def choose_states():
    """Chooses candidates anew where the present choice is bad."""
    for candidates, states, selection, constraints in STATE_SETS:
        a, n = constraints(), len(candidates)
        rows = v[selection].reshape(len(states), n)
        chosen = [int(np.argmax(row)) if np.any(row) else None for row in rows]
        is_complete = None not in chosen and len(set(chosen)) == len(chosen)
        best, dependent = largest_determinant(a, range(n))
        others = [i for i in range(n) if i not in chosen]
        if best == 0.0 or is_complete and largest_determinant(a, others)[0] >= 0.5 * best:
            continue
        # A candidate that stays a state keeps its place.
        new = [i for i in range(n) if i not in dependent and i not in chosen]
        for j, candidate in enumerate(chosen):
            if candidate is None or candidate in dependent or candidate in chosen[:j]:
                chosen[j] = new.pop()
            v[selection[j * n : (j + 1) * n]] = np.arange(n) == chosen[j]
            v[states[j]] = v[candidates[chosen[j]]]
        pre[selection], pre[states] = v[selection], v[states]


def start():
    parameters()
    start_values()
    pre[:] = v
    state.is_initial = state.is_fresh = True
    initialize()
    update_relations()
    choose_states()
    begin()
    state.is_fresh = False
    check_assertions()
    act([{% for each in whens %}{{ "condition[" ~ loop.index0 ~ "]" if '["initial"]' in each.condition | tojson else "False" }}, {% endfor %}])
    state.is_initial = False
    pre_condition[:] = condition
    start_samplings()
    event()
    if not np.all(np.isfinite(v)):
        raise Failure("a variable is not finite after the initialization")
