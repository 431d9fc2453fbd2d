// What a MOO document says about events and clocks.
#pragma once

#include "moo/model/equation_set.h"

namespace moo {

enum class RelationKind : std::uint8_t {
    state,  // may change while the integrator runs: a root of `function`
    time,   // compares time with something that is constant between events: changes at `time`
};

// A relation that is remembered between events. Its occurrences are all those outside noEvent. `function` is positive
// where it holds, negative where it does not.
struct ZeroCrossing {
    ExprId function;
    ExprId relation;                       // none in the notation of the paper, which leaves it to be guessed
    std::vector<std::uint32_t> equations;  // of riEq, which the relation is part of or can make active
    RelationKind kind = RelationKind::state;
    ExprId time;  // of a time event: when it happens, if that is still to come
    SourceSpan source;
    std::vector<PartialEntry> known = {};  // partial derivatives of `function`, as KnownEntry; of a root only
};

// `sample(start, interval)`: its occurrences are true in the first pass of the events at start + k*interval.
struct Sampling {
    ExprId call;
    ExprId start;
    ExprId interval;
};

// A when-condition and the instant equations of riEq that become active when it turns true.
struct WhenCondition {
    ExprId condition;
    std::vector<std::uint32_t> equations;
    SourceSpan source;
};

// A Boolean equation of riEq and the instant equations that it can trigger because its variable stands in
// their conditions.
struct Trigger {
    std::uint32_t equation = 0;
    std::vector<std::uint32_t> equations;
};

enum class AssertionLevel : std::uint8_t { error, warning };

struct Assertion {
    ExprId condition;
    ExprId message;
    AssertionLevel level = AssertionLevel::error;
    SourceSpan source;
    Symbol instance = {};  // the component whose class holds it; only for messages of this process, not written
};

// What happens when one of `conditions`, indices into the when-conditions, becomes true beside the equations of riEq:
// the simulation ends with a message, or a function is called for its effect.
enum class ActionKind : std::uint8_t { terminate, call };

struct Action {
    ActionKind kind = ActionKind::terminate;
    ExprId value;  // the message or the call
    std::vector<std::uint32_t> conditions;
    SourceSpan source;
};

// `delay(value, by, at most)` and its occurrences.
struct DelayOperator {
    ExprId call;
    ExprId value;
    ExprId delay_time;
    ExprId longest;
};

// `spatialDistribution(in0, in1, position, positiveVelocity, …)` and its occurrences.
struct TransportOperator {
    ExprId call;
    std::vector<ExprId> initial_points;
    std::vector<ExprId> initial_values;
};

// ---- clocks ----------------------------------------------------------------------------------------

enum class ClockKind : std::uint8_t {
    periodic,  // every `interval` seconds; an Integer pair is the exact fraction interval/resolution
    event,     // whenever `condition` becomes true
};

struct BaseClock {
    Symbol name;
    ClockKind kind = ClockKind::periodic;
    ExprId interval;
    ExprId resolution;
    ExprId condition;
    ExprId start_interval;
    SourceSpan source;
};

// Equations that are computed at the ticks of one clock: those of its base clock, every factor-th of them, shifted.
// Partitions stand in the order in which they are computed when several tick at once.
struct ClockedPartition {
    std::uint32_t base = 0;  // index into the base clocks
    std::int64_t factor_numerator = 1;
    std::int64_t factor_denominator = 1;
    std::int64_t shift_numerator = 0;
    std::int64_t shift_denominator = 1;
    Symbol solver_method;  // of a discretized continuous partition
    EquationSet equations;
};

}  // namespace moo
