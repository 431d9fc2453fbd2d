#include <stdlib.h>
#include <string.h>

#include "ModelicaUtilities.h"
#include "foreign.h"

int foreign_scalars(double r, int i, int b, const char* s, int e) {
    return (int)(10 * r) + i + (b ? 100 : 0) + (int)strlen(s) + 1000 * e;
}

void foreign_outputs(double* r, int* n, int i, int* b, const char** s, int* e) {
    *r = i / 2.0;
    *n = i + 1;
    *b = i > 3 ? 17 : 0;
    *s = "a literal of C";
    *e = 3;
}

int foreign_level(int n) { return n; }

void foreign_reverse(const int* v, size_t size, int* w) {
    size_t i;
    for (i = 0; i < size; ++i) w[i] = v[size - 1 - i];
}

double foreign_trace(const double* a, size_t rows, size_t columns) {
    double sum = 0;
    size_t i;
    for (i = 0; i < rows && i < columns; ++i) sum += a[i * columns + i];
    return sum;
}

void foreign_accumulate(int* w, size_t size) {
    size_t i;
    for (i = 1; i < size; ++i) w[i] += w[i - 1];
}

static int compare(const void* a, const void* b) {
    double const x = *(const double*)a;
    double const y = *(const double*)b;
    return x < y ? -1 : x > y;
}

double foreign_median(const double* v, double* work, size_t size) {
    memcpy(work, v, size * sizeof *v);
    qsort(work, size, sizeof *work, compare);
    return work[size / 2];
}

void foreign_stretch(const struct foreign_segment* s, struct foreign_segment* t) {
    *t = *s;
    t->first = s->first + 1;
    t->b.x = s->b.x * 2;
    t->b.n = s->a.n + s->b.n;
    t->name = ModelicaDuplicateString(s->name);
}

struct foreign_point foreign_middle(const struct foreign_point* p, size_t size) { return p[size / 2]; }

void foreign_part(double x, double* p_x, int* p_n) {
    *p_x = x / 2;
    *p_n = (int)x;
}
