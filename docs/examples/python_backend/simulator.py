# ---- simulation, the same for every model ------------------------------------------------------------
#
# The model above has these functions, of which each is one step of "What a back end does" in docs/moo.md:
#
#     parameters(m)      the bindings                     conditions(m)        those of w
#     start_values(m)    where iterations begin           relations(m)         those of z, evaluated and remembered
#     initialize(m)      iEq                              crossing_functions(m)
#     derivatives(m)     Eq                               time_events(m)       when a relation of time changes
#     update(m)          one pass of riEq                 samplings(m)         (start, interval) of each
#     actions(m, risen)  after an event                   assertions(m)        (holds, is an error, place, message)
#     eliminated(m)      what only the results need
#
# They read and write m.v, m.der and m.pre: values, derivatives and values before the event, by number of the variable.


class Failure(Exception):
    """The simulation cannot continue."""


NUMERICAL = (ArithmeticError, ValueError)

# ---- blocks ----


def solve_linear(a, b):
    """x with a x = b, by Gaussian elimination with partial pivoting; None if a is singular."""
    n = len(b)
    rows = [list(a[i]) + [b[i]] for i in range(n)]
    for k in range(n):
        pivot = max(range(k, n), key=lambda i: abs(rows[i][k]))
        if not abs(rows[pivot][k]) > 1e-14 * max(abs(x) for x in a[pivot]):
            return None
        rows[k], rows[pivot] = rows[pivot], rows[k]
        for i in range(k + 1, n):
            factor = rows[i][k] / rows[k][k]
            for j in range(k, n + 1):
                rows[i][j] -= factor * rows[k][j]
    x = [0.0] * n
    for i in reversed(range(n)):
        x[i] = (rows[i][n] - sum(rows[i][j] * x[j] for j in range(i + 1, n))) / rows[i][i]
    return x


def shortest_solution(a, b):
    """For a singular a: the shortest x that solves a x = b as well as possible, but for a small part of it. As a step of
    Newton's method it is repeated, which makes up for that part."""
    squares = [[sum(x * y for x, y in zip(row, other)) for other in a] for row in a]
    small = 1e-9 * max(squares[i][i] for i in range(len(a))) or 1.0
    for i in range(len(a)):
        squares[i][i] += small
    weights = solve_linear(squares, b)
    return weights and [sum(w * row[j] for w, row in zip(weights, a)) for j in range(len(b))]


class Block:
    """A block with residuals. A place is a pair: the name of a list, "v", "der" or "pre", and a number."""

    def __init__(self, title, kind, unknowns, residuals, jacobian, assignments=None, limits=None, known_relations=None,
                 switches=None, relations=(), discrete=()):
        self.title = title
        self.is_linear = kind == "linear"
        self.unknowns = unknowns  # the targets of the residuals
        self.residuals = residuals
        self.jacobian = jacobian  # rows and columns of the assignments before those of the residuals; or None
        self.assignments = assignments  # of a torn block
        self.limits = limits  # (min, max) of each unknown
        self.known_relations = known_relations  # evaluates those that do not depend on the block
        self.switches = switches  # computes discrete targets and the relations that depend on the block
        self.relations = relations  # that depend on the block
        self.discrete = discrete  # numbers of the discrete targets

    def values(self, m):
        return [getattr(m, which)[number] for which, number in self.unknowns]

    def residuals_at(self, m, x):
        """Stores x, and what the block assigns. Infinite where something cannot be computed."""
        for (which, number), value in zip(self.unknowns, x):
            getattr(m, which)[number] = value
        try:
            if self.assignments:
                self.assignments(m)
            return self.residuals(m)
        except NUMERICAL:
            return [math.inf] * len(x)

    def matrix(self, m, x, r):
        """The derivatives of the residuals at x, where they are r, by the unknowns."""
        if self.jacobian is None:
            columns = []
            for j in range(len(x)):
                h = 1e-7 * (abs(x[j]) + 1.0)
                moved = self.residuals_at(m, x[:j] + [x[j] + h] + x[j + 1 :])
                columns.append([(b - a) / h for a, b in zip(r, moved)])
            self.residuals_at(m, x)
            return [list(row) for row in zip(*columns)]
        rows = self.jacobian(m)
        assigned = len(rows) - len(x)
        # Assignments have ones on the diagonal. Eliminating their targets leaves the matrix of the unknowns.
        for i in range(assigned):
            for row in rows[i + 1 :]:
                if factor := row[i]:
                    for j in range(i, len(row)):
                        row[j] -= factor * rows[i][j]
        return [row[assigned:] for row in rows[assigned:]]


def newton(m, block, x, accepts_singular):
    """Newton's method from x; a step that makes the residuals larger is halved. True if it ends at a solution."""
    limits = block.limits(m) if block.limits else [(-math.inf, math.inf)] * len(x)
    r = block.residuals_at(m, x)
    for _ in range(100):
        if not any(r):
            return True
        try:
            a = block.matrix(m, x, r)
        except NUMERICAL:
            return False
        # The size of a residual is meaningful only in relation to the size of its terms.
        scales = [sum(abs(e) * (abs(xj) + 1.0) for e, xj in zip(row, x)) or 1.0 for row in a]
        norm = max(abs(ri) / s for ri, s in zip(r, scales))
        if not all(math.isfinite(each) for each in scales + [norm]):
            return False
        scaled = [[e / s for e in row] for row, s in zip(a, scales)], [-ri / s for ri, s in zip(r, scales)]
        step = solve_linear(*scaled)
        is_singular = step is None
        if is_singular:
            step = shortest_solution(*scaled) if accepts_singular else None
            if step is None:
                return False
        change = max(abs(d) / (abs(xj) + 1.0) for d, xj in zip(step, x))
        is_last = change < 1e-11 and (not is_singular or norm < 1e-9)
        for halvings in range(30):
            trial = [min(max(xj + d * 0.5**halvings, lo), hi) for xj, d, (lo, hi) in zip(x, step, limits)]
            trial_r = block.residuals_at(m, trial)
            if is_last or max(abs(ri) / s for ri, s in zip(trial_r, scales)) < norm:
                break
        else:
            block.residuals_at(m, x)
            return norm < 1e-9  # nothing but rounding is left
        x, r = trial, trial_r
        if is_last:
            return True
    return False


def solve_residuals(m, block, accepts_singular=True):
    """From the last values; if that fails, from points next to them, as for a start where the Jacobian is zero."""
    if not block.unknowns:
        block.assignments(m)
        return True
    before = block.values(m)
    if block.is_linear and newton(m, block, [0.0] * len(before), False):
        return True
    if newton(m, block, before, accepts_singular):
        return True
    if not block.is_linear:
        for distance in (0.1, 1.0, -0.1, -1.0, 1e-3, 10.0):
            # Different distances, as equal unknowns may make a Jacobian singular.
            parts = [0.5 + 0.5 * (0.618034 * i % 1.0) for i in range(1, len(before) + 1)]
            if newton(m, block, [x + distance * part for x, part in zip(before, parts)], accepts_singular):
                return True
    block.residuals_at(m, before)
    return False


def solve(m, block):
    """Between events, discrete variables and relations keep their values; at events they have to agree with the solution."""
    if m.is_fresh and block.known_relations:
        block.known_relations(m)
    if m.is_fresh and block.switches:
        return solve_mixed(m, block)
    is_fresh, m.is_fresh = m.is_fresh, False
    if not solve_residuals(m, block):
        raise Failure(f"{block.title} has no solution near {block.values(m)}")
    m.is_fresh = is_fresh


def solve_mixed(m, block):
    """Assumes values for what jumps, the last ones first, solves the rest and computes what was assumed anew, until both
    agree. If that leads in a circle, all combinations of the relations are tried, those with few changes first. A
    choice that leaves unknowns open is taken only if there is no other."""
    m.settled -= set(block.relations)
    search = MixedSearch(m, block)
    first, start, count = search.assumed(), block.values(m), len(block.relations)
    for search.accepts_singular in (False, True):
        search.assume(first)
        found = search.follow(4 * (count + 8))
        if not found and count <= MOST_COMBINED:
            for changes in sorted(itertools.product((False, True), repeat=count), key=sum):
                block.residuals_at(m, start)
                search.assume([value != change for value, change in zip(first, changes)] + first[count:])
                search.compute(is_fresh=False)  # what follows from these relations
                if found := search.follow(5):
                    break
        if found:
            m.is_fresh = True
            m.settled |= set(block.relations)
            return
    raise Failure(f"{block.title}: no solution agrees with its own relations")


class MixedSearch:
    def __init__(self, m, block):
        self.m, self.block = m, block
        self.places = [(m.memory, k) for k in block.relations] + [(m.v, k) for k in block.discrete]
        self.accepts_singular = False

    def assumed(self):
        return [values[k] for values, k in self.places]

    def assume(self, assumption):
        for (values, k), value in zip(self.places, assumption):
            values[k] = value

    def compute(self, is_fresh):
        self.m.is_fresh = is_fresh
        self.block.switches(self.m)

    def solve(self):
        """Leaves what was assumed as it follows from the solution. False if there is none."""
        self.m.is_fresh = False
        is_solved = solve_residuals(self.m, self.block, self.accepts_singular)
        if is_solved:
            self.compute(is_fresh=True)
        return is_solved

    def follow(self, most_rounds):
        """From the present values of what is assumed."""
        seen = []
        while len(seen) < most_rounds:
            assumption = self.assumed()
            if not self.solve():
                return False
            if self.assumed() == assumption:
                return True
            if assumption in seen:
                return self.rests_on_border(assumption)
            seen.append(assumption)
        return False

    def rests_on_border(self, assumption):
        """Whether only relations contradict it, by a rounding of their functions. Then it will do."""
        z = crossing_functions(self.m)
        contradicted = [k for k, was, now in zip(self.block.relations, assumption, self.assumed()) if was != now]
        self.assume(assumption)
        return bool(contradicted) and all(abs(z[k]) < BORDER for k in contradicted)


MOST_COMBINED = 12
BORDER = 1e-9  # a function of z that is smaller may be nothing but rounding

# ---- the state of a simulation ----


class Simulation:
    def __init__(self, settings, starts):
        self.settings, self.starts = settings, starts  # values from the user, by number of the variable
        self.time = 0.0
        self.v = [0.0] * len(NAMES)
        self.der = [0.0] * len(NAMES)
        self.pre = [0.0] * len(NAMES)
        self.memory = [False] * RELATIONS  # relations of z as they were at the last event
        self.condition = [False] * CONDITIONS
        self.condition_before = [False] * CONDITIONS  # in the previous pass
        self.reinits = {}
        self.sampled = [False] * SAMPLINGS
        self.sample_count = [0] * SAMPLINGS  # the number k of the next sample at start + k*interval
        self.is_initial = self.is_terminal = False
        self.is_fresh = False  # whether relations are evaluated or remembered
        self.end = None  # the message of terminate
        self.settled = set()  # relations that a block has computed in this pass
        self.warned = set()

    def relation(self, number, value):
        if self.is_fresh and number not in self.settled:
            self.memory[number] = bool(value)
        return self.memory[number]

    def rises(self, condition):
        return self.condition[condition] and not self.condition_before[condition]

    def terminate(self, message):
        self.end = message

    def states(self):
        return [self.v[i] for i in STATES]

    def slopes(self, time, values):
        self.time = time
        for i, value in zip(STATES, values):
            self.v[i] = value
        derivatives(self)
        return [self.der[i] for i in STATES]

    # ---- initialization ----

    def start(self, time):
        self.time = time
        parameters(self)
        start_values(self)
        self.pre[:] = self.v
        self.is_initial = self.is_fresh = True
        initialize(self)
        relations(self)
        self.choose_states()
        conditions(self)
        self.is_fresh = False
        self.check_assertions()
        # What holds from the start does not rise, except for actions `when initial()`.
        actions(self, {number for number in INITIAL_CONDITIONS if self.condition[number]})
        self.condition_before[:] = self.condition
        self.is_initial = False
        for k, (first, interval) in enumerate(samplings(self)):
            if not interval > 0.0:
                raise Failure(f"sample({first}, {interval}) needs a positive interval")
            self.sample_count[k] = max(0, math.floor((time - first) / interval))
            while self.sample_time(k) < time and not is_same_time(self.sample_time(k), time):
                self.sample_count[k] += 1
        self.event()

    # ---- events ----

    def sample_time(self, k):
        first, interval = samplings(self)[k]
        return first + self.sample_count[k] * interval

    def next_time_event(self):
        """After the present time. On its border, a relation like time >= t is true, and time > t is false."""
        times = [self.sample_time(k) for k in range(SAMPLINGS)]
        for number, is_true_on_border, due in time_events(self):
            if due > self.time:
                changes_there = self.memory[number] != is_true_on_border
                times.append(due if changes_there else math.nextafter(due, math.inf))
        return min(times, default=math.inf)

    def event(self, is_terminal=False):
        """Passes through riEq until nothing changes."""
        self.is_terminal = is_terminal
        self.pre[:] = self.v
        for k in range(SAMPLINGS):
            self.sampled[k] = self.sample_time(k) <= self.time or is_same_time(self.sample_time(k), self.time)
            self.sample_count[k] += self.sampled[k]
        risen = set()
        for _ in range(MOST_PASSES):
            self.reinits = {}
            self.settled = set()
            self.is_fresh = True
            update(self)
            relations(self)
            self.is_fresh = False
            self.sampled = [False] * SAMPLINGS
            risen |= {number for number in range(CONDITIONS) if self.rises(number)}
            changes = (
                bool(self.reinits)
                or self.condition != self.condition_before
                or any(differ(self.v[i], self.pre[i]) for i in DISCRETE)
            )
            # Within a pass states are constant; now they take what a reinit asks for.
            for i, value in self.reinits.items():
                self.v[i] = value
            self.pre[:] = self.v
            self.condition_before[:] = self.condition
            if not changes:
                break
        else:
            raise Failure(f"the equations at the event still change after {MOST_PASSES} passes")
        self.is_terminal = False
        actions(self, risen)

    def check_assertions(self):
        for is_fine, is_error, place, message in assertions(self):
            if is_fine or place in self.warned:
                continue
            if is_error:
                raise Failure(f"{place}: {message()}")
            print(f"at time {self.time}: {place}: {message()}", file=sys.stderr)
            self.warned.add(place)

    # ---- states that are chosen while the simulation runs ----

    def choose_states(self):
        """Chooses the candidates of each set anew if the present choice is bad. True if one has changed."""
        changed = False
        for candidates, states, selection, jacobian in STATE_SETS:
            rows, n = jacobian(self), len(candidates)
            chosen = [next((i for i in range(n) if self.v[selection[j * n + i]]), None) for j in range(len(states))]
            best, dependent = largest_determinant(rows, range(n))
            present, _ = largest_determinant(rows, [i for i in range(n) if i not in chosen])
            if None not in chosen and len(set(chosen)) == len(chosen) and present >= 0.5 * best or best == 0.0:
                continue
            changed = True
            # A candidate that stays a state keeps its place.
            new = [i for i in range(n) if i not in dependent and i not in chosen]
            for j, candidate in enumerate(chosen):
                if candidate is None or candidate in dependent or candidate in chosen[:j]:
                    chosen[j] = new.pop()
                for i in range(n):
                    self.v[selection[j * n + i]] = int(i == chosen[j])
                self.v[states[j]] = self.v[candidates[chosen[j]]]
            for slot in states + selection:
                self.pre[slot] = self.v[slot]
        return changed


MOST_PASSES = 100


def largest_determinant(rows, columns):
    """Of the square matrices of some of the columns, nearly the largest absolute determinant, and its columns: each step
    of the elimination takes the largest entry that is left."""
    rows, columns, used, product = [list(row) for row in rows], list(columns), [], 1.0
    while rows:
        size, i, j = max((abs(row[j]), i, j) for i, row in enumerate(rows) for j in columns if j not in used)
        product *= size
        if product == 0.0:
            return 0.0, []
        used.append(j)
        pivot = rows.pop(i)
        for row in rows:
            factor = row[j] / pivot[j]
            row[:] = [a - factor * b for a, b in zip(row, pivot)]
    return product, used


def differ(a, b):
    return a != b and not (a != a and b != b)  # NaN equals itself here


def is_same_time(a, b):
    """But for rounding."""
    return abs(a - b) <= 16 * sys.float_info.epsilon * max(abs(a), abs(b))


# ---- integration: Dormand and Prince, "A family of embedded Runge-Kutta formulae", 1980 ----

NODES = [1 / 5, 3 / 10, 4 / 5, 8 / 9, 1, 1]
STAGES = [
    [1 / 5],
    [3 / 40, 9 / 40],
    [44 / 45, -56 / 15, 32 / 9],
    [19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729],
    [9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656],
    [35 / 384, 0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84],  # also the solution, of order 5
]
# Order 5 minus order 4.
ERROR = [71 / 57600, 0, -71 / 16695, 71 / 1920, -17253 / 339200, 22 / 525, -1 / 40]


class Integrator:
    def __init__(self, m, tolerance):
        self.m, self.tolerance = m, tolerance
        self.length = None  # of the next step

    def restart(self):
        """After an event: earlier slopes are no longer valid."""
        m = self.m
        self.x = m.states()
        self.k = m.slopes(m.time, self.x)
        self.t = m.time
        self.length = None
        # A relation that rests on its border may seem to have changed, by rounding, before anything has.
        self.noise = [2 * abs(z) if abs(z) < BORDER else 0.0 for z in crossing_functions(m)]

    def step(self, length):
        """One step from the present point: states, slopes and error at its end. Nothing is accepted yet."""
        k = [self.k]
        for node, row in zip(NODES, STAGES):
            x = [xi + length * sum(a * kj[i] for a, kj in zip(row, k)) for i, xi in enumerate(self.x)]
            k.append(self.m.slopes(self.t + node * length, x))
        error = 0.0
        for i, (old, new) in enumerate(zip(self.x, x)):
            difference = length * sum(e * kj[i] for e, kj in zip(ERROR, k))
            error = max(error, abs(difference) / (self.tolerance * (1.0 + max(abs(old), abs(new)))))
        return x, k[-1], error

    def first_length(self, longest):
        """A step in which the states change by about a hundredth."""
        lengths = [0.01 * (1.0 + abs(x)) / abs(k) for x, k in zip(self.x, self.k) if k]
        return min([longest] + lengths)

    def advance(self, limit):
        """A step to limit at most that ends before a crossing, or right after it. True if there is one."""
        length = min(self.length or self.first_length(limit - self.t), limit - self.t)
        while True:
            is_last = self.t + length >= limit
            try:
                x, k, error = self.step(length)
            except (Failure, *NUMERICAL) as failure:
                x, error, problem = None, math.inf, failure
            if error <= 1.0:
                break
            length *= max(0.1, 0.9 * error**-0.2) if math.isfinite(error) else 0.1
            if self.t + length == self.t:
                raise Failure("the steps become too small") if x else problem
        end = limit if is_last else self.t + length  # without rounding
        if (earlier := self.find_event(length, end, x, k)) is not None:
            x, k, _ = self.step(earlier)
            self.accept(min(self.t + earlier, end), x, k)
            return True
        self.accept(end, x, k)
        growth = min(5.0, 0.9 * max(error, 1e-10) ** -0.2)
        self.length = max(self.length or 0.0, length * growth) if is_last else length * growth
        return False

    def accept(self, t, x, k):
        self.t, self.x, self.k = t, x, k
        self.m.slopes(t, x)

    # ---- crossings ----

    def has_event(self, t, x):
        """Whether a function of z has the other sign than its remembered relation. Zero has the sign of the relation."""
        self.m.slopes(t, x)
        found = zip(crossing_functions(self.m), self.m.memory, self.noise)
        return any(z < -noise if holds else z > noise for z, holds, noise in found)

    def find_event(self, length, end, x, k):
        """The distance to just after the first event in the step, which ends at `end`; None if there is none."""
        if not RELATIONS:
            return None
        # A relation that changes and changes back within the step is seen on the way: at points of a cubic
        # polynomial through values and slopes at both ends.
        for part in (i / 10 for i in range(1, 10)):
            a, b = (1 + 2 * part) * (1 - part) ** 2, part * (1 - part) ** 2
            c, d = part * part * (3 - 2 * part), part * part * (part - 1)
            between = [
                a * x0 + b * length * k0 + c * x1 + d * length * k1 for x0, k0, x1, k1 in zip(self.x, self.k, x, k)
            ]
            if self.has_event(self.t + part * length, between):
                behind = part * length
                if self.has_event(self.t + behind, self.step(behind)[0]):
                    break
        else:
            behind = length
            if not self.has_event(end, x):
                return None
        before = 0.0
        while True:
            middle = before + (behind - before) / 2
            if self.t + middle in (self.t + before, self.t + behind):
                return behind
            if self.has_event(self.t + middle, self.step(middle)[0]):
                behind = middle
            else:
                before = middle


# ---- the whole run ----


def simulate(m, start, stop, intervals, tolerance, write_row):
    m.start(start)
    integrator = Integrator(m, tolerance)
    integrator.restart()
    m.check_assertions()
    write_row(m)
    events_here, last_event = 0, -math.inf
    for i in range(1, intervals + 1):
        point = stop if i == intervals else start + (stop - start) * i / intervals
        while m.time < point and m.end is None:
            due = m.next_time_event()
            has_crossing = integrator.advance(min(point, due))
            m.check_assertions()
            if has_crossing or m.time >= due or m.time == stop:
                write_row(m)
                m.event(is_terminal=m.time == stop)
                events_here = events_here + 1 if m.time - last_event < 1e-13 * (1.0 + abs(m.time)) else 0
                last_event = m.time
                if events_here > 1000:
                    raise Failure("there are more than 1000 events at one place")
            elif not m.choose_states():
                continue
            integrator.restart()
            m.check_assertions()
            write_row(m)
        if m.end is not None:
            print(f"at time {m.time}: {m.end}", file=sys.stderr)
            return
        write_row(m)


def number_text(value):
    return value if isinstance(value, str) else str(int(value)) if isinstance(value, (bool, int)) else repr(value)


def parse_settings(items, option, allowed):
    values = {}
    for item in items:
        name, _, text = item.partition("=")
        if name not in NAMES or NAMES.index(name) not in allowed:
            sys.exit(f"{option} {item}: there is no such variable, or it cannot be set")
        values[NAMES.index(name)] = {"true": True, "false": False}[text] if text in ("true", "false") else float(text)
    return values


def main():
    options = argparse.ArgumentParser(description=f"Simulates {NAME!a} and writes the results as CSV.".replace("%", "%%"))
    options.add_argument("--stop", type=float, default=STOP_TIME)
    options.add_argument("--intervals", type=int, default=INTERVALS, help="of the output")
    options.add_argument("--tolerance", type=float, default=TOLERANCE)
    options.add_argument("--set", metavar="PARAMETER=VALUE", action="append", default=[])
    options.add_argument("--start", metavar="VARIABLE=VALUE", action="append", default=[])
    given = options.parse_args()
    m = Simulation(parse_settings(given.set, "--set", PARAMETERS), parse_settings(given.start, "--start", START_VALUES))
    out = csv.writer(sys.stdout, lineterminator="\n")
    out.writerow(["time"] + [NAMES[i] for i in RESULTS])
    try:
        simulate(
            m, START_TIME, given.stop, given.intervals, given.tolerance,
            lambda m: (eliminated(m), out.writerow([repr(m.time)] + [number_text(m.v[i]) for i in RESULTS])),
        )
    except Failure as failure:
        sys.exit(f"error at time {m.time}: {failure}")
    except NUMERICAL as error:
        sys.exit(f"error at time {m.time}: {error}")
