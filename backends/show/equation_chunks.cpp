// The chunks `equations` and `shared`.
#include "backends/show/chunks.h"
#include "moo/model/describe_document.h"

namespace moo {

namespace {

class EquationRows {
public:
    explicit EquationRows(ShowContext& context) : context_(context), facts_(context.facts) {
        std::vector<WhenCondition> const& conditions = context.document.when_conditions;
        for (std::uint32_t i = 0; i < conditions.size(); ++i) {
            for (std::uint32_t const row : conditions[i].equations) conditions_[row].push_back(i + 1);
        }
    }

    // Rows of a set come in their order.
    void write(JsonWriter& out, EquationRef ref, std::size_t block) {
        out.begin_object();
        out.always("n", ref.row + 1);
        out.always("block", static_cast<std::int64_t>(block + 1));
        if (std::optional<EquationRef> const known = find_same(ref)) {
            out.always("same", facts_.equation_name(*known));
        } else {
            write_fields(out, ref);
        }
        out.end_object();
    }

    void write_unsorted(JsonWriter& out, std::size_t row, UnsortedEquation const& equation) {
        out.begin_object();
        out.always("n", static_cast<std::int64_t>(row + 1));
        out.key("written");
        context_.formulas.write_equality(out, equation.lhs, equation.rhs);
        write_provenance(out, equation.provenance);
        std::vector<VarId> uses = facts_.uses(equation.lhs);
        std::vector<VarId> const right = facts_.uses(equation.rhs);
        uses.insert(uses.end(), right.begin(), right.end());
        std::ranges::sort(uses);
        uses.erase(std::unique(uses.begin(), uses.end()), uses.end());
        out.items_field("uses", uses, [&](VarId variable) { out.integer(variable.index()); });
        out.end_object();
    }

private:
    // An equation of an earlier set that looks the same.
    std::optional<EquationRef> find_same(EquationRef ref) {
        SetEquation const& equation = facts_.equation(ref);
        if (equation.form == EquationForm::instant || equation.is_overridable) return {};
        auto const [found, is_new] = first_rows_.try_emplace(equation.target, ref);
        if (is_new || found->second.set == ref.set) return {};
        SetEquation const& first = facts_.equation(found->second);
        bool const is_same = first.value == equation.value && first.form == equation.form &&
                             context_.places.is_same(first.provenance.source, equation.provenance.source) &&
                             first.provenance.instance == equation.provenance.instance &&
                             origin_text(first.provenance) == origin_text(equation.provenance);
        return is_same ? std::optional(found->second) : std::nullopt;
    }

    void write_fields(JsonWriter& out, EquationRef ref) {
        SetEquation const& equation = facts_.equation(ref);
        if (equation.form != EquationForm::assignment) out.always("form", name_of_value(equation.form));
        write_target(out, equation.target);
        context_.formulas.field(out, "value", equation.value);
        write_provenance(out, equation.provenance);
        out.truth_field("overridable", equation.is_overridable);
        if (equation.form == EquationForm::instant) write_conditions(out, ref);
        out.items_field("uses", facts_.uses(equation.value), [&](VarId variable) { out.integer(variable.index()); });
        write_history(out, equation);
    }

    void write_target(JsonWriter& out, ExprId target) {
        ExprStore const& exprs = context_.document.exprs;
        out.key("target");
        out.begin_object();
        if (VarId const variable = exprs.referenced_variable(target)) out.always("v", variable.index());
        if (exprs.kind(target) == ExprKind::der) out.always("op", "der");
        if (exprs.kind(target) == ExprKind::pre) out.always("op", "pre");
        if (exprs.is_builtin(target, Builtin::previous)) {
            out.always("v", exprs.referenced_variable(exprs.operand(target, 0)).index());
            out.always("op", "previous");
        }
        context_.formulas.write_fields(out, target);
        out.end_object();
    }

    void write_provenance(JsonWriter& out, Provenance const& provenance) {
        out.number_field("component", facts_.component_of(provenance.instance));
        context_.places.field(out, "place", provenance.source);
        out.text_field("origin", origin_text(provenance));
    }

    void write_conditions(JsonWriter& out, EquationRef ref) {
        if (facts_.sets()[ref.set].set != &context_.document.reinitialization) return;
        if (auto const found = conditions_.find(ref.row); found != conditions_.end()) {
            out.list_field("conditions", found->second);
        }
    }

    void write_history(JsonWriter& out, SetEquation const& equation) {
        std::vector<EquationStep> const* const steps = context_.translation.steps(equation.provenance);
        if (steps == nullptr || steps->empty()) return;
        bool const is_unchanged = steps->size() == 1 && equation.form != EquationForm::residual &&
                                  steps->front().lhs == equation.target && steps->front().rhs == equation.value;
        if (is_unchanged) return;
        bool is_first = true;
        out.items_field("history", *steps, [&](EquationStep const& step) {
            out.begin_object();
            out.always("step", is_first ? "flat" : context_.translation.passes[step.pass].pass);
            is_first = false;
            context_.formulas.write_equality_fields(out, step.lhs, step.rhs);
            out.end_object();
        });
    }

    ShowContext& context_;
    ModelFacts const& facts_;
    std::unordered_map<ExprId, EquationRef> first_rows_;                        // by target
    std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> conditions_;  // numbers, by row of riEq
};

}  // namespace

void write_equations(ShowContext& context, TakeChunk const& take) {
    EquationRows rows(context);
    std::vector<ShownSet> const& sets = context.facts.sets();
    for (std::uint32_t set = 0; set < sets.size(); ++set) {
        std::size_t block = 0;
        write_table("equations/" + sets[set].name, sets[set].set->equations.size(), take,
                    [&](JsonWriter& out, std::size_t row) {
                        while (sets[set].set->block_starts[block + 1] <= row) ++block;
                        rows.write(out, {set, static_cast<std::uint32_t>(row)}, block);
                    });
    }
}

void write_unsorted(ShowContext& context, TakeChunk const& take) {
    EquationRows rows(context);
    std::vector<UnsortedEquation> const& equations = context.translation.failure.equations;
    write_table("equations/model", equations.size(), take,
                [&](JsonWriter& out, std::size_t row) { rows.write_unsorted(out, row, equations[row]); });
}

void write_shared(ShowContext& context, TakeChunk const& take) {
    std::vector<ExprId> const& shared = context.write_context.shared.list();
    write_table("shared", shared.size(), take,
                [&](JsonWriter& out, std::size_t row) { context.formulas.write(out, shared[row]); });
}

}  // namespace moo
