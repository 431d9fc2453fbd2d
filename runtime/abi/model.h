/* The interface between a model and the program that simulates it: the one header that generated code includes.
 *
 * A model is a table of variables and a handful of functions that compute on an instance's slots. Every
 * variable has one slot; Integer, Boolean and enumeration values are held as doubles too (exact up to
 * 2^53), so that `pre` values, results and the event iteration need one array and no cases. The functions
 * are plain C, so that compiled models, FMUs and the interpreter can all implement them.
 */
#ifndef MOO_RUNTIME_ABI_MODEL_H
#define MOO_RUNTIME_ABI_MODEL_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define MOO_ABI_VERSION 6

/* A String is represented by the number of its text, an external object by its address: values.h. */
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

/* Whether `--set` may change a parameter, and if not, why. */
typedef enum MooTunability {
    MOO_FIXED, /* a constant, or no parameter */
    MOO_TUNABLE,
    MOO_EVALUATED, /* its value was used when the model was translated */
    MOO_FINAL,
    MOO_COMPUTED /* the equations of the initialization determine it */
} MooTunability;

typedef struct MooVariable {
    char const* name; /* as in the model: `a.b[2].c`, `der(x)` */
    char const* description;
    char const* unit;
    MooType type;
    MooRole role;
    double start;    /* value before anything is computed; the value itself for a constant or literal parameter */
    double nominal;  /* magnitude, for tolerances; 1 if the model names none */
    MooTunability tunability;
    uint8_t hidden;  /* nonzero: not stored in results unless asked for */
    double min;      /* what an iteration may try; no limits unless min < max */
    double max;
    uint32_t alias_of; /* 1 + the slot of the variable that it always equals, so that its own slot is unused; 0: none */
    uint8_t negated;   /* of an alias: minus that variable, or `not` for a Boolean */
    uint8_t is_output; /* nonzero: an output of the model, a row of C and D when it is linearized */
} MooVariable;

/* Which set of equations is being computed. Relations are evaluated in the first and the last, and
 * keep their remembered values while the integrator runs. */
typedef enum MooPhase { MOO_INITIALIZATION, MOO_CONTINUOUS, MOO_EVENT } MooPhase;

typedef enum MooStatus { MOO_OK = 0, MOO_RECOVERABLE = 1, MOO_FATAL = 2 } MooStatus;

struct MooModel;

typedef struct MooInstance {
    struct MooModel const* model;
    double time;
    double* value;            /* one slot per variable, then the model's scratch space */
    double* pre;              /* one slot per variable: its value before the event, or at the last iteration */
    uint8_t* is_set;          /* one per variable: the user gave this parameter or start value */
    uint8_t* relation;        /* remembered value of each relation */
    uint8_t* condition;       /* value of each when-condition in this event iteration */
    uint8_t* pre_condition;   /* and in the iteration before; a when-clause fires at a rising edge */
    double* reinit_value;     /* by state: what `reinit` asks for, taken over at the end of the iteration */
    uint8_t* reinit_asked;    /* by state */
    uint8_t* sampled;         /* by sampling: sample(start, interval) is true in this pass */
    uint8_t* clock_condition; /* by clock: the condition of an event clock in this pass */
    uint8_t* settled;         /* by relation: a block has found its value in this pass, so it is not recomputed */
    MooPhase phase;
    uint8_t relations_held; /* nonzero: relations keep their values although the phase would renew them */
    uint8_t is_terminal;    /* nonzero: terminal() */
    uint8_t terminate_asked;
    uint8_t is_first_tick; /* firstTick(): of the partition that is being computed */
    double homotopy;       /* homotopy(actual, simplified): 1 is actual, 0 simplified */
    double tick_interval;  /* interval(): of the partition that is being computed */
    uint64_t event_number; /* grows whenever discrete variables may have changed */
    /* The callback that the host provides for messages: `severity` 0 is information, 1 a warning, 2 an error. */
    void* host;
    void (*message)(void* host, int severity, char const* text);
    void* memory; /* what the runtime keeps between calls: factors of blocks, the past of delays; may be NULL */
} MooInstance;

/* When the entries of a Jacobian have to be computed again. */
typedef enum MooEntryKind { MOO_ENTRY_DEPENDENT, MOO_ENTRY_CONSTANT, MOO_ENTRY_PER_EVENT } MooEntryKind;

/* A residual that says which candidate of a state set a state represents:
 * states[state] - (selection[state, 1]*candidates[1] + selection[state, 2]*candidates[2] + ...). */
typedef struct MooSelectionRow {
    uint32_t residual; /* among those of its block */
    uint32_t set;      /* among the model's state sets */
    uint32_t state;    /* among those of the set */
} MooSelectionRow;

/* A system of equations that has to be solved together. It may be torn: assignments, in computing order, determine
 * `assigned` from the unknowns; then residual(unknowns) = 0 remains. Its matrix has the assigned variables first, then
 * the unknowns, as rows and as columns:
 *
 *     L B     rows of the assignments, residual target - value: L is lower triangular with a diagonal of ones
 *     C D     rows of the residuals
 */
typedef struct MooBlock {
    char const* name;   /* `Eq[3]` */
    char const* source; /* `Circuit.mo:14:3` of its first equation */
    uint32_t index;     /* among the model's blocks */
    uint32_t size;
    uint32_t const* unknowns;   /* slots */
    char const* const* sources; /* of each residual; NULL if unknown */
    uint32_t assigned_count;
    uint32_t const* assigned; /* slots */
    uint8_t linear;
    /* The assignments, then the residuals. */
    MooStatus (*residual)(MooInstance* m, struct MooBlock const* block, double* residual);
    /* The entries of the matrix, ordered by row. NULL: the solver takes differences of the residual. */
    MooStatus (*jacobian)(MooInstance* m, struct MooBlock const* block, double* entries);
    uint32_t entry_count;
    uint32_t const* entry_rows;
    uint32_t const* entry_columns;
    MooEntryKind entry_kind; /* of all entries together */
    /* Switches: relations that the block mentions, and discrete variables that it determines. Both are assumed while
     * it is solved; then `switches` computes them, and they have to agree. NULL: the block has none. */
    uint32_t relation_count;
    uint32_t const* relations;
    uint32_t discrete_count;
    uint32_t const* discrete; /* slots */
    MooStatus (*switches)(MooInstance* m, struct MooBlock const* block);
    uint32_t selection_count;
    MooSelectionRow const* selections;
} MooBlock;

/* A choice of states that is made while the simulation runs: state j is the candidate whose selection[j, i] is 1.
 * The Jacobian of the constraints with respect to the candidates determines which candidates should be dependent. */
typedef struct MooStateSet {
    uint32_t candidate_count;
    uint32_t state_count;
    uint32_t const* candidates; /* slots */
    uint32_t const* states;     /* slots */
    uint32_t const* selection;  /* slots, state by state */
    /* Column-major, (candidates - states) x candidates; zero on entry. */
    MooStatus (*jacobian)(MooInstance* m, struct MooStateSet const* set, double* jacobian);
} MooStateSet;

/* Equations that are computed at ticks of a clock. With T the interval of a periodic clock, they are the times
 * (shift + k*factor)*T from the start on; of an event clock, every factor-th tick, beginning with number `shift`. */
typedef struct MooPartition {
    uint32_t clock;
    int64_t factor_numerator;
    int64_t factor_denominator;
    int64_t shift_numerator;
    int64_t shift_denominator;
    MooStatus (*compute)(MooInstance* m, struct MooPartition const* partition);
} MooPartition;

/* The partial derivatives of the equations that `derivatives` and `outputs` compute, as a sparse matrix: a row is the
 * residual of an equation, which is target - value for an assignment; a column is a slot. Rows are in computing order. A
 * part is an assignment, whose entry for its own target is 1, or a block, whose matrix is that of its `jacobian`:
 * assigned variables, then unknowns. The table contains the entries for everything that is known before the part:
 * states, inputs, targets of earlier parts. For small changes d of all slots,
 *
 *     d[target] = -sum of entry * d[column]      of an assignment
 *     matrix * d[targets] = -sum                 of a block
 *
 * Discrete variables and parameters do not change. */
typedef struct MooPartials {
    uint32_t part_count;
    uint32_t derivative_part_count; /* those of `derivatives`; the others belong to `outputs` */
    uint32_t const* part_starts;    /* rows, with the end of the last */
    struct MooBlock const* const* blocks; /* by part; NULL for an assignment */
    uint32_t const* targets;        /* by row: a slot */
    uint32_t const* row_starts;     /* entries, with the end of the last */
    uint32_t const* columns;        /* by entry: a slot */
    double const* values;           /* by entry, if it is a number; the others are computed */
    /* Fill in the entries of the parts of `derivatives`, and of those of `outputs`, that are not numbers; call each
     * after the function of that name. NULL: all are numbers. */
    MooStatus (*derivatives)(MooInstance* m, double* entries);
    MooStatus (*outputs)(MooInstance* m, double* entries);
} MooPartials;

/* The partial derivatives of the functions that `zero_crossings` computes, a row for each, with respect to slots
 * that change between events. */
typedef struct MooCrossingPartials {
    uint32_t const* row_starts; /* entries, with the end of the last */
    uint32_t const* columns;    /* by entry: a slot */
    double const* values;       /* by entry, if it is a number; the others are computed */
    /* Fills in the others; call it after `derivatives`. NULL: all are numbers. */
    MooStatus (*compute)(MooInstance* m, double* entries);
} MooCrossingPartials;

/* Which equation determines a variable between events. */
typedef struct MooEquationPlace {
    uint32_t slot;
    uint32_t file; /* among `files` of the model */
    uint32_t line;
    uint32_t column;
} MooEquationPlace;

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
    uint32_t scratch_count; /* doubles after the slots of an instance, which the model uses as it likes */
    uint32_t state_count;
    uint32_t const* state_slots;
    uint32_t const* derivative_slots; /* derivative_slots[i] is the slot of der(state i) */
    uint32_t relation_count;
    char const* const* relation_texts;   /* `h <= 0.0`, for messages */
    char const* const* relation_sources; /* `Diode.mo:12:3`, or NULL */
    uint32_t condition_count;
    uint32_t crossing_count;      /* crossing i belongs to relation i */
    uint32_t time_relation_count; /* the next relations change at times that `time_events` gives; any others
                                   * change only at events */
    uint8_t const* time_strict;   /* by time relation: `<` or `>`, false on its border */
    uint32_t sampling_count;
    uint32_t block_count;
    uint32_t delay_count;
    uint32_t transport_count;
    uint32_t const* transport_sizes; /* number of initial points of each */
    uint32_t state_set_count;
    MooStateSet const* state_sets;
    uint32_t clock_count;
    uint8_t const* clock_is_event; /* by clock: ticks when its condition becomes true; else it is periodic */
    uint32_t partition_count;      /* in computing order */
    MooPartition const* partitions;
    uint8_t has_homotopy; /* the initialization may start from a simplified system */
    uint8_t has_terminal; /* something happens at the end of the simulation */
    uint8_t has_assertions; /* `outputs` checks something that can change between events */
    uint32_t nominal_count; /* of variables whose nominal value depends on parameters */
    uint32_t const* nominal_slots;
    uint32_t place_count; /* in computing order, for messages */
    MooEquationPlace const* places;
    char const* const* files;
    /* Which states derivative i depends on: pattern_states[pattern_starts[i]] to the next start. NULL: unknown. */
    uint32_t const* pattern_starts;
    uint32_t const* pattern_states;
    /* The same for the system as a whole, whose unknowns y are the states and then those unknowns of the blocks that
     * `derivatives` solves that are not derivatives, in their order. Its rows are x' - value for each state whose
     * derivative is assigned, then the residuals of the blocks. A state's column is that of its derivative too. NULL:
     * unknown. */
    uint32_t const* residual_starts;
    uint32_t const* residual_columns;
    MooPartials const* partials; /* NULL: some derivative is not known as a formula */
    MooCrossingPartials const* crossing_partials; /* the same; also NULL without `partials` */

    /* Parameters that depend on others; skips those with is_set. On entry `value` holds each variable's start
     * value, or what the user gave. */
    MooStatus (*parameters)(MooInstance* m);
    /* All initial values from the start values, which it finds in `value` and `pre`: set iEq. At the end every
     * relation has its final value, including those that no equation needed. */
    MooStatus (*initialize)(MooInstance* m);
    /* Derivatives and what they need, from time and states: set Eq. */
    MooStatus (*derivatives)(MooInstance* m);
    /* Variables that only serve as results; call after `derivatives`. */
    MooStatus (*outputs)(MooInstance* m);
    /* One pass of the event iteration: when-conditions, active when-equations, all others: set riEq. At the
     * end every relation has its final value, as after `initialize`. */
    MooStatus (*update)(MooInstance* m);
    /* Zero-crossing functions, after `derivatives`: set z. z[i] is positive where relation i is true and
     * negative where it is false, zero on the border: `b - a` for `a <= b` and `a < b`. The sign decides
     * the value of a relation that starts on its border. */
    MooStatus (*zero_crossings)(MooInstance* m, double* z);
    /* Functions for features that a model does not have are NULL. */

    /* Called once after `initialize`, in its phase, while `pre` still has the values from before the start. Computes the
     * values of when-conditions and the previous values of the conditions of clocks, with which later values are
     * compared to find edges, and runs the actions of when-clauses that are active at the start. */
    MooStatus (*begin)(MooInstance* m);
    /* The following fill one array each, item by item. */

    /* By variable of `nominal_slots`, after `parameters`. */
    MooStatus (*nominals)(MooInstance* m, double* nominals);
    /* By time relation: when it changes, and its function, which is positive where it holds. */
    MooStatus (*time_events)(MooInstance* m, double* due_and_function);
    /* By sampling: start and interval. */
    MooStatus (*samplings)(MooInstance* m, double* start_and_interval);
    /* By delay: the value now, and how long it is remembered. After `outputs`. */
    MooStatus (*delays)(MooInstance* m, double* value_and_longest);
    /* By spatial distribution: in0, in1, position and whether the velocity is positive. After `outputs`. */
    MooStatus (*transports)(MooInstance* m, double* inputs);
    /* By spatial distribution: its initial points, then their values. */
    MooStatus (*transport_profiles)(MooInstance* m, double* points_and_values);
    /* By clock: interval, resolution (zero: the interval is in seconds) and, of an event clock, the interval that
     * counts at its first tick. */
    MooStatus (*clocks)(MooInstance* m, double* intervals);
    /* Called at the end of the instance, however the simulation ended: destroys external objects. */
    void (*finish)(MooInstance* m);
} MooModel;

/* Solves a block from the current values of its unknowns; in the runtime library. */
MooStatus moo_solve_block(MooInstance* m, MooBlock const* block);

/* delay(value, by), and result 0 or 1 of spatialDistribution(in0, in1, position, is_positive). Both use
 * the past values from accepted steps. */
double moo_delay(MooInstance* m, uint32_t index, double value, double by);
double moo_transport(MooInstance* m, uint32_t index, uint32_t result, double in0, double in1, double position,
                     int is_positive);

/* A function that runs only at the start: compiling it quickly matters more than running it quickly. */
#if defined(__GNUC__) && !defined(__clang__)
#define MOO_ONCE __attribute__((optimize("O1")))
#else
#define MOO_ONCE
#endif

/* The command line of a compiled model; its `main` is one call of this. Returns the exit code. */
int moo_simulator_main(int argc, char** argv, MooModel const* model);

/* The value of relation `index`: evaluated at initialization and events, remembered in between. */
static inline int moo_relation(MooInstance* m, uint32_t index, int now) {
    if (m->phase != MOO_CONTINUOUS && m->relations_held == 0 && m->settled[index] == 0)
        m->relation[index] = now ? 1 : 0;
    return m->relation[index];
}

static inline double moo_homotopy(MooInstance const* m, double actual, double simplified) {
    return m->homotopy == 1.0 ? actual : m->homotopy * actual + (1.0 - m->homotopy) * simplified;
}

#ifdef __cplusplus
}
#endif
#endif
