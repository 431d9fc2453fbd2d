/* The part of KLU that the runtime uses, implemented with sparse factors of Eigen: the sources of an FMU have to
 * compile without other libraries. Fill-in is about that of KLU; factorizing takes about three times as long, since
 * pivots are chosen anew each time.
 */
#pragma once

constexpr int KLU_OK = 0;
constexpr int KLU_SINGULAR = 1;

struct klu_common {
    int scale = 2;  // 0: rows are taken as they are; else they are divided by their largest entry
    int status = KLU_OK;
    double rcond = 0.0;
    double condest = 0.0;
    double rgrowth = 1.0;
};

struct klu_symbolic;
struct klu_numeric;

int klu_defaults(klu_common* common);
klu_symbolic* klu_analyze(int size, int* starts, int* rows, klu_common* common);
int klu_free_symbolic(klu_symbolic** symbolic, klu_common* common);

klu_numeric* klu_factor(int* starts, int* rows, double* values, klu_symbolic* symbolic, klu_common* common);
int klu_refactor(int* starts, int* rows, double* values, klu_symbolic* symbolic, klu_numeric* numeric,
                 klu_common* common);
int klu_rgrowth(int* starts, int* rows, double* values, klu_symbolic* symbolic, klu_numeric* numeric,
                klu_common* common);
int klu_rcond(klu_symbolic* symbolic, klu_numeric* numeric, klu_common* common);
int klu_condest(int* starts, double* values, klu_symbolic* symbolic, klu_numeric* numeric, klu_common* common);
int klu_solve(klu_symbolic* symbolic, klu_numeric* numeric, int rows, int columns, double* b, klu_common* common);
int klu_tsolve(klu_symbolic* symbolic, klu_numeric* numeric, int rows, int columns, double* b, klu_common* common);
int klu_free_numeric(klu_numeric** numeric, klu_common* common);

// The same for complex matrices, whose numbers are pairs.
klu_numeric* klu_z_factor(int* starts, int* rows, double* values, klu_symbolic* symbolic, klu_common* common);
int klu_z_refactor(int* starts, int* rows, double* values, klu_symbolic* symbolic, klu_numeric* numeric,
                   klu_common* common);
int klu_z_rgrowth(int* starts, int* rows, double* values, klu_symbolic* symbolic, klu_numeric* numeric,
                  klu_common* common);
int klu_z_solve(klu_symbolic* symbolic, klu_numeric* numeric, int rows, int columns, double* b, klu_common* common);
int klu_z_free_numeric(klu_numeric** numeric, klu_common* common);
