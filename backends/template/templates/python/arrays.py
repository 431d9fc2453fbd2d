{# Arrays in functions; part of python.j2. -#}
# ---- arrays in functions; all elements are floating-point numbers ----

WHOLE = None  # the subscript :


def copied(a):
    return np.array(a, dtype=float)


def array_range(first, step, last):
    return first + step * np.arange(max(0, int(np.floor((last - first) / step + 1e-10)) + 1))


def product(a, b):
    return a * b if np.ndim(a) == 0 or np.ndim(b) == 0 else a @ b


def filled(value, *sizes):
    return np.full([int(n) for n in sizes], value, dtype=float)


def at(a, *subscripts):
    """The place of an element; these subscripts count from 0."""
    if len(subscripts) != a.ndim or not all(0 <= s < n for s, n in zip(subscripts, a.shape)):
        raise Failure("a subscript is out of range")
    return tuple(int(s) for s in subscripts)


def chosen(a, subscripts):
    """The places that subscripts from 1 select, and the sizes of what they select."""
    places, sizes = [], []
    for n, s in itertools.zip_longest(a.shape, subscripts, fillvalue=WHOLE):
        numbers = np.arange(n) if s is WHOLE else np.asarray(s, dtype=int).reshape(-1) - 1
        if np.any(numbers < 0) or np.any(numbers >= n):
            raise Failure("a subscript is out of range")
        places.append(numbers)
        if s is WHOLE or np.ndim(s) > 0:
            sizes.append(len(numbers))
    return np.ix_(*places), sizes


def section(a, *subscripts):
    places, sizes = chosen(a, subscripts)
    return a[places].reshape(sizes)


def store(value, a, *subscripts):
    places, sizes = chosen(a, subscripts)
    if list(np.shape(value)) != sizes:
        raise Failure("an array of another size is assigned")
    a[places] = np.reshape(value, a[places].shape)
