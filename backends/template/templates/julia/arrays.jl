{# Arrays in functions; part of julia.j2. -#}
# ---- arrays in functions ----

copied(a) = Float64.(a)

array_of() = Float64[]
array_of(parts::Number...) = Float64[parts...]
array_of(parts::AbstractArray...) = cat((reshape(part, 1, size(part)...) for part in parts)...; dims=1)

array_range(first, step, last) = first:step:last

product(a, b) = a * b
product(a::AbstractVector, b::AbstractVector) = dot(a, b)
product(a::AbstractVector, b::AbstractMatrix) = vec(transpose(a) * b)

filled(value, sizes...) = fill(float(value), map(Int, sizes)...)

# Subscripts may be the result of arithmetic. Julia checks that they are within the array.
at(subscripts...) = map(Int, subscripts)
places(subscript) = subscript isa Colon ? subscript : Int.(subscript)

section(a, subscripts...) = a[map(places, subscripts)...]

function store(value, a, subscripts...)
    a[map(places, subscripts)...] = value
    return nothing
end
