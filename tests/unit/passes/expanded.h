// Takes a text through the passes that expand equations, and shows what they leave for the others.
#pragma once

#include "moo/passes/pipeline.h"
#include "moo/passes/settle_structure.h"
#include "moo/scalarize/scalarize.h"
#include "tests/unit/lower/flat.h"

namespace moo::test {

struct Expanded {
    Flattened flat;
    bool is_scalar;
    System system;
    bool good;

    explicit Expanded(std::string text)
        : flat(std::move(text)),
          is_scalar(make_scalar(flat)),
          system(flat.interner, std::move(flat.model)),
          good(false) {
        good = is_scalar;
        for (Pass const& pass : all_passes()) {
            good = good && pass.run(system, {}, flat.diagnostics);
            if (pass.name == "refuse_unsupported") break;
        }
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
    static bool make_scalar(Flattened& flat) {
        if (flat.diagnostics.has_errors() || !scalarize(flat.model, flat.interner, flat.diagnostics)) return false;
        settle_structure(flat.model, flat.interner);
        return true;
    }

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
