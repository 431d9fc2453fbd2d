{# Integration and results; part of c99.j2. #}
/* ---- integration ---- */

static int evaluate(double time, const double *states) {
    now = time;
    for (int i = 0; i < STATES; ++i) v[state_slots[i]] = states[i];
    return derivatives();
}

/* One step of the Runge-Kutta method of order 4 from `time` and `states`; the values are those at `end`, which is
   time + step but for rounding. */
static int advance(double time, const double *states, double step, double end) {
    static const double at[4] = {0.0, 0.5, 0.5, 1.0};
    static const double share[4] = {1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0};
    double point[STATES + 1];
    double sum[STATES + 1];
    for (int i = 0; i < STATES; ++i) sum[i] = states[i];
    for (int stage = 0; stage < 4; ++stage) {
        for (int i = 0; i < STATES; ++i) point[i] = states[i] + (stage > 0 ? at[stage] * step * v[VARIABLES + i] : 0.0);
        if (!evaluate(time + at[stage] * step, point)) return 0;
        for (int i = 0; i < STATES; ++i) sum[i] += share[stage] * step * v[VARIABLES + i];
    }
    return evaluate(end, sum);
}
{% if crossings %}

/* A relation that rests on its border may seem to change, by rounding, before anything has. */
static double noise[RELATIONS];

static void note_noise(void) {
    crossing_functions(noise);
    for (int i = 0; i < RELATIONS; ++i) noise[i] = fabs(noise[i]) < 1e-9 ? 2.0 * fabs(noise[i]) : 0.0;
}

/* Whether a relation would change here; on its border it does not. */
static int crossed(void) {
    double z[RELATIONS];
    crossing_functions(z);
    for (int i = 0; i < RELATIONS; ++i) {
        if (relation[i] ? z[i] < -noise[i] : z[i] > noise[i]) return 1;
    }
    return 0;
}

/* The length of the shortest step that ends after a crossing, if `step` does. */
static int locate(double time, const double *states, double *step) {
    double below = 0.0;
    while (1) {
        double middle = below + (*step - below) / 2.0;
        if (time + middle == time + below || time + middle == time + *step || *step - below < 1e-300) return 1;
        if (!advance(time, states, middle, time + middle)) return 0;
        if (crossed()) {
            *step = middle;
        } else {
            below = middle;
        }
    }
}
{% endif %}

/* ---- results ---- */

static void write_row(void) {
{% if model.recovered is defined or model.aliases is defined %}
    /* What the equations do without. */
{% endif %}
{% for each in model.recovered | default([]) %}
    {{ each.variable | target }} = {{ each.value | expr }};
{% endfor %}
{% for each in aliases %}
    {{ each.variable | target }} = {{ ([negation(each.target), each.target] if each.negated is defined else each.target) | expr }};
{% endfor %}
    printf("%.17g", now);
{% for each in results %}
    printf(",%.17g", {{ each.name | target }});
{% endfor %}
    putchar('\n');
}

static int simulate(double start_time, double stop_time, long steps) {
    double width = (stop_time - start_time) / (double)steps;
    double longest = width * 1e-10;
    double states[STATES + 1];
    double quiet_since = start_time;
    long events = 0;
    now = start_time;
    if (!start() || !check_assertions()) return 0;
    write_row();
    for (long k = 1; k <= steps{{ " && !is_over" if actions else "" }};) {
        double time = now;
        double point = k == steps ? stop_time : start_time + (double)k * width;
        double due = next_time_event();
        double limit = fmin(point, due);
        double step = fmin(longest, limit - time);
        int reaches = time + step >= limit, has_event = 0;
        for (int i = 0; i < STATES; ++i) states[i] = v[state_slots[i]];
{% if crossings %}
        if (longest == width * 1e-10) note_noise();
{% endif %}
        if (!advance(time, states, step, reaches ? limit : time + step)) return 0;
{% if crossings %}
        has_event = crossed();
        if (has_event && (!locate(time, states, &step) || !advance(time, states, step, fmin(time + step, limit)))) return 0;
{% endif %}
        if (reaches && !has_event) {
            has_event = limit == due || (limit == point && k == steps);
            k += limit == point;
        }
        for (int i = 0; i < STATES; ++i) {
            if (!isfinite(v[state_slots[i]])) return fail("a state is not finite; take more steps");
        }
        if (!check_assertions()) return 0;
        if (reaches || has_event) write_row();
        /* After an event steps begin short and grow, so that the next crossing is not passed over. */
        longest = longest * 2.0 < width ? longest * 2.0 : width;
{% if state_sets %}
        if (!has_event) choose_states();
{% endif %}
        if (!has_event) continue;
        longest = width * 1e-10;
        if (now - quiet_since > 1e-9 * (stop_time - start_time)) {
            quiet_since = now;
            events = 0;
        }
        if (++events > 2000) return fail("events follow each other without end");
        is_terminal = now == stop_time;
        if (!event() || !check_assertions()) return 0;
        is_terminal = 0;
        write_row();
    }
    return 1;
}

int main(int argc, char **argv) {
    double start_time = {{ start_time }};
    double stop_time = argc > 1 ? atof(argv[1]) : {{ stop_time }};
    long steps = argc > 2 ? atol(argv[2]) : 1000;
    if (argc > 3 || !(stop_time > start_time) || steps < 1) {
        fprintf(stderr, "usage: %s [STOP_TIME [STEPS]] > result.csv\n", argv[0]);
        return 2;
    }
    printf("time");
{% for each in results %}
    printf("%s", {{ (',"' ~ each.name | replace('"', '""') ~ '"') | quote }});
{% endfor %}
    putchar('\n');
    return simulate(start_time, stop_time, steps) ? 0 : 1;
}
