// The chunks `structure`, `loops` and `jacobian`.
#include "backends/show/chunks.h"
#include "moo/model/describe_document.h"
#include "moo/structure/colouring.h"

namespace moo {

namespace {

// Values of larger Jacobians are not shown.
constexpr std::size_t most_values = 400;

char letter_of(BlockKind kind) {
    switch (kind) {
        case BlockKind::assign: return 'a';
        case BlockKind::linear: return 'l';
        case BlockKind::nonlinear: return 'n';
        case BlockKind::mixed: return 'm';
        case BlockKind::algorithm: return 'f';
    }
    return 'a';
}

char letter_of(Serves serves) {
    if (serves.derivatives) return 'd';
    if (serves.crossings) return 'c';
    return serves.outputs ? 'o' : 'x';
}

char letter_of(EntryKind kind) {
    switch (kind) {
        case EntryKind::dependent: return 'd';
        case EntryKind::constant: return 'c';
        case EntryKind::per_event: return 'p';
    }
    return 'd';
}

char letter_of(EquationForm form) {
    switch (form) {
        case EquationForm::assignment: return 'a';
        case EquationForm::residual: return 'r';
        case EquationForm::instant: return 'i';
    }
    return 'a';
}

// `rows` and `columns` in compressed rows.
void write_incidence(JsonWriter& out, Incidence const& incidence) {
    std::vector<std::uint32_t> starts = {0};
    std::vector<std::uint32_t> columns;
    for (std::uint32_t row = 0; row < incidence.row_count(); ++row) {
        columns.insert(columns.end(), incidence.row(row).begin(), incidence.row(row).end());
        starts.push_back(static_cast<std::uint32_t>(columns.size()));
    }
    out.list("rows", starts);
    out.list("columns", columns);
}

std::string structure_chunk(ShowContext& context, std::uint32_t number) {
    EquationSet const& set = *context.facts.sets()[number].set;
    std::string kinds;
    std::string serves;
    std::string forms;
    std::vector<std::size_t> torn;
    for (std::size_t block = 0; block < set.block_count(); ++block) {
        BlockFacts const facts = block < set.blocks.size() ? set.blocks[block] : default_facts(set.block(block));
        kinds += letter_of(facts.kind);
        serves += letter_of(facts.serves);
        torn.push_back(torn_count(set.block(block)));
    }
    std::vector<std::int64_t> targets;
    std::vector<std::uint32_t> components;
    for (SetEquation const& equation : set.equations) {
        VarId const target = context.document.exprs.referenced_variable(equation.target);
        targets.push_back(target ? std::int64_t{target.index()} : -1);
        components.push_back(context.facts.component_of(equation.provenance.instance));
        forms += letter_of(equation.form);
    }
    JsonWriter out;
    out.begin_object();
    out.list("starts", set.block_starts);
    out.always("kinds", kinds);
    out.always("serves", serves);
    out.list("torn", torn);
    out.list("targets", targets);
    out.always("forms", forms);
    out.list("components", components);
    write_incidence(out, context.facts.incidence(number));
    out.end_object();
    return out.take();
}

class LoopRows {
public:
    LoopRows(ShowContext& context, Explanations& explanations, std::uint32_t set)
        : context_(context),
          explanations_(explanations),
          number_(set),
          shown_(context.facts.sets()[set]),
          set_(*shown_.set) {}

    // Empty if the set has no loops.
    std::string run() {
        bool has_loops = false;
        out_.begin_object();
        for (std::size_t block = 0; block < set_.block_count(); ++block) {
            if (!is_loop(set_.block(block))) continue;
            has_loops = true;
            write(block);
        }
        out_.end_object();
        return has_loops ? out_.take() : std::string();
    }

private:
    void write(std::size_t block) {
        std::span<SetEquation const> const equations = set_.block(block);
        out_.key(std::to_string(block + 1));
        out_.begin_object();
        out_.always("kind", block_kind(shown_, block));
        if (block < set_.blocks.size()) out_.always("jacobian", name_of_value(set_.blocks[block].jacobian));
        out_.always("equations", static_cast<std::int64_t>(equations.size()));
        std::vector<std::uint32_t> iteration;
        for (SetEquation const& equation : equations.subspan(torn_count(equations))) {
            VarId const target = context_.document.exprs.referenced_variable(equation.target);
            if (target) iteration.push_back(target.index());
        }
        out_.list("iteration", iteration);
        out_.always("why", explanations_.loop_components_text(number_, block));
        out_.items_field("connections", explanations_.loop_connections(number_, block),
                         [&](SourceSpan span) { context_.places.write(out_, span); });
        write_jacobian(block);
        out_.end_object();
    }

    void write_jacobian(std::size_t block) {
        std::uint32_t const first = set_.block_starts[block];
        std::uint32_t const end = set_.block_starts[block + 1];
        while (entry_ < set_.jacobian.size() && set_.jacobian[entry_].row < first) ++entry_;
        Incidence pattern(end - first);
        std::string kinds;
        std::vector<ExprId> values;
        std::vector<std::uint32_t> columns;
        for (std::uint32_t row = first; row < end; ++row) {
            columns.clear();
            for (; entry_ < set_.jacobian.size() && set_.jacobian[entry_].row == row; ++entry_) {
                columns.push_back(set_.jacobian[entry_].column - first);
                kinds += letter_of(set_.jacobian[entry_].kind);
                values.push_back(set_.jacobian[entry_].value);
            }
            pattern.add_row(columns);
        }
        if (values.empty()) return;
        write_incidence(out_, pattern);
        out_.always("entries", kinds);
        if (values.size() <= most_values) {
            out_.items_field("values", values, [&](ExprId value) { context_.formulas.write(out_, value); });
        }
        ColumnColouring const colouring = colour_columns(pattern);
        out_.list("colours", colouring.colour_of_column);
        out_.always("colourCount", colouring.colour_count());
    }

    ShowContext& context_;
    Explanations& explanations_;
    std::uint32_t number_;
    ShownSet const& shown_;
    EquationSet const& set_;
    JsonWriter out_;
    std::size_t entry_ = 0;  // of the Jacobian
};

}  // namespace

StateJacobian state_jacobian(Document const& document) {
    StateJacobian result;
    result.states = document.states();
    std::unordered_map<VarId, std::uint32_t> numbers;
    for (VarId const state : result.states) numbers.emplace(state, static_cast<std::uint32_t>(numbers.size()));
    std::vector<std::vector<std::uint32_t>> rows(result.states.size());
    for (Dependency const& dependency : document.dependencies.derivatives) {
        auto const row = numbers.find(document.exprs.referenced_variable(dependency.unknown));
        if (row == numbers.end()) continue;
        for (DependencyTerm const& term : dependency.terms) {
            if (auto const column = numbers.find(term.on); column != numbers.end()) {
                rows[row->second].push_back(column->second);
            }
        }
        std::ranges::sort(rows[row->second]);
    }
    result.pattern = Incidence(static_cast<std::uint32_t>(result.states.size()));
    for (std::vector<std::uint32_t> const& row : rows) result.pattern.add_row(row);
    result.colours = document.dependencies.state_colours;
    for (std::uint32_t const colour : result.colours) result.colour_count = std::max(result.colour_count, colour + 1);
    return result;
}

void write_structure(ShowContext& context, Explanations& explanations, TakeChunk const& take) {
    for (std::uint32_t set = 0; set < context.facts.sets().size(); ++set) {
        std::string const& name = context.facts.sets()[set].name;
        if (context.facts.sets()[set].set->empty()) continue;
        take("structure/" + name, structure_chunk(context, set));
        std::string loops = LoopRows(context, explanations, set).run();
        if (!loops.empty()) take("loops/" + name, std::move(loops));
    }
    if (context.document.dependencies.derivatives.empty()) return;
    StateJacobian const jacobian = state_jacobian(context.document);
    JsonWriter out;
    out.begin_object();
    std::vector<std::uint32_t> states;
    for (VarId const state : jacobian.states) states.push_back(state.index());
    out.list("states", states);
    write_incidence(out, jacobian.pattern);
    out.list("colours", jacobian.colours);
    out.always("colourCount", jacobian.colour_count);
    out.end_object();
    take("jacobian", out.take());
}

}  // namespace moo
