{# Newton's method, and the search for what jumps; part of julia.j2. -#}
# ---- blocks that are solved by iteration ----

struct Block
    name::String
    is_linear::Bool
    roles::Vector{Symbol} # how each equation is solved
    slots::Vector{Int} # of the unknowns, which are the targets of the residuals
    assignments::Function
    residuals::Function
    jacobian::Union{Function,Nothing} # of all equations by all targets
    limits::Function
    known_relations::Union{Function,Nothing} # evaluates those that do not depend on the block
    switches::Union{Function,Nothing} # computes what jumps: its relations and discrete variables
    relations::Vector{Int}
    jumping::Vector{Int} # slots of the discrete variables
end

# NaN where a function is not defined, such as the logarithm of a negative number.
function residuals_at(block, x)
    v[block.slots] .= x
    try
        block.assignments()
        return block.residuals()
    catch problem
        problem isa DomainError || rethrow()
        return fill(NaN, length(x))
    end
end

# The derivatives of the residuals by the unknowns at x, where the residuals are r.
function block_matrix(block, x, r)
    if block.jacobian === nothing
        a = zeros(length(x), length(x))
        for j in 1:length(x)
            h = zeros(length(x))
            h[j] = 1e-7 * (abs(x[j]) + 1.0)
            a[:, j] .= (residuals_at(block, x .+ h) .- r) ./ h[j]
        end
        residuals_at(block, x)
        return a
    end
    full = try
        block.jacobian()
    catch problem
        problem isa DomainError || rethrow()
        return fill(NaN, length(x), length(x))
    end
    # Assignments have ones on the diagonal. Eliminating their targets leaves the matrix of the unknowns.
    for i in 1:length(block.roles)
        block.roles[i] == :assigned || continue
        for row in i+1:length(block.roles)
            full[row, :] .-= full[row, i] .* full[i, :]
        end
    end
    is_residual = block.roles .== :residual
    return full[is_residual, is_residual]
end

# The largest residual relative to the size of its terms; infinite if one cannot be computed.
function weighted_norm(r, weight)
    largest = maximum(abs.(r) ./ weight)
    return isfinite(largest) ? largest : Inf
end

# A damped Newton iteration from x.
function newton(block, x, accepts_singular)
    least, most = block.limits()
    r = residuals_at(block, x)
    for iteration in 1:100
        a = block_matrix(block, x, r)
        # Rows of a common size, so that the size of residuals says something.
        weight = abs.(a) * (abs.(x) .+ 1.0)
        weight[weight .== 0.0] .= 1.0
        norm_before = weighted_norm(r, weight)
        norm_before == 0.0 && return true
        scaled = a ./ weight
        (isfinite(norm_before) && all(isfinite, scaled)) || return false
        is_singular = cond(scaled) > 1e14
        is_singular && !accepts_singular && return false
        # If it is singular, the shortest step that solves the equations as well as possible.
        d = is_singular ? pinv(scaled; rtol=1e-12) * (-r ./ weight) : scaled \ (-r ./ weight)
        change = maximum(abs.(d) ./ (abs.(x) .+ 1.0))
        is_last = change < 1e-10 && (!is_singular || norm_before < 1e-9)
        accepted = false
        fraction = 1.0
        trial = x
        for halving in 1:30
            trial = clamp.(x .+ fraction .* d, least, most)
            r = residuals_at(block, trial)
            accepted = is_last || weighted_norm(r, weight) < norm_before
            accepted && break
            fraction /= 2
        end
        if !accepted
            residuals_at(block, x)
            return norm_before < 1e-9 # nothing but rounding is left
        end
        x = trial
        is_last && return true
    end
    return false
end

# From the last values; if that fails, from points next to them, as for a start where the Jacobian is zero.
function solve_residuals(block, accepts_singular)
    if isempty(block.slots)
        block.assignments()
        return true
    end
    start_point = v[block.slots]
    if block.is_linear
        newton(block, zero(start_point), false) && return true
        accepts_singular && newton(block, start_point, true) && return true
    else
        # Different distances, as equal unknowns may make a Jacobian singular.
        parts = [0.5 + 0.5 * mod(0.618034 * i, 1.0) for i in 1:length(start_point)]
        for distance in (0.0, 0.1, 1.0, -0.1, -1.0, 1e-3, 10.0)
            newton(block, start_point .+ distance .* parts, accepts_singular) && return true
        end
    end
    residuals_at(block, start_point)
    return false
end

# Between events, discrete variables and relations keep their values; at events they have to agree with the solution.
function solve(block)
    fresh = is_fresh[]
    fresh && block.known_relations !== nothing && block.known_relations()
    if fresh && block.switches !== nothing
        solved = solve_mixed(block)
    else
        is_fresh[] = false
        solved = solve_residuals(block, true)
    end
    is_fresh[] = fresh
    solved || throw(Failure(block.name * " has no solution"))
    return nothing
end

const BORDER = 1e-9 # a function of z that is smaller may be nothing but rounding
const MOST_COMBINED = 12

assumed(block) = vcat(Float64.(relation[block.relations]), v[block.jumping])

function assume(block, values)
    count = length(block.relations)
    relation[block.relations] .= values[1:count] .!= 0.0
    v[block.jumping] .= values[count+1:end]
    return nothing
end

function compute_switches(block, fresh)
    is_fresh[] = fresh
    block.switches()
    return nothing
end

# Assumes values for what jumps, the last ones first, solves the rest and computes what was assumed anew, until both agree.
# If that leads in a circle, all combinations of the relations are tried, those with few changes first. A choice that
# leaves unknowns open is taken only if there is no other.
function solve_mixed(block)
    count = length(block.relations)
    settled[block.relations] .= false
    first_guess, start_point = assumed(block), v[block.slots]
    solved = false
    for accepts_singular in (false, true)
        assume(block, first_guess)
        solved = follow(block, 4 * (count + 8), accepts_singular)
        if !solved && count <= MOST_COMBINED
            solved = try_all(block, first_guess, start_point, accepts_singular)
        end
        solved && break
    end
    settled[block.relations] .= true
    return solved
end

function try_all(block, first_guess, start_point, accepts_singular)
    count = length(block.relations)
    for mask in sort(0:2^count-1; by=count_ones)
        residuals_at(block, start_point)
        guess = copy(first_guess)
        for i in 1:count
            (mask >> (i - 1)) & 1 == 1 && (guess[i] = 1.0 - guess[i])
        end
        assume(block, guess)
        compute_switches(block, false) # what follows from these relations
        follow(block, 5, accepts_singular) && return true
    end
    return false
end

# What follows from a solution is the next assumption.
function follow(block, most_rounds, accepts_singular)
    seen = Vector{Float64}[]
    while length(seen) < most_rounds
        assumption = assumed(block)
        is_fresh[] = false
        solve_residuals(block, accepts_singular) || return false
        compute_switches(block, true)
        assumed(block) == assumption && return true
        assumption in seen && return rests_on_border(block, assumption)
        push!(seen, assumption)
    end
    return false
end

# Whether only relations contradict an assumption, by a rounding of their functions. Then it will do.
function rests_on_border(block, assumption)
    z = crossing_functions()
    contradicted = [k for (k, was) in zip(block.relations, assumption) if relation[k] != (was != 0.0)]
    assume(block, assumption)
    return !isempty(contradicted) && all(k -> abs(z[k]) < BORDER, contradicted)
end
