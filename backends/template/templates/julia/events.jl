{# The initialization, events and the choice of states; part of julia.j2. -#}
# ---- events ----

const sample_number = zeros(Int, SAMPLINGS) # of the next sample, at start + number*interval

function samplings()
    return Tuple{Float64,Float64}[{% for each in samplings %}{{ ", " if not loop.first else "" }}({{ each.start | expr }}, {{ each.interval | expr }}){% endfor %}]
end

sample_times() = [first + number * interval for (number, (first, interval)) in zip(sample_number, samplings())]

# But for rounding.
is_due(due, time) = due <= time + 16 * eps() * max(abs(due), abs(time))

function start_samplings()
    for (k, (first, interval)) in enumerate(samplings())
        interval > 0.0 || throw(Failure("an interval of sample() is not positive"))
        sample_number[k] = max(0, floor(Int, (now[] - first) / interval))
        while !is_due(now[], first + sample_number[k] * interval)
            sample_number[k] += 1
        end
    end
    return nothing
end

# After the present time. On its border, a relation such as time >= t is true, and time > t is false.
function next_time_event()
    times = sample_times()
{% for k in range(crossings | length) if crossings[k].kind | default("state") == "time" %}
    due = {{ crossings[k].time | expr }}
    if due > now[]
        changes_there = relation[{{ k + 1 }}] != {{ "true" if holds_on_border(crossings[k].relation) else "false" }}
        push!(times, changes_there ? due : nextfloat(float(due)))
    end
{% endfor %}
    return minimum(times; init=Inf)
end

# Effects of conditions that rose in an event, or of `initial()`.
function act(risen)
{% for each in actions %}
    if {% for k in each.conditions %}{{ " || " if not loop.first else "" }}risen[{{ k }}]{% endfor +%}
{% if each.kind == "terminate" %}
        warn({{ message(each.value) | quote }})
        is_over[] = true
{% else %}
        {{ call(each.value, {}) }}
{% endif %}
    end
{% endfor %}
    return nothing
end

# Passes of riEq until nothing changes.
function event()
    pre .= v
    for (k, due) in enumerate(sample_times())
        sampled[k] = is_due(due, now[])
        sample_number[k] += sampled[k]
    end
    risen = falses(CONDITIONS)
    for iteration in 1:100
        empty!(reinit)
        settled .= false
        is_fresh[] = true
        update()
        update_relations()
        is_fresh[] = false
        sampled .= false
        risen .|= condition .& .!pre_condition
        # NaN equals itself here, and, with 0.0 added, -0.0 equals 0.0.
        changed = !isempty(reinit) || condition != pre_condition || !isequal(v[discrete] .+ 0.0, pre[discrete] .+ 0.0)
        for (slot, value) in reinit
            v[slot] = value
        end
        pre .= v
        pre_condition .= condition
        if !changed
            act(risen)
            return nothing
        end
    end
    throw(Failure("the event iteration does not come to an end"))
end

# ---- states that are chosen while the simulation runs ----

{% for each in state_sets %}
# The derivatives of the constraints by the candidates.
function constraints_{{ loop.index }}()
    a = zeros({{ each.constraints | length }}, {{ each.candidates | length }})
{% for entry in each.jacobian %}
    a[{{ entry.row }}, {{ entry.column }}] = {{ entry.value | expr }}
{% endfor %}
    return a
end

{% endfor %}
# (candidates, states, selection, constraints) of each
const state_sets = [
{% for each in state_sets %}
    ({% for list in [each.candidates, each.states, each.selection] %}[{% for name in list %}{{ ", " if not loop.first else "" }}{{ variables[name].index + 1 }}{% endfor %}], {% endfor %}constraints_{{ loop.index }}),
{% endfor %}
]

# Of the square matrices of some of the columns, nearly the largest absolute determinant, and its columns: each step of the
# elimination takes the largest entry that is left.
function largest_determinant(a, columns)
    a, columns, used, product = copy(a), collect(columns), Int[], 1.0
    for k in 1:size(a, 1)
        isempty(columns) && return 0.0, Int[]
        largest, place = findmax(abs.(a[k:end, columns]))
        product *= largest
        product == 0.0 && return 0.0, Int[]
        i, j = place[1] + k - 1, columns[place[2]]
        a[[k, i], :] = a[[i, k], :]
        for row in k+1:size(a, 1)
            a[row, :] .-= (a[row, j] / a[k, j]) .* a[k, :]
        end
        deleteat!(columns, place[2])
        push!(used, j)
    end
    return product, used
end

# Chooses candidates anew where the present choice is bad.
function choose_states()
    for (candidates, states, selection, constraints) in state_sets
        a, n = constraints(), length(candidates)
        chosen = [something(findfirst(!iszero, v[selection[(j-1)*n+1:j*n]]), 0) for j in 1:length(states)]
        is_complete = !(0 in chosen) && allunique(chosen)
        best, dependent = largest_determinant(a, 1:n)
        present = is_complete ? largest_determinant(a, setdiff(1:n, chosen))[1] : 0.0
        (best == 0.0 || (is_complete && present >= 0.5 * best)) && continue
        # A candidate that stays a state keeps its place.
        candidates_left = setdiff(1:n, dependent, chosen)
        for j in 1:length(states)
            if chosen[j] == 0 || chosen[j] in dependent || chosen[j] in chosen[1:j-1]
                chosen[j] = pop!(candidates_left)
            end
            v[selection[(j-1)*n+1:j*n]] .= (1:n) .== chosen[j]
            v[states[j]] = v[candidates[chosen[j]]]
        end
        pre[selection] .= v[selection]
        pre[states] .= v[states]
    end
    return nothing
end

function start()
    parameters()
    start_values()
    pre .= v
    is_initial[] = true
    is_fresh[] = true
    initialize()
    update_relations()
    choose_states()
    begin_conditions()
    is_fresh[] = false
    check_assertions()
    act(Bool[{% for each in whens %}{{ ", " if not loop.first else "" }}{{ "condition[" ~ loop.index ~ "]" if '["initial"]' in each.condition | tojson else "false" }}{% endfor %}])
    is_initial[] = false
    pre_condition .= condition
    start_samplings()
    event()
    all(isfinite, v) || throw(Failure("a variable is not finite after the initialization"))
    return nothing
end
