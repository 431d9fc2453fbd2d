#include "backends/show/overview.h"

#include <algorithm>

namespace moo {

std::uint32_t structural_index(ModelFacts const& facts) {
    Document const& document = facts.document();
    bool has_algebraic = !document.aliases.empty() || !document.recovered.empty();
    std::uint32_t most = 0;
    auto const add = [&](Provenance const& provenance) { most = std::max(most, provenance.differentiations); };
    for (SetEquation const& equation : document.integration.equations) {
        has_algebraic = has_algebraic || document.exprs.kind(equation.target) != ExprKind::der;
        add(equation.provenance);
    }
    for (Alias const& alias : document.aliases) add(alias.provenance);
    for (Recovered const& recovered : document.recovered) add(recovered.provenance);
    return has_algebraic || most > 0 ? 1 + most : 0;
}

std::vector<LoopRow> list_loops(ModelFacts const& facts) {
    std::vector<LoopRow> loops;
    for (std::uint32_t set = 0; set < facts.sets().size(); ++set) {
        EquationSet const& equations = *facts.sets()[set].set;
        for (std::size_t block = 0; block < equations.block_count(); ++block) {
            std::span<SetEquation const> const rows = equations.block(block);
            if (is_loop(rows)) loops.push_back({set, block, rows.size(), rows.size() - torn_count(rows)});
        }
    }
    std::ranges::stable_sort(loops, std::ranges::greater(), &LoopRow::equations);
    return loops;
}

std::vector<Assumption> list_assumptions(ShowContext const& context) {
    std::vector<Assumption> found;
    constexpr std::uint32_t initialization = 1;  // its place among the sets
    std::vector<SetEquation> const& equations = context.document.initialization.equations;
    for (std::uint32_t row = 0; row < equations.size(); ++row) {
        ProvenanceKind const kind = equations[row].provenance.kind;
        bool const is_guess = kind == ProvenanceKind::guessed_start;
        if (!is_guess && kind != ProvenanceKind::default_start) continue;
        VarId const variable = context.document.exprs.referenced_variable(equations[row].target);
        std::string text =
            context.formulas.text(equations[row].target) + " = " + context.formulas.text(equations[row].value) + ": ";
        text += is_guess ? "its start value, which is not fixed, because nothing else determines it"
                         : "the default of the language, because nothing else determines it";
        found.push_back({{initialization, row}, variable, std::move(text)});
    }
    return found;
}

}  // namespace moo
