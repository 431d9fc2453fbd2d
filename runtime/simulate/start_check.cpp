#include "runtime/simulate/start_check.h"

#include <cmath>
#include <string>
#include <utility>

#include "runtime/text/number_text.h"

namespace moo::runtime {

bool StartCheck::row(double, std::span<double const> values) {
    if (std::exchange(is_done_, true)) return true;
    for (Assignment const& assignment : given_) {
        MooVariable const& variable = model_.variables[assignment.slot];
        // Discrete variables may change in the first event.
        bool const is_continuous = variable.role == MOO_STATE || variable.role == MOO_ALGEBRAIC;
        if (assignment.kind != SettingKind::start || !is_continuous || variable.type != MOO_REAL) continue;
        double const actual = values[assignment.slot];
        if (std::abs(actual - assignment.value) <= 1e-6 * (variable.nominal + std::abs(assignment.value))) continue;
        messages_.report(MessageSeverity::warning, "`" + std::string(variable.name) + "` starts with " +
                                                       rounded_text(actual, 6) + ": the equations determine it, " +
                                                       "and " + number_text(assignment.value) +
                                                       " was only a first guess");
    }
    return true;
}

}  // namespace moo::runtime
