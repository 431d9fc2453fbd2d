#include "moo/passes/order_parameters.h"

#include "moo/expr/free_variables.h"
#include "moo/structure/blt.h"

namespace moo {

namespace {

constexpr Message<std::string_view> missing_binding{DiagnosticKind::MissingBinding,
                                                    "parameter `{}` has neither a value nor a start value"};
constexpr Message<std::string_view> cyclic{DiagnosticKind::CyclicParameters,
                                           "the value of parameter `{}` depends on itself"};
constexpr Message<std::string_view, std::string_view> not_constant{
    DiagnosticKind::TypeMismatch, "the value of parameter `{}` depends on `{}`, which is not a parameter"};

// A parameter without a value takes its start value (Modelica 3.6, section 4.5).
ExprId value_of(Variable const& variable) {
    return variable.binding ? variable.binding : variable.attribute(Attribute::start);
}

}  // namespace

bool order_parameters(System& system, PassOptions const&, Diagnostics& diagnostics) {
    Document& document = system.document;
    FreeVariables walk(system.exprs());
    // Row i computes parameter i; its columns are the parameters it needs.
    std::vector<VarId> parameters;
    Store<VarId, std::uint32_t> column(document.variables.size(), unmatched);
    for (VarId const id : document.variables.ids()) {
        if (!document.variables[id].is_parameter()) continue;
        column[id] = static_cast<std::uint32_t>(parameters.size());
        parameters.push_back(id);
    }
    auto const count = static_cast<std::uint32_t>(parameters.size());
    Incidence incidence(count);
    Matching matching;
    std::vector<std::uint32_t> row;
    for (std::uint32_t i = 0; i < count; ++i) {
        Variable& variable = document.variables[parameters[i]];
        variable.binding = value_of(variable);
        row.assign(1, i);
        if (!variable.binding) {
            diagnostics.error(variable.source, missing_binding, system.name_of(parameters[i]));
        } else {
            for (VariableUse const& use : walk.uses(variable.binding)) {
                if (column[use.variable] == unmatched) {
                    diagnostics.error(variable.source, not_constant, system.name_of(parameters[i]),
                                      system.name_of(use.variable));
                } else if (use.variable == parameters[i]) {
                    diagnostics.error(variable.source, cyclic, system.name_of(parameters[i]));
                } else {
                    row.push_back(column[use.variable]);
                }
            }
        }
        incidence.add_row(row);
        matching.column_of_row.push_back(i);
        matching.row_of_column.push_back(i);
    }
    BlockOrder const order = order_blocks(incidence, matching);
    for (std::size_t b = 0; b < order.block_count(); ++b) {
        auto const block = order.block(b);
        VarId const first = parameters[block[0]];
        if (block.size() > 1) {
            auto report = diagnostics.error(document.variables[first].source, cyclic, system.name_of(first));
            for (std::uint32_t const other : block.subspan(1)) {
                report.note(document.variables[parameters[other]].source, "by way of `{}`",
                            system.name_of(parameters[other]));
            }
        }
        document.parameter_order.push_back(first);
    }
    return !diagnostics.has_errors();
}

}  // namespace moo
