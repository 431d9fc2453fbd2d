/* The interface between a generated FMU and the functions of FMI: what they need to know about the variables
 * in addition to `MooModel`.
 *
 * The shared library of an FMU is the generated model, one constant `moo_fmu` of this type, the functions of one
 * version of the standard (libmoo_fmi2.a or libmoo_fmi3.a, linked as a whole) and the runtime (libmoo_fmi.a,
 * libmoo_runtime.a and their libraries, all of them archives). Only the functions of FMI are visible.
 */
#ifndef MOO_RUNTIME_ABI_FMU_H
#define MOO_RUNTIME_ABI_FMU_H

#include "runtime/abi/model.h"

#ifdef __cplusplus
extern "C" {
#endif

#define MOO_FMU_VERSION 1

/* Named after the functions that get and set it. FMI 2.0 has Real, Integer, Boolean and String; its enumerations are
 * Integers. In FMI 3.0 enumerations are read and written as Int64. */
typedef enum MooFmuType {
    MOO_FMU_REAL,    /* Real, Float64 */
    MOO_FMU_INTEGER, /* Integer, Int32 */
    MOO_FMU_BOOLEAN,
    MOO_FMU_STRING,
    MOO_FMU_ENUMERATION,
    MOO_FMU_CLOCK /* of FMI 3.0: triggered, by the FMU itself */
} MooFmuType;

/* The attributes of modelDescription.xml with the same names. They determine whether and when a variable may be set.
 */
typedef enum MooFmuCausality {
    MOO_FMU_PARAMETER,
    MOO_FMU_CALCULATED_PARAMETER,
    MOO_FMU_INPUT,
    MOO_FMU_OUTPUT,
    MOO_FMU_LOCAL,
    MOO_FMU_INDEPENDENT
} MooFmuCausality;

typedef enum MooFmuVariability {
    MOO_FMU_CONSTANT,
    MOO_FMU_FIXED,
    MOO_FMU_TUNABLE,
    MOO_FMU_DISCRETE,
    MOO_FMU_CONTINUOUS
} MooFmuVariability;

/* An input and the independent variable have no such attribute in FMI 2.0: MOO_FMU_NO_INITIAL there. */
typedef enum MooFmuInitial { MOO_FMU_NO_INITIAL, MOO_FMU_EXACT, MOO_FMU_APPROX, MOO_FMU_CALCULATED } MooFmuInitial;

/* Where to find the value of a scalar or of an array element. */
typedef enum MooFmuSource {
    MOO_FMU_SLOT,     /* `index` is a slot of the model that has a value of its own: not that of an alias */
    MOO_FMU_NEGATED,  /* minus that slot, or `not` of a Boolean */
    MOO_FMU_TIME,     /* the independent variable; `index` is 0 */
    MOO_FMU_CROSSING, /* `index` is an event indicator: FMI 3.0 wants a variable for each */
    MOO_FMU_TICK,     /* of a clock: `index` is a partition of the model */
    MOO_FMU_RESIDUAL  /* of a block of Eq, named by the unknown in its place: residual i of a block by the slot of its
                       * unknown i, which FMI-LS-DAE lets the importer set */
} MooFmuSource;

typedef struct MooFmuElement {
    uint32_t source; /* MooFmuSource */
    uint32_t index;
} MooFmuElement;

/* Positive aliases share a value reference, so they share an entry. */
typedef struct MooFmuVariable {
    char const* name;       /* for messages: that of the variable itself, not of an alias */
    uint8_t type;           /* MooFmuType */
    uint8_t causality;      /* MooFmuCausality; where aliases differ, the first of input, parameter, output, others */
    uint8_t variability;    /* MooFmuVariability */
    uint8_t initial;        /* MooFmuInitial */
    uint32_t first_element; /* in `elements` of the FMU */
    uint32_t element_count; /* 1 for a scalar; arrays row by row, FMI 3.0 only */
} MooFmuVariable;

#define MOO_FMU_MODEL_EXCHANGE 1u
#define MOO_FMU_CO_SIMULATION 2u

typedef struct MooFmu {
    uint32_t version; /* MOO_FMU_VERSION */
    MooModel const* model;
    char const* token; /* `guid` of FMI 2.0, `instantiationToken` of FMI 3.0 */
    uint32_t kinds;    /* MOO_FMU_MODEL_EXCHANGE, MOO_FMU_CO_SIMULATION or both */
    /* The value reference of a variable is its index here, whatever its type. */
    uint32_t variable_count;
    MooFmuVariable const* variables;
    MooFmuElement const* elements;
    /* By continuous state as the importer sees it, in the order of ModelStructure: its index among the states of the
     * model. NULL: the same order. There are model->state_count of them, and model->crossing_count event indicators. */
    uint32_t const* states;
} MooFmu;

/* The part that is generated. */
extern MooFmu const moo_fmu;

/* A file that the FMU carries: the text (see values.h) of its absolute path, from its path below `resources/`. */
double moo_fmu_resource(MooInstance* m, char const* path);

/* The categories of log messages, to be listed in modelDescription.xml: MOO_FMU_LOG_CATEGORIES(X) calls
 * X(name, description) for each. */
#define MOO_FMU_LOG_CATEGORIES(X)                                     \
    X("logStatusWarning", "Warnings of the model and of the runtime") \
    X("logStatusDiscard", "Why a call was discarded")                 \
    X("logStatusError", "Errors, and calls that are not allowed")     \
    X("logEvents", "Events and what changes at them")                 \
    X("logInformation", "What the model has to say, and which variables are states where that changes")

#ifdef __cplusplus
}
#endif
#endif
