// In which order are parameters computed?
//
// A parameter may be given in terms of others, in any order and across components: `R = U/I`, `U = 2*battery.U`. They
// are computed once, before the simulation, and again whenever a user sets one of them. So they have to be in an order
// in which each comes after those that it needs, and there must be no cycle.
//
// This is the problem of block order with an easy matching: parameter i is determined by its own binding. Row i has the
// column i and those of the parameters that its binding mentions. order_blocks (moo/structure/blt.cpp) sorts them, and
// a block of more than one parameter is a cycle, which is reported with all its members. A simple depth-first search
// would find the same order. With the general tool, one implementation without recursion is enough, and the order
// depends on nothing but the model.
//
// A parameter without a binding takes its start value (Modelica 3.6, section 4.5). Its binding and attributes may only
// mention parameters. This is the first pass that looks at all of them, so it checks that.

#include "moo/passes/order_parameters.h"

#include "moo/expr/free_variables.h"
#include "moo/passes/free_parameters.h"
#include "moo/passes/report_at.h"
#include "moo/structure/blt.h"

namespace moo {

namespace {

constexpr Message<std::string_view> missing_binding{DiagnosticKind::MissingBinding,
                                                    "parameter `{}` has neither a value nor a start value"};
constexpr Message<std::string_view> cyclic{DiagnosticKind::CyclicParameters,
                                           "the value of parameter `{}` depends on itself"};
constexpr Message<std::string_view, std::string_view> not_constant{
    DiagnosticKind::VariabilityMismatch, "the value of parameter `{}` depends on `{}`, which is not a parameter"};
constexpr Message<std::string_view, std::string_view, std::string_view> attribute_not_constant{
    DiagnosticKind::VariabilityMismatch, "`{}` of `{}` depends on `{}`, which is not a parameter"};

// The first part of an expression that changes with time; empty if there is none.
std::string_view changing_part(System& system, FreeVariables& walk, ExprId expr) {
    for (VariableUse const& use : walk.uses(expr)) {
        if (!system.document.variables[use.variable].is_parameter()) return system.name_of(use.variable);
    }
    return walk.contains(expr, system.exprs().time()) ? "time" : "";
}

void check_attributes(System& system, FreeVariables& walk, Diagnostics& diagnostics) {
    for (VarId const id : system.document.variables.ids()) {
        Variable const& variable = system.document.variables[id];
        for (std::size_t i = 0; i < attribute_count; ++i) {
            if (!variable.attributes[i]) continue;
            std::string_view const changing = changing_part(system, walk, variable.attributes[i]);
            if (changing.empty()) continue;
            error_at(system, diagnostics, variable, attribute_not_constant, attribute_name(static_cast<Attribute>(i)),
                     system.name_of(id), changing);
        }
    }
}

// A parameter without a value takes its start value (Modelica 3.6, section 4.5).
ExprId value_of(Variable const& variable) {
    return variable.binding ? variable.binding : variable.attribute(Attribute::start);
}

}  // namespace

bool order_parameters(System& system, PassOptions const&, Diagnostics& diagnostics) {
    Document& document = system.document;
    FreeVariables walk(system.exprs());
    // Row i computes parameter i; its columns are the parameters that it needs.
    std::vector<VarId> parameters;
    Store<VarId, std::uint32_t> column(document.variables.size(), unmatched);
    for (VarId const id : document.variables.ids()) {
        Variable const& variable = document.variables[id];
        if (!variable.is_parameter() || is_free_parameter(system.exprs(), variable)) continue;
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
            error_at(system, diagnostics, variable, missing_binding, system.name_of(parameters[i]));
        } else if (auto const changing = changing_part(system, walk, variable.binding); !changing.empty()) {
            error_at(system, diagnostics, variable, not_constant, system.name_of(parameters[i]), changing);
        } else {
            for (VariableUse const& use : walk.uses(variable.binding)) {
                if (use.variable == parameters[i]) {
                    error_at(system, diagnostics, variable, cyclic, system.name_of(parameters[i]));
                } else if (column[use.variable] != unmatched) {
                    row.push_back(column[use.variable]);
                }
            }
        }
        incidence.add_row(row);
        matching.column_of_row.push_back(i);
        matching.row_of_column.push_back(i);
    }
    check_attributes(system, walk, diagnostics);
    BlockOrder const order = order_blocks(incidence, matching);
    for (std::size_t b = 0; b < order.block_count(); ++b) {
        auto const block = order.block(b);
        VarId const first = parameters[block[0]];
        if (block.size() > 1) {
            auto report = error_at(system, diagnostics, document.variables[first], cyclic, system.name_of(first));
            for (std::uint32_t const other : block.subspan(1)) {
                report.note(document.variables[parameters[other]].source, "through `{}`",
                            system.name_of(parameters[other]));
            }
        }
        document.parameter_order.push_back(first);
    }
    return !diagnostics.has_errors();
}

}  // namespace moo
