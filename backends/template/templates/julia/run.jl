{# Integration and results; part of julia.j2. -#}
# ---- integration ----

function evaluate(time, states)
    now[] = time
    v[state_slots] .= states
    derivatives()
    return v[VARIABLES+1:end]
end

# One step of the Runge-Kutta method of order 4; the values are those at `last`, which is time + step but for rounding.
function advance(time, states, step, last)
    k1 = evaluate(time, states)
    k2 = evaluate(time + step / 2, states .+ step / 2 .* k1)
    k3 = evaluate(time + step / 2, states .+ step / 2 .* k2)
    k4 = evaluate(time + step, states .+ step .* k3)
    evaluate(last, states .+ step / 6 .* (k1 .+ 2 .* k2 .+ 2 .* k3 .+ k4))
    return nothing
end

# A relation that rests on its border may seem to change, by rounding, before anything has.
const noise = zeros(RELATIONS)

function note_noise()
    for (k, z) in enumerate(crossing_functions())
        noise[k] = abs(z) < 1e-9 ? 2 * abs(z) : 0.0
    end
    return nothing
end

# Whether a relation would change here; on its border it does not.
crossed() = any(((holds, z, n),) -> holds ? z < -n : z > n, zip(relation, crossing_functions(), noise))

# The length of the shortest step that ends after a crossing.
function locate(time, states, step)
    below = 0.0
    while true
        middle = below + (step - below) / 2
        (time + middle == time + below || time + middle == time + step || step - below < 1e-300) && return step
        advance(time, states, middle, time + middle)
        if crossed()
            step = middle
        else
            below = middle
        end
    end
end

# ---- results ----

function write_row(out)
{% if model.recovered is defined or model.aliases is defined %}
    # What the equations do without.
{% endif %}
{% for each in model.recovered | default([]) %}
    {{ each.variable | target }} = {{ each.value | expr }}
{% endfor %}
{% for each in aliases %}
    {{ each.variable | target }} = {{ ([negation(each.target), each.target] if each.negated is defined else each.target) | expr }}
{% endfor %}
    @printf(out, "%.17g", now[])
    for slot in result_slots
        @printf(out, ",%.17g", v[slot])
    end
    println(out)
end

function simulate(out, start_time, stop_time, steps)
    width = (stop_time - start_time) / steps
    # After an event steps begin short and grow, so that the next crossing is not passed over.
    longest = width * 1e-10
    quiet_since = start_time
    events = 0
    now[] = start_time
    start()
    check_assertions()
    write_row(out)
    k = 1
    while k <= steps && !is_over[]
        time = now[]
        point = k == steps ? stop_time : start_time + k * width
        due = next_time_event()
        limit = min(point, due)
        step = min(longest, limit - time)
        reaches = time + step >= limit
        states = v[state_slots]
        longest == width * 1e-10 && note_noise()
        advance(time, states, step, reaches ? limit : time + step)
        has_event = crossed()
        if has_event
            step = locate(time, states, step)
            advance(time, states, step, min(time + step, limit))
        elseif reaches
            has_event = limit == due || limit == stop_time
            limit == point && (k += 1)
        end
        all(isfinite, v[state_slots]) || throw(Failure("a state is not finite; take more steps"))
        check_assertions()
        (reaches || has_event) && write_row(out)
        longest = min(longest * 2, width)
        if !has_event
            choose_states()
            continue
        end
        longest = width * 1e-10
        if now[] - quiet_since > 1e-9 * (stop_time - start_time)
            quiet_since = now[]
            events = 0
        end
        events += 1
        events > 2000 && throw(Failure("events follow each other without end"))
        is_terminal[] = now[] == stop_time
        event()
        is_terminal[] = false
        check_assertions()
        write_row(out)
    end
    return nothing
end

function main(arguments)
    start_time = {{ start_time }}
    stop_time = length(arguments) > 0 ? parse(Float64, arguments[1]) : {{ stop_time }}
    steps = length(arguments) > 1 ? parse(Int, arguments[2]) : 1000
    if length(arguments) > 2 || !(stop_time > start_time) || steps < 1
        println(stderr, "usage: julia model.jl [STOP_TIME [STEPS]] > result.csv")
        return 2
    end
    print("time")
{% for each in results %}
    print({{ (',"' ~ each.name | replace('"', '""') ~ '"') | quote }})
{% endfor %}
    println()
    try
        simulate(stdout, start_time, stop_time, steps)
    catch problem
        problem isa Failure || rethrow()
        println(stderr, "error: ", problem.message, " at time ", now[])
        return 1
    end
    return 0
end

exit(main(ARGS))
