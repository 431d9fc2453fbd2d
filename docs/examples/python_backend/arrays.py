# ---- functions of Modelica, arrays and texts, the same for every model ---------------------------------


def sign(x):
    return (x > 0) - (x < 0)


def floor(x):
    return float(math.floor(x))


def ceil(x):
    return float(math.ceil(x))


def truncated_quotient(x, y):
    return sign(x) * sign(y) * (abs(x) // abs(y))


def remainder(x, y):
    return x - y * truncated_quotient(x, y)


def modulo(x, y):
    return x - y * math.floor(x / y)


def text_of(value, *form):
    """String(x, significantDigits, minimumLength, leftJustified), String(i, minimumLength, …) or String(x, format)."""
    if form and isinstance(form[0], str):
        return f"%{form[0]}" % value
    digits, *form = form if isinstance(value, float) and form else (6, *form)
    text = f"{value:.{digits}g}" if isinstance(value, float) else str(value).lower() if isinstance(value, bool) else str(value)
    width, is_left = (*form, True)[:2] if form else (0, True)
    return text.ljust(width) if is_left else text.rjust(width)


class Array:
    """An array of any dimension, its elements row by row. * is the product of matrices, other operators go by element."""

    def __init__(self, sizes, elements):
        self.sizes, self.elements = list(sizes), list(elements)

    def __iter__(self):
        return iter(self.elements)

    def __add__(self, other):
        return elementwise(operator.add, self, other)

    def __sub__(self, other):
        return elementwise(operator.sub, self, other)

    def __neg__(self):
        return elementwise(operator.neg, self)

    def __truediv__(self, other):
        return elementwise(operator.truediv, self, other)

    def __rmul__(self, factor):
        return elementwise(operator.mul, factor, self)

    def __mul__(self, other):
        if not isinstance(other, Array):
            return elementwise(operator.mul, self, other)
        count = self.sizes[-1]
        if count != other.sizes[0]:
            raise Failure(f"a product of arrays of the sizes {self.sizes} and {other.sizes}")
        width = math.prod(other.sizes[1:])
        sizes = self.sizes[:-1] + other.sizes[1:]
        products = [
            sum(self.elements[i * count + k] * other.elements[k * width + j] for k in range(count))
            for i in range(math.prod(self.sizes[:-1]))
            for j in range(width)
        ]
        return Array(sizes, products) if sizes else products[0]


def elementwise(function, *operands):
    sizes = next((each.sizes for each in operands if isinstance(each, Array)), None)
    if sizes is None:
        return function(*operands)
    if any(isinstance(each, Array) and each.sizes != sizes for each in operands):
        raise Failure("an operation on arrays of different sizes")
    columns = [each.elements if isinstance(each, Array) else [each] * math.prod(sizes) for each in operands]
    return Array(sizes, [function(*each) for each in zip(*columns)])


def array(*parts):
    inner = parts[0].sizes if parts and isinstance(parts[0], Array) else None
    if inner is None:
        return Array([len(parts)], parts)
    if any(part.sizes != inner for part in parts):
        raise Failure("rows of different sizes")
    return Array([len(parts)] + inner, [element for part in parts for element in part])


def array_range(start, *rest):
    """start, stop or start, step, stop."""
    step, stop = rest if len(rest) == 2 else (1, rest[0])
    count = max(0, math.floor((stop - start) / step + 1e-10) + 1)
    return Array([count], [start + i * step for i in range(count)])


def fill(value, *sizes):
    return Array(sizes, [value] * math.prod(sizes))


def transpose(a):
    rows, columns = a.sizes
    return Array([columns, rows], [a.elements[i * columns + j] for j in range(columns) for i in range(rows)])


def size(a, dimension=None):
    return Array([len(a.sizes)], a.sizes) if dimension is None else a.sizes[dimension - 1]


def smallest(*operands):
    return min(operands[0].elements if len(operands) == 1 else operands)


def largest(*operands):
    return max(operands[0].elements if len(operands) == 1 else operands)


def array_sum(a):
    return sum(a.elements)


def array_product(a):
    return math.prod(a.elements)


WHOLE = None  # the subscript :


def places(a, subscripts):
    """The sizes of what subscripts select, or None for one element, and the places of its elements."""
    sizes, found = [], [0]
    for extent, chosen in itertools.zip_longest(a.sizes, subscripts, fillvalue=WHOLE):
        numbers = range(1, extent + 1) if chosen is WHOLE else chosen if isinstance(chosen, Array) else [chosen]
        numbers = [int(number) for number in numbers]
        if any(not 1 <= number <= extent for number in numbers):
            raise Failure(f"the subscripts {numbers} are not within 1 to {extent}")
        found = [place * extent + number - 1 for place in found for number in numbers]
        if chosen is WHOLE or isinstance(chosen, Array):
            sizes.append(len(numbers))
    return sizes, found


def subscript(a, *subscripts):
    sizes, found = places(a, subscripts)
    return Array(sizes, [a.elements[place] for place in found]) if sizes else a.elements[found[0]]


def store(a, value, *subscripts):
    sizes, found = places(a, subscripts)
    values = value.elements if sizes else [value]
    if sizes and value.sizes != sizes:
        raise Failure(f"an array of the sizes {value.sizes} assigned to one of the sizes {sizes}")
    for place, each in zip(found, values):
        a.elements[place] = own(each)


def own(value):
    """A copy of what can be changed, as an assignment makes."""
    if isinstance(value, Array):
        return Array(value.sizes, [own(each) for each in value.elements])
    return {name: own(each) for name, each in value.items()} if isinstance(value, dict) else value
