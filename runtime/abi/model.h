/* The interface between a model and whatever simulates it: the one header that generated code includes.
 *
 * A model is a table of variables and a handful of functions that compute on an instance's slots. Every
 * variable has one slot; Integer, Boolean and enumeration values are held as doubles too (exact up to
 * 2^53), so that `pre` values, results and the event iteration need one array and no cases. The functions
 * are plain C so that compiled models, FMUs and the interpreter all fit behind them.
 */
#ifndef MOO_RUNTIME_ABI_MODEL_H
#define MOO_RUNTIME_ABI_MODEL_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define MOO_ABI_VERSION 3

/* The number of a String stands for its text, that of an external object for its address: values.h. */
typedef enum MooType { MOO_REAL, MOO_INTEGER, MOO_BOOLEAN, MOO_ENUMERATION, MOO_STRING, MOO_OBJECT } MooType;

typedef enum MooRole {
    MOO_STATE,
    MOO_DERIVATIVE,
    MOO_ALGEBRAIC,
    MOO_DISCRETE,
    MOO_PARAMETER,
    MOO_CONSTANT,
    MOO_INPUT
} MooRole;

typedef struct MooVariable {
    char const* name; /* as in the model: `a.b[2].c`, `der(x)` */
    char const* description;
    char const* unit;
    MooType type;
    MooRole role;
    double start;    /* value before anything is computed; the value itself for a constant or literal parameter */
    double nominal;  /* magnitude, for tolerances; 1 if the model names none */
    uint8_t tunable; /* nonzero: `--set` may change it (parameters that were not evaluated at translation) */
    uint8_t hidden;  /* nonzero: not stored in results unless asked for */
} MooVariable;

/* Which set of equations is being computed. Relations are recomputed in the first and the last and keep
 * their remembered value while the integrator runs. */
typedef enum MooPhase { MOO_INITIALIZATION, MOO_CONTINUOUS, MOO_EVENT } MooPhase;

typedef enum MooStatus { MOO_OK = 0, MOO_RECOVERABLE = 1, MOO_FATAL = 2 } MooStatus;

struct MooModel;

typedef struct MooInstance {
    struct MooModel const* model;
    double time;
    double* value;          /* one slot per variable, then the model's scratch space */
    double* pre;            /* one slot per variable: its value before the event, or at the last iteration */
    uint8_t* is_set;        /* one per variable: the user gave this parameter or start value */
    uint8_t* relation;      /* remembered value of each relation */
    uint8_t* condition;     /* value of each when-condition in this event iteration */
    uint8_t* pre_condition; /* and in the iteration before; a when-clause fires at a rising edge */
    double* reinit_value;   /* by state: what `reinit` asks for, taken over at the end of the iteration */
    uint8_t* reinit_asked;  /* by state */
    MooPhase phase;
    uint8_t terminate_asked;
    /* The host's ear: `severity` 0 is information, 1 a warning, 2 an error. */
    void* host;
    void (*message)(void* host, int severity, char const* text);
} MooInstance;

/* A system of equations that has to be solved together: residual(unknowns) = 0. */
typedef struct MooBlock {
    char const* name;   /* `Eq[3]` */
    char const* source; /* `Circuit.mo:14:3` of its first equation */
    uint32_t size;
    uint32_t const* unknowns; /* slots */
    uint8_t linear;
    MooStatus (*residual)(MooInstance* m, struct MooBlock const* block, double* residual);
    /* Column-major size x size; zero on entry. NULL: the solver takes differences of the residual. */
    MooStatus (*jacobian)(MooInstance* m, struct MooBlock const* block, double* jacobian);
} MooBlock;

typedef struct MooModel {
    uint32_t abi_version;
    char const* name;
    char const* description;
    double start_time;
    double stop_time;
    double tolerance;
    double interval; /* of output; 0: the host chooses */

    uint32_t variable_count;
    MooVariable const* variables;
    uint32_t scratch_count; /* doubles behind the slots of an instance that the model uses as it likes */
    uint32_t state_count;
    uint32_t const* state_slots;
    uint32_t const* derivative_slots; /* derivative_slots[i] is the slot of der(state i) */
    uint32_t relation_count;
    char const* const* relation_texts; /* `h <= 0.0`, for messages */
    uint32_t condition_count;
    uint32_t crossing_count; /* crossing i belongs to relation i; relations beyond change at events only */

    /* Parameters that depend on others; skips those with is_set. On entry `value` holds each variable's start
     * value, or what the user gave. */
    MooStatus (*parameters)(MooInstance* m);
    /* All initial values from the start values, which it finds in `value` and `pre`: set iEq. Leaves every
     * relation with its value at the end, also those that no equation had to look at. */
    MooStatus (*initialize)(MooInstance* m);
    /* Derivatives and what they need, from time and states: set Eq. */
    MooStatus (*derivatives)(MooInstance* m);
    /* Variables that only serve as results; call after `derivatives`. */
    MooStatus (*outputs)(MooInstance* m);
    /* One pass of the event iteration: when-conditions, active when-equations, all others: set riEq. Leaves
     * every relation with its value at the end, as `initialize` does. The
     * host calls it once in the initialization phase with all of pre_condition set, so that no when-clause
     * fires and the conditions get the values that later edges are measured from. */
    MooStatus (*update)(MooInstance* m);
    /* Zero-crossing functions, after `derivatives`: set z. z[i] is positive where relation i is true and
     * negative where it is false, zero on the border: `b - a` for `a <= b` and `a < b`. The sign settles
     * which way a relation goes that starts on its border. */
    MooStatus (*zero_crossings)(MooInstance* m, double* z);
    /* The next time after m->time at which an event is due, +infinity if none. */
    double (*next_time_event)(MooInstance const* m);
    /* The instance ends: external objects are destructed. NULL if there is nothing to do. */
    void (*finish)(MooInstance* m);
} MooModel;

/* Solves a block by damped Newton iteration from the current values of its unknowns; in the runtime library. */
MooStatus moo_solve_block(MooInstance* m, MooBlock const* block);

/* The command line of a compiled model; its `main` is one call of this. Returns the exit code. */
int moo_simulator_main(int argc, char** argv, MooModel const* model);

/* Value of relation `index`: recomputed at initialization and events, remembered in between. */
static inline int moo_relation(MooInstance* m, uint32_t index, int now) {
    if (m->phase != MOO_CONTINUOUS) m->relation[index] = now ? 1 : 0;
    return m->relation[index];
}

#ifdef __cplusplus
}
#endif
#endif
