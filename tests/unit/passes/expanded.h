// Takes a text through the passes that expand equations, and shows what they leave for the others.
#pragma once

#include "moo/passes/pipeline.h"
#include "tests/unit/lower/flat.h"

namespace moo::test {

struct Expanded {
    Flattened flat;
    System system;
    bool good;

    explicit Expanded(std::string text)
        : flat(std::move(text)), system(flat.interner, std::move(flat.model)), good(false) {
        PhaseStats stats;
        PassOptions const options{.skipped = {"inline_functions"}, .last_pass = "refuse_unsupported"};
        good = !flat.diagnostics.has_errors() && run_pipeline(system, options, flat.diagnostics, stats);
    }

    // `lhs = rhs` of each equation, one a line.
    [[nodiscard]] std::string equations() const { return lines(system.equations); }
    [[nodiscard]] std::string initial_equations() const { return lines(system.initial_equations); }

    // `target = value when {conditions}`, one a line.
    [[nodiscard]] std::string instants() const {
        std::string result;
        for (InstantEquation const& instant : system.instants) {
            result += (instant.is_reinit ? "reinit " : "") + system.text(instant.target) + " = " +
                      system.text(instant.value) + " when " + conditions(instant.conditions) +
                      (instant.at_initial ? " and initially\n" : "\n");
        }
        return result;
    }

    [[nodiscard]] std::string actions() const {
        std::string result;
        for (Action const& action : system.document.actions) {
            result += system.text(action.value) + " when " + conditions(action.conditions) + "\n";
        }
        return result;
    }

    [[nodiscard]] std::string assertions() const {
        std::string result;
        for (Assertion const& assertion : system.document.assertions) {
            result += (assertion.level == AssertionLevel::warning ? "warning " : "") +
                      system.text(assertion.condition) + ": " + system.text(assertion.message) + "\n";
        }
        return result;
    }

    [[nodiscard]] std::string errors() const { return flat.errors(); }

private:
    [[nodiscard]] std::string lines(std::vector<SystemEquation> const& equations) const {
        std::string result;
        for (SystemEquation const& equation : equations) {
            result += system.text(equation.lhs) + " = " + system.text(equation.rhs) + "\n";
        }
        return result;
    }

    [[nodiscard]] std::string conditions(std::vector<std::uint32_t> const& indices) const {
        std::string result = "{";
        for (std::uint32_t const index : indices) {
            if (result.size() > 1) result += ", ";
            result += system.text(system.document.when_conditions[index].condition);
        }
        return result + "}";
    }
};

}  // namespace moo::test
