#include "moo/passes/dependency_graph.h"

#include <algorithm>

namespace moo {

DependencyGraph::DependencyGraph(Document const& document, FactorWalk walk)
    : document_(document), exprs_(document.exprs), walk_(std::move(walk)) {
    for (auto& columns : columns_) columns.resize(document.variables.size(), no_index);
}

// ---- known variables ---------------------------------------------------------------------------------

void DependencyGraph::add_known(VariableUse use) {
    columns_[static_cast<std::size_t>(use.occurrence)][use.variable] = incidence_.add_column();
    matching_.row_of_column.push_back(unmatched);
    known_.push_back(use);
}

void DependencyGraph::add_time() {
    time_column_ = incidence_.add_column();
    matching_.row_of_column.push_back(unmatched);
    known_.push_back({VarId(), Occurrence::value});
}

void DependencyGraph::remember(VarId variable) {
    columns_[static_cast<std::size_t>(Occurrence::previous)][variable] = column_of({variable, Occurrence::value});
}

// ---- equations ---------------------------------------------------------------------------------------

std::uint32_t* DependencyGraph::column_of_target(ExprId target) {
    VarId const variable = exprs_.referenced_variable(target);
    ExprKind const kind = exprs_.kind(target);
    Occurrence const occurrence = kind == ExprKind::der   ? Occurrence::derivative
                                  : kind == ExprKind::pre ? Occurrence::previous
                                                          : Occurrence::value;
    if (!variable) return nullptr;
    std::uint32_t& column = columns_[static_cast<std::size_t>(occurrence)][variable];
    bool const is_known = column != no_index && column < known_count() && occurrence != Occurrence::previous;
    return is_known ? nullptr : &column;
}

// Only Reals have factors.
void DependencyGraph::begin_row(bool is_real, Factor least) {
    row_least_ = is_real ? least : Factor::dependent;
    row_.clear();
}

void DependencyGraph::use(ExprId value, Factor least) {
    least = std::max(least, row_least_);
    for (FactoredUse const& each : walk_.uses(value, least)) {
        if (std::uint32_t const column = column_of(each.use); column != no_index)
            row_.emplace_back(column, each.factor);
    }
    if (walk_.met_time() && time_column_ != no_index) row_.emplace_back(time_column_, walk_.time_factor());
}

void DependencyGraph::end_row() {
    std::sort(row_.begin(), row_.end());
    row_columns_.clear();
    for (auto const& [column, factor] : row_) {
        auto const level = static_cast<std::uint8_t>(factor);
        if (!row_columns_.empty() && row_columns_.back() == column) {
            levels_.entries.back() = level;
            continue;
        }
        row_columns_.push_back(column);
        levels_.entries.push_back(level);
    }
    std::uint32_t const row = incidence_.row_count();
    incidence_.add_row(row_columns_);
    order_.rows.push_back(row);
}

void DependencyGraph::end_block(Factor least) {
    auto const end = static_cast<std::uint32_t>(order_.rows.size());
    if (end == order_.starts.back()) return;
    order_.starts.push_back(end);
    levels_.blocks.push_back(static_cast<std::uint8_t>(least));
}

void DependencyGraph::add_equation(SetEquation const& equation, std::span<ExprId const> conditions) {
    bool const is_instant = equation.form == EquationForm::instant;
    begin_row(exprs_.type(equation.target) == types::real, is_instant ? Factor::discrete : Factor::constant);
    use(equation.value, Factor::constant);
    for (ExprId const condition : conditions) use(condition, Factor::dependent);
    end_row();
}

void DependencyGraph::add_equations(EquationSet const& set, std::vector<std::vector<ExprId>> const& conditions) {
    std::vector<bool> is_passed_over(set.equations.size());
    for (std::uint32_t i = 0; i < set.equations.size(); ++i) {
        std::uint32_t* const column = column_of_target(set.equations[i].target);
        is_passed_over[i] = column == nullptr;
        if (column == nullptr) continue;
        auto const row = static_cast<std::uint32_t>(matching_.column_of_row.size());
        *column = incidence_.add_column();
        matching_.column_of_row.push_back(*column);
        matching_.row_of_column.push_back(row);
    }
    std::size_t at_jacobian = 0;
    for (std::size_t b = 0; b < set.block_count(); ++b) {
        for (std::uint32_t i = set.block_starts[b]; i < set.block_starts[b + 1]; ++i) {
            if (is_passed_over[i]) continue;
            add_equation(set.equations[i], conditions.empty() ? std::span<ExprId const>() : conditions[i]);
        }
        end_block(block_factor(set, b, at_jacobian));
    }
}

// For a single assignment there is none. The solution of a linear system depends on the entries of its matrix.
Factor DependencyGraph::block_factor(EquationSet const& set, std::size_t block, std::size_t& at_jacobian) {
    BlockKind const kind = set.blocks[block].kind;
    bool const is_single = set.block_starts[block + 1] - set.block_starts[block] == 1;
    if (kind == BlockKind::assign || (is_single && set.block(block)[0].form == EquationForm::assignment)) {
        return Factor::constant;
    }
    if (kind != BlockKind::linear) return Factor::dependent;
    Factor factor = Factor::constant;
    std::uint32_t const end = set.block_starts[block + 1];
    for (; at_jacobian < set.jacobian.size() && set.jacobian[at_jacobian].row < end; ++at_jacobian) {
        JacobianEntry const& entry = set.jacobian[at_jacobian];
        if (entry.row >= set.block_starts[block]) factor = std::max(factor, walk_.variation(entry.value));
    }
    return factor;
}

void DependencyGraph::add_assignment(VariableUse target, ExprId value) {
    std::uint32_t const column = add_value(value, document_.variables[target.variable].type);
    columns_[static_cast<std::size_t>(target.occurrence)][target.variable] = column;
}

std::uint32_t DependencyGraph::add_value(ExprId value, TypeId type) {
    begin_row(type == types::real, Factor::constant);
    use(value, Factor::constant);
    std::uint32_t const column = incidence_.add_column();
    matching_.row_of_column.push_back(static_cast<std::uint32_t>(matching_.column_of_row.size()));
    matching_.column_of_row.push_back(column);
    end_row();
    end_block(Factor::constant);
    return column;
}

// ---- what is needed ----------------------------------------------------------------------------------

DependencyGraph::Needs DependencyGraph::needs(std::span<std::uint32_t const> wanted, std::uint32_t first,
                                              std::uint32_t end) const {
    NeededOptions options;
    options.first_column = first;
    options.end_column = end;
    std::vector<std::uint32_t> columns;
    for (std::uint32_t const column : wanted) {
        if (column != no_index) columns.push_back(column);
    }
    NeededColumns const found = needed_columns(incidence_, matching_, order_, columns, options, levels_);
    Needs needs;
    std::uint32_t row = 0;
    for (std::uint32_t const column : wanted) {
        needs.rows.emplace_back();
        needs.is_open.push_back(column != no_index && found.is_all[row]);
        if (column == no_index) continue;
        std::uint32_t entry = found.pattern.first_entry(row);
        for (std::uint32_t const known : found.pattern.row(row)) {
            // A graph without any entries has no levels.
            Factor const factor = found.levels.empty() ? Factor::constant : static_cast<Factor>(found.levels[entry++]);
            bool const is_derivative = known_[known].occurrence == Occurrence::derivative;
            needs.rows.back().push_back({known, known_[known].variable, is_derivative, factor});
        }
        ++row;
    }
    return needs;
}

}  // namespace moo
