{# Newton's method, and the search for what jumps; part of python.j2. -#}
# ---- blocks that are solved by iteration ----


class Block:
    def __init__(self, name, is_linear, roles, slots, assignments, residuals, jacobian, limits, known_relations, switches, relations, jumping):
        self.name = name
        self.is_linear = is_linear
        self.roles = np.array(roles)  # how each equation is solved
        self.slots = slots  # of the unknowns, which are the targets of the residuals
        self.assignments = assignments
        self.residuals = residuals
        self.jacobian = jacobian  # of all equations by all targets; or None
        self.limits = limits
        self.known_relations = known_relations  # evaluates those that do not depend on the block
        self.switches = switches  # computes what jumps: its relations and discrete variables
        self.relations = relations
        self.jumping = jumping  # slots of the discrete variables

    def residuals_at(self, x):
        v[self.slots] = x
        self.assignments()
        return self.residuals()

    def matrix(self, x, r):
        """The derivatives of the residuals by the unknowns at x, where the residuals are r."""
        if self.jacobian is None:
            a = np.zeros((len(x), len(x)))
            for j in range(len(x)):
                h = np.zeros(len(x))
                h[j] = 1e-7 * (abs(x[j]) + 1.0)
                a[:, j] = (self.residuals_at(x + h) - r) / h[j]
            self.residuals_at(x)
            return a
        full = self.jacobian()
        # Assignments have ones on the diagonal. Eliminating their targets leaves the matrix of the unknowns.
        for i in np.flatnonzero(self.roles == "assigned"):
            full[i + 1 :] -= np.outer(full[i + 1 :, i], full[i])
        is_residual = self.roles == "residual"
        return full[np.ix_(is_residual, is_residual)]


def weighted_norm(r, weight):
    """The largest residual relative to the size of its terms; infinite if one cannot be computed."""
    norm = np.max(np.abs(r) / weight)
    return norm if np.isfinite(norm) else np.inf


def newton(block, x, accepts_singular):
    """A damped Newton iteration from x."""
    least, most = block.limits()
    r = block.residuals_at(x)
    for iteration in range(100):
        a = block.matrix(x, r)
        # Rows of a common size, so that the size of residuals says something.
        weight = np.abs(a) @ (np.abs(x) + 1.0)
        weight[weight == 0.0] = 1.0
        norm = weighted_norm(r, weight)
        if norm == 0.0:
            return True
        scaled = a / weight[:, None]
        if norm == np.inf or not np.all(np.isfinite(scaled)):
            return False
        is_singular = np.linalg.cond(scaled) > 1e14
        if is_singular and not accepts_singular:
            return False
        # If it is singular, the shortest step that solves the equations as well as possible.
        d = np.linalg.lstsq(scaled, -r / weight, rcond=1e-12)[0] if is_singular else np.linalg.solve(scaled, -r / weight)
        change = np.max(np.abs(d) / (np.abs(x) + 1.0))
        is_last = change < 1e-10 and (not is_singular or norm < 1e-9)
        for halving in range(30):
            trial = np.clip(x + 0.5**halving * d, least, most)
            r = block.residuals_at(trial)
            if is_last or weighted_norm(r, weight) < norm:
                break
        else:
            block.residuals_at(x)
            return norm < 1e-9  # nothing but rounding is left
        x = trial
        if is_last:
            return True
    return False


def solve_residuals(block, accepts_singular):
    """From the last values; if that fails, from points next to them, as for a start where the Jacobian is zero."""
    if not block.slots:
        block.assignments()
        return True
    before = v[block.slots].copy()
    if block.is_linear:
        starts = [np.zeros(len(before))] + ([before] if accepts_singular else [])
    else:
        # Different distances, as equal unknowns may make a Jacobian singular.
        parts = 0.5 + 0.5 * (0.618034 * np.arange(1, len(before) + 1) % 1.0)
        starts = [before + distance * parts for distance in (0.0, 0.1, 1.0, -0.1, -1.0, 1e-3, 10.0)]
    # A singular linear block is solved from the last values, so that its solution is next to them.
    if any(newton(block, x, accepts_singular and (not block.is_linear or x is before)) for x in starts):
        return True
    block.residuals_at(before)
    return False


def solve(block):
    """Between events, discrete variables and relations keep their values; at events they have to agree with the solution."""
    is_fresh = state.is_fresh
    if is_fresh and block.known_relations:
        block.known_relations()
    if is_fresh and block.switches:
        solved = MixedSearch(block).run()
    else:
        state.is_fresh = False
        solved = solve_residuals(block, True)
    state.is_fresh = is_fresh
    if not solved:
        raise Failure(block.name + " has no solution")


class MixedSearch:
    """Assumes values for what jumps, the last ones first, solves the rest and computes what was assumed anew, until both
    agree. If that leads in a circle, all combinations of the relations are tried, those with few changes first. A choice
    that leaves unknowns open is taken only if there is no other."""

    BORDER = 1e-9  # a function of z that is smaller may be nothing but rounding
    MOST_COMBINED = 12

    def __init__(self, block):
        self.block = block
        self.accepts_singular = False

    def run(self):
        block, count = self.block, len(self.block.relations)
        settled[block.relations] = False
        first, start = self.assumed(), v[block.slots].copy()
        for self.accepts_singular in (False, True):
            self.assume(first)
            solved = self.follow(4 * (count + 8)) or (count <= self.MOST_COMBINED and self.try_all(first, start))
            if solved:
                break
        settled[block.relations] = True
        return solved

    def try_all(self, first, start):
        count = len(self.block.relations)
        for changes in sorted(itertools.product((False, True), repeat=count), key=sum):
            self.block.residuals_at(start)
            self.assume([was != change for was, change in zip(first, changes)] + first[count:])
            self.compute(False)  # what follows from these relations
            if self.follow(5):
                return True
        return False

    def assumed(self):
        return list(relation[self.block.relations]) + list(v[self.block.jumping])

    def assume(self, values):
        count = len(self.block.relations)
        relation[self.block.relations] = values[:count]
        v[self.block.jumping] = values[count:]

    def compute(self, is_fresh):
        state.is_fresh = is_fresh
        self.block.switches()

    def follow(self, most_rounds):
        """What follows from a solution is the next assumption."""
        seen = []
        while len(seen) < most_rounds:
            assumption = self.assumed()
            state.is_fresh = False
            if not solve_residuals(self.block, self.accepts_singular):
                return False
            self.compute(True)
            if self.assumed() == assumption:
                return True
            if assumption in seen:
                return self.rests_on_border(assumption)
            seen.append(assumption)
        return False

    def rests_on_border(self, assumption):
        """Whether only relations contradict it, by a rounding of their functions. Then it will do."""
        z = crossing_functions()
        contradicted = [k for k, was in zip(self.block.relations, assumption) if relation[k] != was]
        self.assume(assumption)
        return bool(contradicted) and bool(np.all(np.abs(z[contradicted]) < self.BORDER))
