#include "backends/show/model_facts.h"

#include <algorithm>
#include <array>

namespace moo {

namespace {

constexpr std::array<std::string_view, variable_kind_count> kind_names = {
    "state", "algebraic", "discrete", "parameter", "constant", "input", "alias", "recovered"};

VariableKind kind_of_role(Role role) {
    switch (role) {
        case Role::state: return VariableKind::state;
        case Role::algebraic: return VariableKind::algebraic;
        case Role::discrete: return VariableKind::discrete;
        case Role::parameter: return VariableKind::parameter;
        case Role::constant: return VariableKind::constant;
        case Role::input: return VariableKind::input;
    }
    return VariableKind::algebraic;
}

}  // namespace

std::string_view kind_name(VariableKind kind) { return kind_names[static_cast<std::size_t>(kind)]; }

char kind_letter(VariableKind kind) { return "sxdpciar"[static_cast<std::size_t>(kind)]; }

std::size_t torn_count(std::span<SetEquation const> block) {
    if (!is_loop(block)) return 0;
    auto const first = std::ranges::find(block, EquationForm::residual, &SetEquation::form);
    return static_cast<std::size_t>(first - block.begin());
}

bool is_loop(std::span<SetEquation const> block) {
    return block.size() > 1 || block.front().form == EquationForm::residual;
}

ModelFacts::ModelFacts(Document const& document, Interner const& interner)
    : document_(document),
      interner_(interner),
      kinds_(document.variables.size()),
      kept_rows_(document.variables.size(), 0),
      defined_by_(document.variables.size()),
      used_by_(document.variables.size()),
      aliases_of_(document.variables.size()),
      walk_(document.exprs),
      rows_of_targets_(document.exprs.size(), no_index),
      variable_components_(document.variables.size(), 0) {
    list_sets();
    find_kinds();
    for (std::uint32_t set = 0; set < sets_.size(); ++set) find_uses(set);
    rows_of_targets_ = {};
    build_components();
}

VarId ModelFacts::find_variable(std::string_view name) const {
    for (VarId const id : document_.variables.ids()) {
        if (name_of(id) == name) return id;
    }
    return {};
}

void ModelFacts::list_sets() {
    sets_.push_back({"Eq", "between events", &document_.integration});
    sets_.push_back({"iEq", "at the start", &document_.initialization});
    sets_.push_back({"riEq", "at events", &document_.reinitialization});
    for (std::size_t i = 0; i < document_.partitions.size(); ++i) {
        std::string const number = std::to_string(i + 1);
        std::string const clock = std::to_string(document_.partitions[i].base + 1);
        sets_.push_back({"P" + number + ".Eq", "at ticks of clock " + clock + ", partition " + number,
                         &document_.partitions[i].equations});
    }
}

void ModelFacts::find_kinds() {
    for (VarId const id : document_.variables.ids()) kinds_[id] = kind_of_role(document_.facts[id].role);
    for (std::size_t i = 0; i < document_.aliases.size(); ++i) {
        Alias const& alias = document_.aliases[i];
        kinds_[alias.variable] = VariableKind::alias;
        kept_rows_[alias.variable] = static_cast<std::uint32_t>(i);
        aliases_of_[alias.target].push_back(alias.variable);
    }
    for (std::size_t i = 0; i < document_.recovered.size(); ++i) {
        kinds_[document_.recovered[i].variable] = VariableKind::recovered;
        kept_rows_[document_.recovered[i].variable] = static_cast<std::uint32_t>(i);
    }
}

void ModelFacts::find_uses(std::uint32_t set) {
    std::vector<SetEquation> const& equations = sets_[set].set->equations;
    // Instant equations may have the same target as others: the first one is what a use refers to.
    for (std::uint32_t row = 0; row < equations.size(); ++row) {
        std::uint32_t& known = rows_of_targets_[equations[row].target.index()];
        if (known == no_index) known = row;
        if (VarId const target = document_.exprs.referenced_variable(equations[row].target)) {
            defined_by_[target].push_back({set, row});
        }
    }
    Incidence incidence(static_cast<std::uint32_t>(equations.size()));
    std::vector<std::uint32_t> columns;
    for (std::uint32_t row = 0; row < equations.size(); ++row) {
        columns.clear();
        bool const has_own = equations[row].form != EquationForm::residual;
        if (has_own) columns.push_back(row);
        for (ExprId const reference : walk_.references(equations[row].value)) {
            std::uint32_t const column = rows_of_targets_[reference.index()];
            if (column != no_index) columns.push_back(column);
            VarId const variable = document_.exprs.referenced_variable(reference);
            // x and der(x) in one equation are one use of x.
            if (!variable || document_.variables[variable].variability == Variability::constant) continue;
            std::vector<EquationRef>& known = used_by_[variable];
            if (known.empty() || known.back() != EquationRef{set, row}) known.push_back({set, row});
        }
        std::ranges::sort(columns);
        columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
        incidence.add_row(columns);
    }
    incidences_.push_back(std::move(incidence));
    for (SetEquation const& equation : equations) rows_of_targets_[equation.target.index()] = no_index;
}

void ModelFacts::build_components() {
    for (VarId const id : document_.variables.ids()) {
        Variable const& variable = document_.variables[id];
        std::string_view const instance =
            variable.instance ? interner_.text(variable.instance) : path_around(interner_.text(variable.name));
        variable_components_[id] = components_.add(instance);
        components_.count_variable(variable_components_[id]);
    }
    for (ShownSet const& set : sets_) {
        // Each equation counts once: those that hold between events, and those that hold at ticks.
        bool const counts = set.set != &document_.initialization && set.set != &document_.reinitialization;
        for (SetEquation const& equation : set.set->equations) {
            Symbol const instance = equation.provenance.instance;
            std::uint32_t const row = components_.add(instance ? interner_.text(instance) : std::string_view());
            if (counts) components_.count_equation(row);
        }
    }
    components_.add_up();
}

std::string ModelFacts::equation_name(EquationRef ref) const {
    return sets_[ref.set].name + "." + std::to_string(ref.row + 1);
}

std::string ModelFacts::block_name(std::uint32_t set, std::size_t block) const {
    return sets_[set].name + "/" + std::to_string(block + 1);
}

std::size_t ModelFacts::block_of(EquationRef ref) const {
    std::vector<std::uint32_t> const& starts = sets_[ref.set].set->block_starts;
    return static_cast<std::size_t>(std::ranges::upper_bound(starts, ref.row) - starts.begin()) - 1;
}

ModelFacts::Representative ModelFacts::representative(VarId variable) const {
    Representative found{variable};
    while (kinds_[found.variable] == VariableKind::alias) {
        Alias const& row = alias(found.variable);
        found = {row.target, found.is_negated != row.is_negated};
    }
    return found;
}

std::vector<VarId> ModelFacts::uses(ExprId expr) const {
    std::vector<VarId> found;
    for (VariableUse const& use : walk_.uses(expr)) found.push_back(use.variable);
    std::ranges::sort(found);
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
}

}  // namespace moo
