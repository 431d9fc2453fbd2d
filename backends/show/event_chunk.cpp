// The chunk `events`.
#include <set>
#include <unordered_set>

#include "backends/show/chunks.h"
#include "moo/model/describe_document.h"

namespace moo {

namespace {

// Numbers of rows count from 1, as everywhere in MOO.
std::vector<std::uint32_t> numbers_of(std::vector<std::uint32_t> const& rows) {
    std::vector<std::uint32_t> numbers;
    for (std::uint32_t const row : rows) numbers.push_back(row + 1);
    return numbers;
}

std::string fraction(std::int64_t numerator, std::int64_t denominator) {
    return std::to_string(numerator) + (denominator == 1 ? "" : "/" + std::to_string(denominator));
}

class EventChunk {
public:
    explicit EventChunk(ShowContext& context) : context_(context), document_(context.document) {}

    std::string run() {
        out_.begin_object();
        write_crossings();
        write_conditions();
        write_operators();
        write_effects();
        write_clocks();
        write_graph();
        out_.end_object();
        return out_.take();
    }

private:
    void field(std::string_view name, ExprId expr) { context_.formulas.field(out_, name, expr); }
    void place(SourceSpan source) { context_.places.field(out_, "place", source); }

    void write_crossings() {
        out_.items_field("crossings", document_.zero_crossings, [&](ZeroCrossing const& row) {
            out_.begin_object();
            field("function", row.function);
            field("relation", row.relation);
            if (row.kind != RelationKind::state) out_.always("kind", name_of_value(row.kind));
            field("time", row.time);
            out_.list_field("equations", numbers_of(row.equations));
            place(row.source);
            out_.end_object();
        });
    }

    void write_conditions() {
        out_.items_field("conditions", document_.when_conditions, [&](WhenCondition const& row) {
            out_.begin_object();
            field("condition", row.condition);
            out_.list_field("equations", numbers_of(row.equations));
            place(row.source);
            out_.end_object();
        });
        out_.items_field("triggers", document_.triggers, [&](Trigger const& row) {
            out_.begin_object();
            out_.always("equation", row.equation + 1);
            out_.list_field("equations", numbers_of(row.equations));
            out_.end_object();
        });
    }

    void write_operators() {
        out_.items_field("samplings", document_.samplings, [&](Sampling const& row) {
            out_.begin_object();
            field("start", row.start);
            field("interval", row.interval);
            out_.end_object();
        });
        out_.items_field("delays", document_.delays, [&](DelayOperator const& row) {
            out_.begin_object();
            field("value", row.value);
            field("by", row.delay_time);
            out_.end_object();
        });
    }

    void write_effects() {
        out_.items_field("actions", document_.actions, [&](Action const& row) {
            out_.begin_object();
            if (row.kind != ActionKind::terminate) out_.always("kind", name_of_value(row.kind));
            field("value", row.value);
            out_.list_field("conditions", numbers_of(row.conditions));
            place(row.source);
            out_.end_object();
        });
        out_.items_field("assertions", document_.assertions, [&](Assertion const& row) {
            out_.begin_object();
            field("condition", row.condition);
            field("message", row.message);
            if (row.level != AssertionLevel::error) out_.always("level", name_of_value(row.level));
            place(row.source);
            out_.end_object();
        });
    }

    void write_clocks() {
        out_.items_field("clocks", document_.clocks, [&](BaseClock const& row) {
            out_.begin_object();
            out_.text_field("name", context_.text(row.name));
            if (row.kind != ClockKind::periodic) out_.always("kind", name_of_value(row.kind));
            field("interval", row.interval);
            field("resolution", row.resolution);
            field("condition", row.condition);
            place(row.source);
            out_.end_object();
        });
        std::size_t number = 0;
        out_.items_field("partitions", document_.partitions, [&](ClockedPartition const& row) {
            out_.begin_object();
            out_.always("clock", row.base + 1);
            out_.always("factor", fraction(row.factor_numerator, row.factor_denominator));
            out_.always("shift", fraction(row.shift_numerator, row.shift_denominator));
            out_.text_field("solverMethod", context_.text(row.solver_method));
            out_.always("set", "P" + std::to_string(++number) + ".Eq");
            out_.always("equations", static_cast<std::int64_t>(row.equations.equations.size()));
            out_.end_object();
        });
    }

    // ---- the graph ----

    struct Edge {
        std::string from;
        std::string to;
        friend auto operator<=>(Edge const&, Edge const&) = default;
    };

    void node(std::string const& id, std::string_view kind, std::string_view text, SourceSpan source = {}) {
        out_.begin_object();
        out_.always("id", id);
        out_.always("kind", kind);
        out_.always("text", text.substr(0, longest_text));
        place(source);
        out_.end_object();
    }

    static std::string id(char letter, std::size_t row) { return letter + std::to_string(row + 1); }

    void write_graph() {
        link_conditions();
        for (std::size_t i = 0; i < document_.zero_crossings.size(); ++i) {
            // Equations that one of its conditions triggers get their edge from the condition.
            std::set<std::uint32_t> behind;
            for (std::uint32_t const condition : conditions_of_[id('z', i)]) {
                behind.insert(document_.when_conditions[condition].equations.begin(),
                              document_.when_conditions[condition].equations.end());
            }
            std::vector<std::uint32_t> direct = document_.zero_crossings[i].equations;
            std::erase_if(direct, [&](std::uint32_t row) { return behind.contains(row); });
            link(id('z', i), direct);
        }
        for (std::size_t i = 0; i < document_.when_conditions.size(); ++i) {
            link(id('w', i), document_.when_conditions[i].equations);
        }
        for (Trigger const& trigger : document_.triggers) {
            equations_.insert(trigger.equation);
            link(id('e', trigger.equation), trigger.equations);
        }
        for (std::size_t i = 0; i < document_.actions.size(); ++i) {
            for (std::uint32_t const row : document_.actions[i].conditions) {
                edges_.push_back({id('w', row), id('a', i)});
            }
        }
        for (std::size_t i = 0; i < document_.partitions.size(); ++i) {
            edges_.push_back({id('c', document_.partitions[i].base), id('p', i)});
        }
        out_.key("graph");
        out_.begin_object();
        write_nodes();
        std::ranges::sort(edges_);
        edges_.erase(std::unique(edges_.begin(), edges_.end()), edges_.end());
        out_.key("edges");
        out_.begin_list();
        for (Edge const& edge : edges_) {
            out_.begin_list();
            out_.text(edge.from);
            out_.text(edge.to);
            out_.end_list();
        }
        out_.end_list();
        out_.end_object();
    }

    void link(std::string const& from, std::vector<std::uint32_t> const& rows) {
        for (std::uint32_t const row : rows) {
            equations_.insert(row);
            edges_.push_back({from, id('e', row)});
        }
    }

    // From what is remembered between events to the conditions that contain it.
    void link_conditions() {
        for (std::uint32_t i = 0; i < document_.when_conditions.size(); ++i) {
            std::vector<ExprId> stack = {document_.when_conditions[i].condition};
            std::unordered_set<ExprId> seen;
            while (!stack.empty()) {
                ExprId const expr = stack.back();
                stack.pop_back();
                if (!seen.insert(expr).second) continue;
                RememberedRow const row = context_.write_context.remembered.of(expr);
                bool const is_shown = row.kind == RememberedKind::relation || row.kind == RememberedKind::sampling;
                if (row.number != 0 && is_shown) {
                    std::string const from = id(row.kind == RememberedKind::relation ? 'z' : 's', row.number - 1);
                    edges_.push_back({from, id('w', i)});
                    conditions_of_[from].push_back(i);
                }
                for (ExprId const operand : document_.exprs.operands(expr)) stack.push_back(operand);
            }
        }
    }

    void write_nodes() {
        Formulas const& formulas = context_.formulas;
        out_.key("nodes");
        out_.begin_list();
        for (std::size_t i = 0; i < document_.zero_crossings.size(); ++i) {
            ZeroCrossing const& row = document_.zero_crossings[i];
            node(id('z', i), "crossing", formulas.text(row.relation ? row.relation : row.function), row.source);
        }
        for (std::size_t i = 0; i < document_.samplings.size(); ++i) {
            node(id('s', i), "sampling", formulas.text(document_.samplings[i].call));
        }
        for (std::size_t i = 0; i < document_.when_conditions.size(); ++i) {
            WhenCondition const& row = document_.when_conditions[i];
            node(id('w', i), "condition", formulas.text(row.condition), row.source);
        }
        for (std::uint32_t const row : equations_) {
            if (row >= document_.reinitialization.equations.size()) continue;
            SetEquation const& equation = document_.reinitialization.equations[row];
            node(id('e', row), "equation", formulas.text(equation.target), equation.provenance.source);
        }
        for (std::size_t i = 0; i < document_.actions.size(); ++i) {
            node(id('a', i), "action", formulas.text(document_.actions[i].value), document_.actions[i].source);
        }
        for (std::size_t i = 0; i < document_.clocks.size(); ++i) {
            node(id('c', i), "clock", context_.text(document_.clocks[i].name), document_.clocks[i].source);
        }
        for (std::size_t i = 0; i < document_.partitions.size(); ++i) {
            node(id('p', i), "partition", "partition " + std::to_string(i + 1));
        }
        out_.end_list();
    }

    ShowContext& context_;
    Document const& document_;
    JsonWriter out_;
    std::vector<Edge> edges_;
    std::set<std::uint32_t> equations_;  // of riEq: those that something can make active
    std::unordered_map<std::string, std::vector<std::uint32_t>> conditions_of_;
};

}  // namespace

void write_events(ShowContext& context, TakeChunk const& take) { take("events", EventChunk(context).run()); }

}  // namespace moo
