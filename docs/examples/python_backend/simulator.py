# ---- simulation, the same for every model ------------------------------------------------------------
#
# The model above has these functions, of which each is one step of "What a back end does" in docs/moo.md:
#
#     parameters(m)      the bindings                  relations(m)     those of z, evaluated
#     start_values(m)    where iterations begin        assertions(m)    (holds, is an error, place, message) of each
#     initialize(m)      iEq
#     conditions(m)      those of w, evaluated
#     derivatives(m)     Eq
#     update(m)          one pass of riEq
#
# They read and write m.v, m.der and m.pre: values, derivatives and values before the event, by number of the variable.


class Failure(Exception):
    """The simulation cannot continue."""


NUMERICAL = (ArithmeticError, ValueError)


def sign(x):
    return (x > 0) - (x < 0)


def truncated_quotient(x, y):
    return math.trunc(x / y) if isinstance(x, float) or isinstance(y, float) else sign(x) * sign(y) * (abs(x) // abs(y))


def remainder(x, y):
    return x - y * truncated_quotient(x, y)


def modulo(x, y):
    return x - y * math.floor(x / y)


# ---- linear and nonlinear blocks ----


def solve_linear(a, b):
    """x with a x = b, by elimination of each pivot from all other rows. If rows depend on each other, the shortest of
    the solutions."""
    n = len(b)
    rows = [list(a[i]) + [b[i]] for i in range(n)]
    pivots = []  # the column of the pivot in each row
    for k in range(n):
        i, j = max(((i, j) for i in range(k, n) for j in range(n)), key=lambda at: abs(rows[at[0]][at[1]]))
        if not abs(rows[i][j]) > 1e-14:
            break
        rows[k], rows[i] = rows[i], rows[k]
        pivots.append(j)
        for i in range(n):
            if i != k:
                factor = rows[i][j] / rows[k][j]
                rows[i] = [x - factor * y for x, y in zip(rows[i], rows[k])]
                rows[i][j] = 0.0
    rank = len(pivots)
    if not all(abs(row[n]) < 1e-10 for row in rows[rank:]):
        raise Failure("its equations contradict each other")
    x = [0.0] * n
    if rank == n:
        for row, j in zip(rows, pivots):
            x[j] = row[n] / row[j]
        return x
    # With the independent rows R: x = R' y and R R' y = b.
    rows = rows[:rank]
    square = [[sum(x * y for x, y in zip(row[:n], other)) for other in rows] for row in rows]
    for row, y in zip(rows, solve_linear(square, [row[n] for row in rows])):
        x = [xj + y * e for xj, e in zip(x, row)]
    return x


def largest(residuals, scales):
    """Infinite if a residual cannot be computed, such as the square root of a negative number."""
    try:
        return max(abs(r) / s for r, s in zip(residuals(), scales))
    except NUMERICAL:
        return math.inf


def solve(m, name, unknowns, residuals, jacobian):
    """A block of residuals by Newton's method; a step that makes them larger is halved. An unknown is a pair: the
    name of a list, "v", "der" or "pre", and a number."""
    places = [(getattr(m, which), number) for which, number in unknowns]
    is_fresh, m.is_fresh = m.is_fresh, False  # an iteration over a function that jumps does not converge
    try:
        for _ in range(100):
            x = [values[number] for values, number in places]
            r, a = residuals(m), jacobian(m)
            # The size of a residual is meaningful only in relation to the size of its terms.
            scales = [sum(abs(e) * (abs(xj) + 1.0) for e, xj in zip(row, x)) or 1.0 for row in a]
            norm = largest(lambda: r, scales)
            step = solve_linear(
                [[e / s for e in row] for row, s in zip(a, scales)], [-ri / s for ri, s in zip(r, scales)]
            )
            change = max(abs(d) / (abs(xj) + 1.0) for d, xj in zip(step, x))
            for halvings in range(30):
                for (values, number), xj, d in zip(places, x, step):
                    values[number] = xj + d * 0.5**halvings
                if change < 1e-11 or norm < 1e-15:
                    return
                if largest(lambda: residuals(m), scales) < norm:
                    break
            else:
                raise Failure(f"no solution near {x}")
        raise Failure(f"no convergence near {x}")
    except Failure as failure:
        raise Failure(f"{name}: {failure}") from None
    finally:
        m.is_fresh = is_fresh


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
        self.condition_before = [False] * CONDITIONS
        self.reinits = {}
        self.is_initial = False
        self.is_terminal = False
        self.is_fresh = False  # whether relations are evaluated or remembered

    def holds(self, relation, value):
        if self.is_fresh:
            self.memory[relation] = bool(value)
        return self.memory[relation]

    def rises(self, condition):
        return self.condition[condition] and not self.condition_before[condition]

    def states(self):
        return [self.v[i] for i in STATES]

    def take_states(self, time, values):
        self.time = time
        for i, value in zip(STATES, values):
            self.v[i] = value

    def slopes(self, time, values):
        self.take_states(time, values)
        derivatives(self)
        return [self.der[i] for i in STATES]

    # ---- initialization and events ----

    def start(self, time):
        self.time = time
        parameters(self)
        start_values(self)
        self.pre = list(self.v)
        self.is_initial = True
        # A loop keeps its relations while it is solved; if its solution contradicts them, it is solved again.
        for _ in range(MOST_PASSES):
            before = list(self.memory)
            self.is_fresh = True
            initialize(self)
            self.is_fresh = False
            self.memory = relations(self)
            if self.memory == before:
                break
        else:
            raise Failure("the relations contradict every solution of the initialization")
        # Edges are measured from here, with `pre` from before the start: what holds from the start does not rise.
        self.condition = conditions(self)
        self.is_initial = False
        self.event()

    def pass_once(self):
        self.pre = list(self.v)
        self.condition_before = list(self.condition)
        self.is_fresh = True
        update(self)
        self.is_fresh = False
        # Within a pass states are constant; now they take what a reinit asks for.
        for i, value in self.reinits.items():
            self.v[i] = value
        self.reinits = {}
        self.memory = relations(self)

    def event(self):
        for _ in range(MOST_PASSES):
            before = [self.v[i] for i in DISCRETE], self.states(), list(self.memory), list(self.condition)
            self.pass_once()
            if before == ([self.v[i] for i in DISCRETE], self.states(), self.memory, self.condition):
                return
        raise Failure("the equations at the event contradict each other")

    def check_assertions(self):
        for is_fine, is_error, place, message in assertions(self):
            if is_fine:
                continue
            if is_error:
                raise Failure(f"{place}: {message}")
            print(f"at time {self.time}: {place}: {message}", file=sys.stderr)


MOST_PASSES = 100


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
        """A step to limit at most that ends before an event, or right after it. True if there is one."""
        length = min(self.length or self.first_length(limit - self.t), limit - self.t)
        while True:
            is_last = self.t + length >= limit
            try:
                x, k, error = self.step(length)
            except NUMERICAL:
                error = math.inf
            if error <= 1.0:
                break
            length *= max(0.1, 0.9 * error**-0.2) if math.isfinite(error) else 0.1
            if self.t + length == self.t:
                raise Failure("the steps become too small")
        if (earlier := self.find_event(length, x, k)) is not None:
            x, k, _ = self.step(earlier)
            self.accept(min(self.t + earlier, limit), x, k)
            return True
        self.accept(limit if is_last else self.t + length, x, k)
        growth = min(5.0, 0.9 * max(error, 1e-10) ** -0.2)
        self.length = max(self.length or 0.0, length * growth) if is_last else length * growth
        return False

    def accept(self, t, x, k):
        self.t, self.x, self.k = t, x, k
        self.m.slopes(t, x)

    # ---- events ----

    def has_event(self, t, x):
        """Whether a relation differs from its remembered value. More exact than the sign of its function, which is
        zero for `time > 1` as for `time >= 1` when time is 1."""
        self.m.slopes(t, x)
        return relations(self.m) != self.m.memory

    def find_event(self, length, x, k):
        """The distance to just after the first event in the step; None if there is none."""
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
            if not self.has_event(self.t + behind, x):
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
        limit = start + (stop - start) * i / intervals
        while m.time < limit:
            is_event = integrator.advance(limit)
            m.check_assertions()
            if not is_event:
                continue
            write_row(m)
            m.event()
            events_here = events_here + 1 if m.time - last_event < 1e-13 * (1.0 + abs(m.time)) else 0
            last_event = m.time
            if events_here > 1000:
                raise Failure("there are more than 1000 events at one place")
            integrator.restart()
            m.check_assertions()
            write_row(m)
        write_row(m)
    m.is_terminal = True
    m.event()
    m.check_assertions()
    write_row(m)


def number_text(value):
    return str(int(value)) if isinstance(value, (bool, int)) else repr(value)


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


if __name__ == "__main__":
    main()
