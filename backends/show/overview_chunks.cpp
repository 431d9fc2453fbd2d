// The chunks `components`, `states` and `initialization`.
#include "backends/show/chunks.h"
#include "backends/show/overview.h"

namespace moo {

namespace {

class OverviewChunk {
public:
    OverviewChunk(ShowContext& context, Explanations& explanations)
        : context_(context), document_(context.document), facts_(context.facts), explanations_(explanations) {}

    std::string components() {
        out_.begin_list();
        for (ComponentTree::Row const& row : facts_.components().rows()) {
            out_.begin_list();
            out_.text(row.name);
            out_.integer(row.parent);
            out_.integer(row.variables);
            out_.integer(row.equations);
            out_.end_list();
        }
        out_.end_list();
        return out_.take();
    }

    std::string states() {
        out_.begin_object();
        out_.key("chosen");
        out_.begin_list();
        for (VarId const state : document_.states()) {
            std::string const reason = explanations_.state_reason(state);
            if (reason.empty()) continue;  // of a state set
            out_.begin_object();
            out_.always("v", state.index());
            out_.always("reason", reason);
            out_.end_object();
        }
        out_.end_list();
        write_dependent_states();
        out_.items_field("sets", document_.state_sets, [&](StateSet const& set) {
            out_.begin_object();
            variables("candidates", set.candidates);
            variables("states", set.states);
            out_.items_field("constraints", set.constraints, [&](ExprId each) { context_.formulas.write(out_, each); });
            out_.number_field("level", set.level);
            out_.always("reason", set.reason);
            out_.end_object();
        });
        out_.end_object();
        return out_.take();
    }

    std::string initialization() {
        out_.begin_object();
        out_.items_field("assumptions", list_assumptions(context_), [&](Assumption const& row) {
            out_.begin_object();
            out_.always("equation", facts_.equation_name(row.equation));
            if (row.variable) out_.always("v", row.variable.index());
            out_.always("text", row.text);
            out_.end_object();
        });
        out_.items_field("dropped", document_.dropped, [&](DroppedEquation const& row) {
            out_.begin_object();
            context_.formulas.field(out_, "lhs", row.lhs);
            context_.formulas.field(out_, "rhs", row.rhs);
            out_.always("reason", row.reason);
            context_.places.field(out_, "place", row.source);
            out_.end_object();
        });
        out_.end_object();
        return out_.take();
    }

private:
    void write_dependent_states() {
        std::vector<DependentState> const& known = context_.translation.dependent_states;
        if (!known.empty()) {
            out_.items_field("dependent", known, [&](DependentState const& row) {
                out_.begin_object();
                if (row.variable) out_.always("v", row.variable.index());
                out_.always("reason", row.reason);
                context_.places.field(out_, "place", row.source);
                out_.end_object();
            });
            return;
        }
        if (document_.static_choices.empty()) return;
        out_.key("dependent");
        out_.begin_list();
        for (StaticChoice const& choice : document_.static_choices) {
            for (VarId const variable : choice.dependent) {
                out_.begin_object();
                out_.always("v", variable.index());
                out_.always("reason", choice.reason);
                variables("states", {choice.state});
                out_.end_object();
            }
        }
        out_.end_list();
    }

    void variables(std::string_view name, std::vector<VarId> const& ids) {
        out_.items_field(name, ids, [&](VarId id) { out_.integer(id.index()); });
    }

    ShowContext& context_;
    Document const& document_;
    ModelFacts const& facts_;
    Explanations& explanations_;
    JsonWriter out_;
};

}  // namespace

void write_overview(ShowContext& context, Explanations& explanations, TakeChunk const& take) {
    take("components", OverviewChunk(context, explanations).components());
    take("states", OverviewChunk(context, explanations).states());
    take("initialization", OverviewChunk(context, explanations).initialization());
}

}  // namespace moo
