{# Newton's method, and the search for what jumps; part of c99.j2. #}
/* ---- blocks that are solved by iteration ---- */

enum { LARGEST = {{ ns.largest }} };
enum { ASSIGNED, RESIDUAL, JUMPS }; /* how an equation of a block is solved */
typedef struct {
    const char *name;
    int is_linear;
    int size;
    const char *roles;
    int unknowns; /* the targets of the residuals */
    const int *slots;
    int relations; /* that depend on the block */
    const int *relation_numbers;
    int jumping;
    const int *jumping_slots;
    void (*assignments)(void);
    void (*residuals)(double *residual);
    void (*jacobian)(double jacobian[LARGEST][LARGEST]); /* of all equations by all targets; or none */
    void (*limits)(double *least, double *most);
    void (*known_relations)(void); /* those that do not depend on the block */
    void (*switches)(void);        /* what jumps: its relations and discrete variables */
} Block;

/* a d = b by elimination with pivots, in place; 0 if a is singular. */
static int solve_linear(int n, double a[LARGEST][LARGEST], double *b) {
    for (int k = 0; k < n; ++k) {
        int pivot = k;
        for (int i = k + 1; i < n; ++i) {
            if (fabs(a[i][k]) > fabs(a[pivot][k])) pivot = i;
        }
        if (!(fabs(a[pivot][k]) > 1e-14)) return 0;
        for (int j = 0; j < n; ++j) {
            double swapped = a[k][j];
            a[k][j] = a[pivot][j];
            a[pivot][j] = swapped;
        }
        double swapped = b[k];
        b[k] = b[pivot];
        b[pivot] = swapped;
        for (int i = k + 1; i < n; ++i) {
            double factor = a[i][k] / a[k][k];
            for (int j = k; j < n; ++j) a[i][j] -= factor * a[k][j];
            b[i] -= factor * b[k];
        }
    }
    for (int i = n - 1; i >= 0; --i) {
        for (int j = i + 1; j < n; ++j) b[i] -= a[i][j] * b[j];
        b[i] /= a[i][i];
    }
    return 1;
}

/* A step for a singular a: the shortest that solves a d = b, but for a small part that the next step makes up for. */
static int shortest_step(int n, double a[LARGEST][LARGEST], double *b) {
    static double squares[LARGEST][LARGEST], weights[LARGEST];
    double largest = 0.0;
    for (int i = 0; i < n; ++i) {
        weights[i] = b[i];
        for (int j = 0; j < n; ++j) {
            squares[i][j] = 0.0;
            for (int k = 0; k < n; ++k) squares[i][j] += a[i][k] * a[j][k];
        }
        largest = fmax(largest, squares[i][i]);
    }
    for (int i = 0; i < n; ++i) squares[i][i] += largest > 0.0 ? 1e-9 * largest : 1.0;
    if (!solve_linear(n, squares, weights)) return 0;
    for (int j = 0; j < n; ++j) {
        b[j] = 0.0;
        for (int i = 0; i < n; ++i) b[j] += weights[i] * a[i][j];
    }
    return 1;
}

static void residuals_at(const Block *block, const double *x, double *r) {
    for (int i = 0; i < block->unknowns; ++i) v[block->slots[i]] = x[i];
    block->assignments();
    block->residuals(r);
}

/* The largest residual relative to the size of its terms; infinite if one cannot be computed. */
static double weighted_norm(int n, const double *r, const double *weight) {
    double norm = 0.0;
    for (int i = 0; i < n; ++i) {
        double each = fabs(r[i]) / weight[i];
        if (!(each <= norm)) norm = isfinite(each) ? each : HUGE_VAL;
    }
    return norm;
}

/* The derivatives of the residuals by the unknowns at x, where the residuals are r. */
static void block_matrix(const Block *block, double *x, const double *r, double a[LARGEST][LARGEST]) {
    static double full[LARGEST][LARGEST], moved[LARGEST];
    int n = block->unknowns;
    if (!block->jacobian) {
        for (int j = 0; j < n; ++j) {
            double before = x[j], h = 1e-7 * (fabs(x[j]) + 1.0);
            x[j] += h;
            residuals_at(block, x, moved);
            x[j] = before;
            for (int i = 0; i < n; ++i) a[i][j] = (moved[i] - r[i]) / h;
        }
        residuals_at(block, x, moved);
        return;
    }
    memset(full, 0, sizeof full);
    block->jacobian(full);
    /* Assignments have ones on the diagonal. Eliminating their targets leaves the matrix of the unknowns. */
    for (int i = 0; i < block->size; ++i) {
        if (block->roles[i] != ASSIGNED) continue;
        for (int row = i + 1; row < block->size; ++row) {
            double factor = full[row][i];
            for (int j = 0; factor != 0.0 && j < block->size; ++j) full[row][j] -= factor * full[i][j];
        }
    }
    for (int i = 0, row = 0; i < block->size; ++i) {
        for (int j = 0, column = 0; block->roles[i] == RESIDUAL && j < block->size; ++j) {
            if (block->roles[j] == RESIDUAL) a[row][column++] = full[i][j];
        }
        row += block->roles[i] == RESIDUAL;
    }
}

/* A damped Newton iteration from x. */
static int newton(const Block *block, double *x, int accepts_singular) {
    static double a[LARGEST][LARGEST], copy[LARGEST][LARGEST];
    static double r[LARGEST], d[LARGEST], b[LARGEST], trial[LARGEST], weight[LARGEST], least[LARGEST], most[LARGEST];
    int n = block->unknowns;
    block->limits(least, most);
    residuals_at(block, x, r);
    for (int iteration = 0; iteration < 100; ++iteration) {
        block_matrix(block, x, r, a);
        for (int i = 0; i < n; ++i) {
            /* Rows of a common size, so that the size of pivots and residuals says something. */
            weight[i] = 0.0;
            for (int j = 0; j < n; ++j) weight[i] += fabs(a[i][j]) * (fabs(x[j]) + 1.0);
            if (weight[i] == 0.0) weight[i] = 1.0;
            for (int j = 0; j < n; ++j) a[i][j] /= weight[i];
            d[i] = b[i] = -r[i] / weight[i];
        }
        double norm = weighted_norm(n, r, weight);
        if (norm == 0.0) return 1;
        if (!(norm < HUGE_VAL)) return 0;
        memcpy(copy, a, sizeof a);
        int is_singular = !solve_linear(n, a, d);
        if (is_singular && !(accepts_singular && shortest_step(n, copy, memcpy(d, b, sizeof d)))) return 0;
        double change = 0.0;
        for (int i = 0; i < n; ++i) change = fmax(change, fabs(d[i]) / (fabs(x[i]) + 1.0));
        int is_last = change < 1e-10 && (!is_singular || norm < 1e-9), accepted = 0;
        double fraction = 1.0;
        for (int halving = 0; halving < 30 && !accepted; ++halving, fraction /= 2.0) {
            for (int i = 0; i < n; ++i) trial[i] = fmin(fmax(x[i] + fraction * d[i], least[i]), most[i]);
            residuals_at(block, trial, r);
            accepted = is_last || weighted_norm(n, r, weight) < norm;
        }
        if (!accepted) {
            residuals_at(block, x, r);
            return norm < 1e-9; /* nothing but rounding is left */
        }
        memcpy(x, trial, sizeof trial);
        if (is_last) return 1;
    }
    return 0;
}

/* From the last values; if that fails, from points next to them, as for a start where the Jacobian is zero. */
static int solve_residuals(const Block *block, int accepts_singular) {
    static const double distances[] = {0.0, 0.1, 1.0, -0.1, -1.0, 1e-3, 10.0};
    static double start[LARGEST], x[LARGEST];
    int n = block->unknowns, solved = 0;
    for (int i = 0; i < n; ++i) start[i] = v[block->slots[i]];
    if (block->is_linear) {
        for (int i = 0; i < n; ++i) x[i] = 0.0;
        solved = newton(block, x, 0);
    }
    for (int k = 0; k < (block->is_linear ? 1 : 7) && !solved; ++k) {
        /* Different distances, as equal unknowns may make a Jacobian singular. */
        for (int i = 0; i < n; ++i) x[i] = start[i] + distances[k] * (0.5 + 0.5 * fmod(0.618034 * (i + 1), 1.0));
        solved = newton(block, x, accepts_singular);
    }
    if (!solved) residuals_at(block, start, x);
    return solved;
}
{% if ns.mixed %}

/* ---- blocks in which discrete variables and relations depend on the solution ---- */

static const double border = 1e-9; /* a function of z that is smaller may be nothing but rounding */
enum { MOST_ROUNDS = 100, MOST_COMBINED = 12 };
typedef struct {
    unsigned char relation[LARGEST + RELATIONS + 1];
    double value[LARGEST];
} Switches;

static Switches read_switches(const Block *block) {
    Switches s;
    memset(&s, 0, sizeof s);
    for (int i = 0; i < block->relations; ++i) s.relation[i] = relation[block->relation_numbers[i]];
    for (int i = 0; i < block->jumping; ++i) s.value[i] = v[block->jumping_slots[i]];
    return s;
}

static void assume(const Block *block, const Switches *s) {
    for (int i = 0; i < block->relations; ++i) relation[block->relation_numbers[i]] = s->relation[i];
    for (int i = 0; i < block->jumping; ++i) v[block->jumping_slots[i]] = s->value[i];
}

static int same_switches(const Block *block, const Switches *a, const Switches *b) {
    int same = memcmp(a->relation, b->relation, (size_t)block->relations) == 0;
    for (int i = 0; i < block->jumping; ++i) same = same && a->value[i] == b->value[i];
    return same;
}

static void compute_switches(const Block *block, int fresh) {
    is_fresh = fresh;
    block->switches();
}

/* Whether only relations contradict an assumption, by a rounding of their functions. Then it will do. */
static int rests_on_border(const Block *block, const Switches *assumption) {
    double z[RELATIONS + 1];
    int contradicted = 0, near = 1;
{% if crossings %}
    crossing_functions(z);
{% endif %}
    for (int i = 0; i < block->relations; ++i) {
        int k = block->relation_numbers[i];
        if (relation[k] == assumption->relation[i]) continue;
        contradicted = 1;
        near = near && fabs(z[k]) < border;
    }
    assume(block, assumption);
    return contradicted && near;
}

/* What follows from a solution is the next assumption. */
static int follow(const Block *block, int most_rounds, int accepts_singular) {
    static Switches seen[MOST_ROUNDS];
    for (int round = 0; round < most_rounds && round < MOST_ROUNDS; ++round) {
        seen[round] = read_switches(block);
        is_fresh = 0;
        if (!solve_residuals(block, accepts_singular)) return 0;
        compute_switches(block, 1);
        Switches found = read_switches(block);
        if (same_switches(block, &found, &seen[round])) return 1;
        for (int i = 0; i < round; ++i) {
            if (same_switches(block, &seen[i], &seen[round])) return rests_on_border(block, &seen[round]);
        }
    }
    return 0;
}

/* With so many of the relations changed; discrete variables follow from them. */
static int try_changes(const Block *block, const Switches *first, const double *start, int changes, int accepts_singular) {
    for (unsigned mask = 0; mask < 1u << block->relations; ++mask) {
        static double r[LARGEST];
        Switches s = *first;
        int changed = 0;
        for (int i = 0; i < block->relations; ++i) {
            changed += mask >> i & 1u;
            s.relation[i] ^= mask >> i & 1u;
        }
        if (changed != changes) continue;
        residuals_at(block, start, r);
        assume(block, &s);
        compute_switches(block, 0);
        if (follow(block, 5, accepts_singular)) return 1;
    }
    return 0;
}

/* Assumes values for what jumps, the last ones first, solves the rest and computes what was assumed anew, until both
   agree. If that leads in a circle, all combinations of the relations are tried, those with few changes first. A choice
   that leaves unknowns open is taken only if there is no other. */
static int solve_mixed(const Block *block) {
    double start[LARGEST];
    int solved = 0;
    for (int i = 0; i < block->unknowns; ++i) start[i] = v[block->slots[i]];
    for (int i = 0; i < block->relations; ++i) settled[block->relation_numbers[i]] = 0;
    Switches first = read_switches(block);
    for (int accepts_singular = 0; accepts_singular < 2 && !solved; ++accepts_singular) {
        assume(block, &first);
        solved = follow(block, MOST_ROUNDS, accepts_singular);
        for (int changes = 0; changes <= block->relations && block->relations <= MOST_COMBINED && !solved; ++changes) {
            solved = try_changes(block, &first, start, changes, accepts_singular);
        }
    }
    is_fresh = 1;
    for (int i = 0; i < block->relations; ++i) settled[block->relation_numbers[i]] = 1;
    return solved;
}
{% endif %}

/* Between events, discrete variables and relations keep their values; at events they have to agree with the solution. */
static int solve(const Block *block) {
    int fresh = is_fresh;
    if (fresh && block->known_relations) block->known_relations();
{% if ns.mixed %}
    if (fresh && block->switches) return solve_mixed(block) || fail(block->name);
{% endif %}
    is_fresh = 0;
    int solved = solve_residuals(block, 1);
    is_fresh = fresh;
    return solved || fail(block->name);
}
