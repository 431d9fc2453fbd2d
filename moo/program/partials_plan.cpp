#include "moo/program/partials_plan.h"

#include <algorithm>
#include <unordered_set>

#include "moo/expr/moving_references.h"

namespace moo {

namespace {

class PartialsPlanner {
public:
    PartialsPlanner(Document const& document, SystemPlan const& plan)
        : document_(document), exprs_(document.exprs), set_(document.integration), plan_(plan), moving_(exprs_) {
        for (VarId const id : document.variables.ids()) {
            bool const is_known = document.role(id) == Role::state || document.role(id) == Role::input;
            Variable const& variable = document.variables[id];
            bool const is_smooth = variable.variability == Variability::continuous && variable.type == types::real;
            if (is_known && is_smooth) moving_variables_.insert(id);
        }
    }

    std::optional<PartialsPlan> run() {
        for (bool const is_output : {false, true}) {
            for (std::size_t block = 0; block < set_.block_count(); ++block) {
                if (SystemPlan::serves_outputs_only(set_, block) != is_output) continue;
                if (!add_block(block)) return std::nullopt;
            }
            if (is_output) continue;
            result_.derivative_parts = static_cast<std::uint32_t>(result_.parts.size());
            result_.derivative_entries = static_cast<std::uint32_t>(result_.entries.size());
        }
        if (recovers_moving()) return std::nullopt;
        result_.row_starts.push_back(static_cast<std::uint32_t>(result_.entries.size()));
        add_crossings();
        return std::move(result_);
    }

private:
    // Whether its value can change between events.
    [[nodiscard]] bool is_continuous(ExprId reference) const {
        if (exprs_.type(reference) != types::real) return false;
        if (exprs_.kind(reference) == ExprKind::der) return true;
        if (exprs_.kind(reference) != ExprKind::variable) return false;
        Role const role = document_.role(exprs_.variable_of(reference));
        return role == Role::state || role == Role::algebraic || role == Role::input;
    }

    // Whether it changes with states and inputs, as far as equations have been added. Changing with time alone does not
    // count.
    [[nodiscard]] bool is_moving(ExprId reference) const {
        if (!is_continuous(reference)) return false;
        VarId const variable = exprs_.referenced_variable(reference);
        bool const is_derivative = exprs_.kind(reference) == ExprKind::der;
        return (is_derivative ? moving_derivatives_ : moving_variables_).contains(variable);
    }
    void set_moving(ExprId target) {
        bool const is_derivative = exprs_.kind(target) == ExprKind::der;
        (is_derivative ? moving_derivatives_ : moving_variables_).insert(exprs_.referenced_variable(target));
    }

    // The document has no derivatives of recovered variables. `moopt` recovers those that follow from parameters.
    bool recovers_moving() {
        return std::any_of(document_.recovered.begin(), document_.recovered.end(), [&](Recovered const& recovered) {
            auto const& references = moving_.of(recovered.value);
            return std::any_of(references.begin(), references.end(), [&](ExprId each) { return is_moving(each); });
        });
    }

    bool add_block(std::size_t block) {
        if (SystemPlan::is_solved(set_, block)) {
            BlockPlan rows = plan_.plan_equations(set_, block);
            rows.assigned.insert(rows.assigned.end(), rows.residuals.begin(), rows.residuals.end());
            std::size_t const before = result_.parts.size();
            return add_part(block, true, rows.assigned) && (rows.has_jacobian || result_.parts.size() == before);
        }
        for (std::uint32_t i = set_.block_starts[block]; i < set_.block_starts[block + 1]; ++i) {
            if (is_continuous(set_.equations[i].target) && !add_part(block, false, {i})) return false;
        }
        return true;
    }

    // Leaves out equations that do not depend on anything that moves. In a residual view the unknowns of blocks are
    // independent variables.
    bool add_part(std::size_t block, bool is_solved, std::vector<std::uint32_t> const& equations) {
        PartialsPlan::Part const part{block, is_solved, result_.row_count()};
        std::size_t const first_entry = result_.entries.size();
        for (std::uint32_t const equation : equations) {
            if (!add_row(equation)) return false;
        }
        bool const is_iterated = is_solved && !document_.residual_view.equations.empty();
        if (result_.entries.size() == first_entry && !is_iterated) {
            result_.targets.resize(part.first_row);
            result_.row_starts.resize(part.first_row);
            return true;
        }
        result_.parts.push_back(part);
        for (std::uint32_t const equation : equations) set_moving(set_.equations[equation].target);
        return true;
    }

    bool add_row(std::uint32_t equation) {
        result_.targets.push_back(set_.equations[equation].target);
        result_.row_starts.push_back(static_cast<std::uint32_t>(result_.entries.size()));
        auto const by_row = [](auto const& entry, std::uint32_t row) { return entry.row < row; };
        auto const first = std::lower_bound(set_.known.begin(), set_.known.end(), equation, by_row);
        auto const end =
            std::find_if(first, set_.known.end(), [&](KnownEntry const& entry) { return entry.row != equation; });
        return add_entries(std::span(first, end), set_.equations[equation].value, result_.entries);
    }

    void add_crossings() {
        PartialsPlan::Crossings found;
        for (std::size_t i = 0; i < plan_.crossing_count(); ++i) {
            ZeroCrossing const& crossing = plan_.relation(i);
            found.row_starts.push_back(static_cast<std::uint32_t>(found.entries.size()));
            if (!add_entries(std::span(crossing.known), crossing.function, found.entries)) return;
        }
        found.row_starts.push_back(static_cast<std::uint32_t>(found.entries.size()));
        result_.crossings = std::move(found);
    }

    // False if the value changes with something for which there is no entry.
    template <class KnownOrPartial>
    bool add_entries(std::span<KnownOrPartial const> known, ExprId value, std::vector<PartialsPlan::Entry>& entries) {
        there_.clear();
        for (KnownOrPartial const& entry : known) {
            there_.insert(entry.by);
            if (is_moving(entry.by) && !exprs_.is_zero(entry.value)) entries.push_back({entry.by, entry.value});
        }
        return has_all(value);
    }

    // Whether there is an entry for everything that the value changes with.
    bool has_all(ExprId value) {
        auto const& references = moving_.of(value);
        return std::all_of(references.begin(), references.end(),
                           [&](ExprId reference) { return there_.contains(reference) || !is_moving(reference); });
    }

    Document const& document_;
    ExprStore const& exprs_;
    EquationSet const& set_;
    SystemPlan const& plan_;
    MovingReferences moving_;
    std::unordered_set<VarId> moving_variables_;    // variables that change with states and inputs
    std::unordered_set<VarId> moving_derivatives_;  // variables whose derivative does
    std::unordered_set<ExprId> there_;
    PartialsPlan result_;
};

}  // namespace

std::optional<PartialsPlan> plan_partials(Document const& document, SystemPlan const& plan) {
    return PartialsPlanner(document, plan).run();
}

}  // namespace moo
