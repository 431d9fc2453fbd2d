#include "frontend/flatten/check_acyclic.h"

#include <algorithm>

namespace moo {

namespace {

constexpr Message<std::string_view, std::string_view> depends_on_itself{DiagnosticKind::CyclicParameters,
                                                                        "the value of {} `{}` depends on itself"};

class AcyclicCheck {
public:
    explicit AcyclicCheck(Elaborator& elaborator)
        : e_(elaborator), model_(elaborator.model), exprs_(elaborator.exprs), free_variables_(elaborator.exprs) {}

    void run() {
        // Almost always there is no cycle even if all branches count.
        if (!search()) return;
        knows_conditions_ = true;
        search();
    }

private:
    enum class Mark : std::uint8_t { untouched, open, done };
    struct Step {
        VarId variable;
        std::vector<VarId> sources;
        std::size_t next = 0;
    };

    // A walk in depth; what leads back to a variable that is still open closes a cycle.
    bool search() {
        marks_.assign(model_.variables.size(), Mark::untouched);
        bool found = false;
        for (std::size_t i = 0; i < marks_.size(); ++i) {
            VarId const variable(static_cast<std::uint32_t>(i));
            if (marks_[i] == Mark::untouched) open(variable);
            while (!path_.empty()) {
                Step& step = path_.back();
                if (step.next == step.sources.size()) {
                    marks_[step.variable.index()] = Mark::done;
                    path_.pop_back();
                    continue;
                }
                VarId const source = step.sources[step.next++];
                Mark const mark = marks_[source.index()];
                if (mark == Mark::untouched) open(source);
                if (mark != Mark::open) continue;
                found = true;
                if (knows_conditions_) report(source);
            }
        }
        return found;
    }

    void open(VarId variable) {
        Variable const& declared = model_.variables[variable];
        if (!declared.is_parameter() || !declared.binding || !exprs_.varies(declared.binding)) {
            marks_[variable.index()] = Mark::done;
            return;
        }
        marks_[variable.index()] = Mark::open;
        path_.push_back({variable, sources_of(declared.binding), 0});
    }

    std::vector<VarId> sources_of(ExprId binding) {
        std::vector<VarId> sources;
        if (!knows_conditions_) {
            for (VariableUse const& use : free_variables_.uses(binding)) sources.push_back(use.variable);
            return sources;
        }
        std::vector<ExprId> open{binding};
        std::unordered_set<ExprId> seen;
        while (!open.empty()) {
            ExprId const expr = open.back();
            open.pop_back();
            if (!exprs_.varies(expr) || !seen.insert(expr).second) continue;
            if (exprs_.kind(expr) == ExprKind::variable) {
                sources.push_back(exprs_.variable_of(expr));
                continue;
            }
            Operands const operands = exprs_.operands(expr);
            std::optional<bool> const condition =
                exprs_.kind(expr) == ExprKind::if_else ? condition_value(operands[0]) : std::nullopt;
            for (std::size_t i = 0; i < operands.size(); ++i) {
                // A known condition does not depend on the variables of a cycle.
                bool const counts = !condition || i == (*condition ? 1u : 2u);
                if (counts) open.push_back(operands[i]);
            }
        }
        return sources;
    }

    std::optional<bool> condition_value(ExprId condition) {
        std::size_t const evaluations = e_.values.evaluation_count();
        Value const value = e_.values.evaluate(condition);
        e_.values.take_evaluations(evaluations);
        return value.kind() == ValueKind::boolean ? std::optional(value.as_boolean()) : std::nullopt;
    }

    [[nodiscard]] SourceSpan place_of(Variable const& variable) const {
        std::string_view const instance = variable.instance ? e_.interner.text(variable.instance) : std::string_view();
        return model_.places.place_of(variable.source, instance);
    }

    void report(VarId first) {
        auto at = std::find_if(path_.begin(), path_.end(), [&](Step const& step) { return step.variable == first; });
        Variable const& variable = model_.variables[first];
        bool const is_constant = variable.variability == Variability::constant;
        auto report = e_.diagnostics.error(place_of(variable), depends_on_itself,
                                           is_constant ? "constant" : "parameter", e_.interner.text(variable.name));
        for (++at; at != path_.end(); ++at) {
            Variable const& between = model_.variables[at->variable];
            report.note(place_of(between), "through `{}`", e_.interner.text(between.name));
        }
    }

    Elaborator& e_;
    FlatModel const& model_;
    ExprStore const& exprs_;
    FreeVariables free_variables_;
    std::vector<Mark> marks_;
    std::vector<Step> path_;
    bool knows_conditions_ = false;
};

}  // namespace

void check_acyclic(Elaborator& elaborator) { AcyclicCheck(elaborator).run(); }

}  // namespace moo
