#ifndef FOREIGN_H
#define FOREIGN_H

#include <stddef.h>

struct foreign_point {
    double x;
    int n;
};

struct foreign_segment {
    int first;
    struct foreign_point a;
    struct foreign_point b;
    const char* name;
};

int foreign_scalars(double r, int i, int b, const char* s, int e);
void foreign_outputs(double* r, int* n, int i, int* b, const char** s, int* e);
int foreign_level(int n);
void foreign_reverse(const int* v, size_t size, int* w);
double foreign_trace(const double* a, size_t rows, size_t columns);
void foreign_accumulate(int* w, size_t size);
double foreign_median(const double* v, double* work, size_t size);
void foreign_stretch(const struct foreign_segment* s, struct foreign_segment* t);
struct foreign_point foreign_middle(const struct foreign_point* p, size_t size);
void foreign_part(double x, double* p_x, int* p_n);
const char* foreign_repeat(const char* s, int n);
void foreign_words(const char* const* s, const char** t, size_t size);
int foreign_count_lines(const char* file);
void* foreign_open_counter(int start);
void foreign_close_counter(void* counter);
int foreign_next(void* counter);
int foreign_open_counters(void);
int foreign_fails(int n);
int foreign_talks(int n);

#endif
