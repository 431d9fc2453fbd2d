{# The initialization, events and the choice of states; part of c99.j2. #}
/* ---- events ---- */

{% if samplings %}
static long sample_number[SAMPLINGS]; /* of the next sample, at start + number*interval */

static double sample_start(int k) {
{% for each in samplings %}
    if (k == {{ loop.index0 }}) return {{ each.start | expr }};
{% endfor %}
    return 0.0;
}
static double sample_interval(int k) {
{% for each in samplings %}
    if (k == {{ loop.index0 }}) return {{ each.interval | expr }};
{% endfor %}
    return 0.0;
}
static double sample_time(int k) { return sample_start(k) + (double)sample_number[k] * sample_interval(k); }

/* But for rounding. */
static int is_due(double due) { return due <= now + 16.0 * DBL_EPSILON * fmax(fabs(due), fabs(now)); }

static int start_samplings(void) {
    for (int k = 0; k < SAMPLINGS; ++k) {
        if (!(sample_interval(k) > 0.0)) return fail("an interval of sample() is not positive");
        sample_number[k] = (long)fmax(0.0, floor((now - sample_start(k)) / sample_interval(k)));
        while (sample_time(k) < now && sample_time(k) < now - 16.0 * DBL_EPSILON * fabs(now)) ++sample_number[k];
    }
    return 1;
}

{% endif %}
/* After the present time. On its border, a relation such as time >= t is true, and time > t is false. */
static double next_time_event(void) {
    double next = HUGE_VAL;
{% if samplings %}
    for (int k = 0; k < SAMPLINGS; ++k) next = fmin(next, sample_time(k));
{% endif %}
{% for k in range(crossings | length) if crossings[k].kind | default("state") == "time" %}
    {
        double due = {{ crossings[k].time | expr }};
        int changes_there = relation[{{ k }}] != {{ 1 if holds_on_border(crossings[k].relation) else 0 }};
        if (due > now) next = fmin(next, changes_there ? due : nextafter(due, HUGE_VAL));
    }
{% endfor %}
    return next;
}
{% if actions %}

/* Effects of conditions that rose in an event, or of `initial()`. */
static int is_over;

static void act(const unsigned char *risen) {
{% for each in actions %}
    if ({% for k in each.conditions %}{{ " || " if not loop.first else "" }}risen[{{ k - 1 }}]{% endfor %}) {
{% if each.kind == "terminate" %}
        fprintf(stderr, "at time %.17g: %s\n", now, {{ message(each.value) | quote }});
        is_over = 1;
{% else %}
        (void){{ call(each.value, {}) }};
{% endif %}
    }
{% endfor %}
}
{% endif %}

/* Passes of riEq until nothing changes. */
static int event(void) {
    unsigned char risen[CONDITIONS + 1] = {0};
    int changed = 1;
    memcpy(pre, v, sizeof pre);
{% if samplings %}
    for (int k = 0; k < SAMPLINGS; ++k) {
        sampled[k] = is_due(sample_time(k)) != 0;
        sample_number[k] += sampled[k];
    }
{% endif %}
    for (int pass = 0; changed; ++pass) {
        if (pass == 100) return fail("the event iteration does not come to an end");
{% if ns.reinits %}
        memset(reinit_asked, 0, sizeof reinit_asked);
{% endif %}
        memset(settled, 0, sizeof settled);
        is_fresh = 1;
        if (!update()) return 0;
        update_relations();
        is_fresh = 0;
        memset(sampled, 0, sizeof sampled);
        changed = memcmp(condition, pre_condition, sizeof condition) != 0;
        for (int i = 0; i < CONDITIONS; ++i) risen[i] |= condition[i] && !pre_condition[i];
        for (int i = 0; i < VARIABLES; ++i) {
            int is_same = v[i] == pre[i] || (isnan(v[i]) && isnan(pre[i]));
{% if ns.reinits %}
            if (reinit_asked[i]) v[i] = reinit_value[i];
            changed = changed || reinit_asked[i];
{% endif %}
            changed = changed || (is_discrete[i] && !is_same);
        }
        memcpy(pre, v, sizeof pre);
        memcpy(pre_condition, condition, sizeof condition);
    }
{% if actions %}
    act(risen);
{% endif %}
    return 1;
}
{% if state_sets %}

/* ---- states that are chosen while the simulation runs ---- */

enum { CANDIDATES = {{ state_sets | map(attribute="candidates") | map("length") | max }} };
typedef struct {
    int candidates, states;
    const int *candidate_slots, *state_slots, *selection_slots;
    void (*jacobian)(double jacobian[CANDIDATES][CANDIDATES]); /* of the constraints by the candidates */
} StateSet;

{% for each in state_sets %}
static void constraints_{{ loop.index }}(double jacobian[CANDIDATES][CANDIDATES]) {
    memset(jacobian, 0, sizeof(double[CANDIDATES][CANDIDATES]));
{% for entry in each.jacobian %}
    jacobian[{{ entry.row - 1 }}][{{ entry.column - 1 }}] = {{ entry.value | expr }};
{% endfor %}
}
{% endfor %}
static const StateSet state_sets[] = {
{% for each in state_sets %}
    { {{ each.candidates | length }}, {{ each.states | length }}{% for list in [each.candidates, each.states, each.selection] %}, (const int[]){ {%- for name in list %}{{ variables[name].index }}, {% endfor %}}{% endfor %}, constraints_{{ loop.index }}},
{% endfor %}
};

/* Of the square matrices of some of the columns, nearly the largest absolute determinant: each step of the elimination
   takes the largest entry that is left. The columns of that matrix are marked in `used`. */
static double largest_determinant(const StateSet *set, const unsigned char *excluded, unsigned char *used) {
    static double a[CANDIDATES][CANDIDATES];
    double product = 1.0;
    int n = set->candidates, rows = n - set->states;
    set->jacobian(a);
    memset(used, 0, (size_t)n);
    for (int k = 0; k < rows; ++k) {
        int row = k, column = -1;
        for (int i = k; i < rows; ++i) {
            for (int j = 0; j < n; ++j) {
                if (excluded[j] || used[j] || (column >= 0 && fabs(a[i][j]) <= fabs(a[row][column]))) continue;
                row = i;
                column = j;
            }
        }
        if (column < 0 || a[row][column] == 0.0) return 0.0;
        product *= fabs(a[row][column]);
        used[column] = 1;
        for (int i = k; i < rows; ++i) {
            double factor = i == row ? 0.0 : a[i][column] / a[row][column];
            for (int j = 0; factor != 0.0 && j < n; ++j) a[i][j] -= factor * a[row][j];
        }
        for (int j = 0; j < n; ++j) {
            double swapped = a[k][j];
            a[k][j] = a[row][j];
            a[row][j] = swapped;
        }
    }
    return product;
}

/* Chooses candidates anew where the present choice is bad. */
static void choose_states(void) {
    for (size_t s = 0; s < sizeof state_sets / sizeof *state_sets; ++s) {
        const StateSet *set = &state_sets[s];
        unsigned char none[CANDIDATES] = {0}, is_state[CANDIDATES] = {0}, dependent[CANDIDATES], unused[CANDIDATES];
        int n = set->candidates, chosen[CANDIDATES], is_complete = 1;
        for (int j = 0; j < set->states; ++j) {
            chosen[j] = -1;
            for (int i = 0; i < n; ++i) {
                if (v[set->selection_slots[j * n + i]] != 0.0 && !is_state[i] && chosen[j] < 0) chosen[j] = i;
            }
            if (chosen[j] < 0) is_complete = 0;
            else is_state[chosen[j]] = 1;
        }
        double best = largest_determinant(set, none, dependent);
        if (best == 0.0 || (is_complete && largest_determinant(set, is_state, unused) >= 0.5 * best)) continue;
        /* A candidate that stays a state keeps its place. */
        for (int j = 0; j < set->states; ++j) {
            for (int i = 0; i < n && (chosen[j] < 0 || dependent[chosen[j]]); ++i) {
                if (!dependent[i] && !is_state[i]) is_state[chosen[j] = i] = 1;
            }
            for (int i = 0; i < n; ++i) {
                int slot = set->selection_slots[j * n + i];
                v[slot] = pre[slot] = i == chosen[j];
            }
            v[set->state_slots[j]] = pre[set->state_slots[j]] = v[set->candidate_slots[chosen[j]]];
        }
    }
}
{% endif %}

static int start(void) {
    parameters();
    start_values();
    memcpy(pre, v, sizeof pre);
    is_initial = is_fresh = 1;
    if (!initialize()) return 0;
    update_relations();
{% if state_sets %}
    choose_states();
{% endif %}
    begin();
    is_fresh = 0;
    if (!check_assertions()) return 0;
{% if actions %}
    unsigned char risen[CONDITIONS + 1] = {0};
{% for k in range(whens | length) if '["initial"]' in whens[k].condition | tojson %}
    risen[{{ k }}] = condition[{{ k }}];
{% endfor %}
    act(risen);
{% endif %}
    is_initial = 0;
    memcpy(pre_condition, condition, sizeof condition);
{% if samplings %}
    if (!start_samplings()) return 0;
{% endif %}
    if (!event()) return 0;
    for (int i = 0; i < VARIABLES; ++i) {
        if (!isfinite(v[i])) return fail("a variable is not finite after the initialization");
    }
    return 1;
}
