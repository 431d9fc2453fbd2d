{# Arrays in functions; part of c99.j2. #}
/* An array of numbers, row by row; a single number has rank 0. Arrays live until release_arrays() is called. */
enum { MOST_DIMENSIONS = 4 };
typedef struct {
    int rank;
    int size[MOST_DIMENSIONS];
    double *data;
} Array;
#define WHOLE ((Array){-1, {0}, 0}) /* the subscript : */

typedef struct Memory {
    struct Memory *next;
    double data[];
} Memory;
static Memory *memory;

static void release_arrays(void) {
    while (memory) {
        Memory *next = memory->next;
        free(memory);
        memory = next;
    }
}

static inline int count(Array a) {
    int product = 1;
    for (int i = 0; i < a.rank; ++i) product *= a.size[i];
    return product;
}
static inline Array new_array(int rank, const double *sizes) {
    Array a = {rank, {0}, 0};
    if (rank > MOST_DIMENSIONS) stop("an array has too many dimensions");
    for (int i = 0; i < rank; ++i) a.size[i] = (int)sizes[i];
    Memory *block = calloc(1, sizeof(Memory) + ((size_t)count(a) + 1) * sizeof(double));
    if (!block) stop("there is not enough memory");
    block->next = memory;
    memory = block;
    a.data = block->data;
    return a;
}
static inline Array like(Array a) {
    double sizes[MOST_DIMENSIONS];
    for (int i = 0; i < a.rank; ++i) sizes[i] = a.size[i];
    return new_array(a.rank, sizes);
}
static inline Array copied(Array a) {
    Array copy = like(a);
    memcpy(copy.data, a.data, (size_t)count(a) * sizeof(double));
    return copy;
}
static inline Array scalar(double x) {
    Array a = new_array(0, 0);
    a.data[0] = x;
    return a;
}
static inline Array elementwise(char operation, Array a, Array b) {
    Array c = like(a.rank > 0 ? a : b);
    if (a.rank > 0 && b.rank > 0 && memcmp(a.size, b.size, sizeof a.size) != 0) stop("arrays of different sizes");
    for (int i = 0; i < count(c); ++i) {
        double x = a.data[a.rank > 0 ? i : 0], y = b.data[b.rank > 0 ? i : 0];
        c.data[i] = operation == '+' ? x + y : operation == '-' ? x - y : operation == '*' ? x * y : x / y;
    }
    return c;
}
static inline Array product(Array a, Array b) {
    if (a.rank == 0 || b.rank == 0) return elementwise('*', a, b);
    double sizes[2 * MOST_DIMENSIONS];
    int n = a.size[a.rank - 1], rank = 0;
    if (n != b.size[0]) stop("a product of arrays of other sizes");
    for (int i = 0; i < a.rank - 1; ++i) sizes[rank++] = a.size[i];
    for (int i = 1; i < b.rank; ++i) sizes[rank++] = b.size[i];
    Array c = new_array(rank, sizes);
    int width = b.rank > 1 ? b.size[1] : 1;
    for (int i = 0; i < count(c); ++i) {
        for (int k = 0; k < n; ++k) c.data[i] += a.data[i / width * n + k] * b.data[k * width + i % width];
    }
    return c;
}
static inline Array array_of(int n, const Array *parts) {
    double sizes[MOST_DIMENSIONS + 1] = {n};
    for (int i = 0; n > 0 && i < parts[0].rank; ++i) sizes[i + 1] = parts[0].size[i];
    Array a = new_array(n > 0 ? parts[0].rank + 1 : 1, sizes);
    for (int i = 0; i < n; ++i) {
        if (count(parts[i]) != count(a) / n) stop("rows of different sizes");
        memcpy(a.data + i * count(parts[i]), parts[i].data, (size_t)count(parts[i]) * sizeof(double));
    }
    return a;
}
static inline Array range(Array first, Array step, Array last) {
    double n = floor((last.data[0] - first.data[0]) / step.data[0] + 1e-10) + 1.0;
    Array a = new_array(1, (double[]){n > 0.0 ? n : 0.0});
    for (int i = 0; i < a.size[0]; ++i) a.data[i] = first.data[0] + i * step.data[0];
    return a;
}
static inline Array filled(double value, int n, const Array *sizes) {
    double numbers[MOST_DIMENSIONS] = {0};
    for (int i = 0; i < n && i < MOST_DIMENSIONS; ++i) numbers[i] = sizes[i].data[0];
    Array a = new_array(n, numbers);
    for (int i = 0; i < count(a); ++i) a.data[i] = value;
    return a;
}
static inline Array transposed(Array a) {
    Array b = new_array(2, (double[]){a.size[1], a.size[0]});
    for (int i = 0; i < count(a); ++i) b.data[i % a.size[1] * a.size[0] + i / a.size[1]] = a.data[i];
    return b;
}
static inline double sum_of(Array a) {
    double sum = 0.0;
    for (int i = 0; i < count(a); ++i) sum += a.data[i];
    return sum;
}
static inline double largest_of(Array a) {
    double largest = -HUGE_VAL;
    for (int i = 0; i < count(a); ++i) largest = fmax(largest, a.data[i]);
    return largest;
}
static inline double size_of(Array a, Array dimension) { return a.size[(int)dimension.data[0] - 1]; }

/* The place of an element. Subscripts of elements count from 0, those of sections from 1. */
static inline double *element(Array a, int n, const double *subscripts) {
    int at = 0;
    if (n != a.rank) stop("an element has another number of subscripts");
    for (int i = 0; i < n; ++i) {
        if (!(subscripts[i] >= 0.0 && subscripts[i] < a.size[i])) stop("a subscript is out of range");
        at = at * a.size[i] + (int)subscripts[i];
    }
    return a.data + at;
}
/* Reads the elements that the subscripts select, or stores those of `values` there. */
static inline Array section(Array a, const Array *values, int n, const Array *subscripts) {
    double sizes[MOST_DIMENSIONS];
    int rank = 0, counts[MOST_DIMENSIONS];
    for (int i = 0; i < a.rank; ++i) {
        counts[i] = i >= n || subscripts[i].rank < 0 ? a.size[i] : count(subscripts[i]);
        if (i >= n || subscripts[i].rank != 0) sizes[rank++] = counts[i];
    }
    Array chosen = new_array(rank, sizes);
    if (values && count(*values) != count(chosen)) stop("an array of another size is assigned");
    for (int k = 0; k < count(chosen); ++k) {
        double at[MOST_DIMENSIONS];
        for (int i = a.rank - 1, rest = k; i >= 0; rest /= counts[i--]) {
            int number = rest % counts[i];
            at[i] = i >= n || subscripts[i].rank < 0 ? number : subscripts[i].data[number] - 1.0;
        }
        double *place = element(a, a.rank, at);
        if (values) *place = values->data[k];
        chosen.data[k] = *place;
    }
    return chosen;
}
#define COUNT(type, ...) (int)(sizeof((type[]){__VA_ARGS__}) / sizeof(type))
#define ELEMENT(a, ...) (*element(a, COUNT(double, __VA_ARGS__), (double[]){__VA_ARGS__}))
#define SECTION(a, ...) section(a, 0, COUNT(Array, __VA_ARGS__), (Array[]){__VA_ARGS__})
#define STORE(value, a, ...) (void)section(a, (Array[]){value}, COUNT(Array, __VA_ARGS__), (Array[]){__VA_ARGS__})
#define ARRAY(...) array_of(COUNT(Array, __VA_ARGS__), (Array[]){__VA_ARGS__})
#define FILL(value, ...) filled(value, COUNT(Array, __VA_ARGS__), (Array[]){__VA_ARGS__})
