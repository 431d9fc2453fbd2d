#include "frontend/flatten/flattener.h"

#include "frontend/clocks/partition_clocks.h"
#include "frontend/flatten/check_acyclic.h"
#include "frontend/flatten/check_assigned.h"
#include "frontend/flatten/check_discrete.h"
#include "frontend/flatten/check_hybrid.h"
#include "frontend/flatten/check_reference_level.h"
#include "frontend/flatten/check_reinit.h"
#include "frontend/flatten/split_initial_when.h"
#include "frontend/icons/collect_outside.h"
#include "moo/lower/annotation.h"
#include "moo/units/check_units.h"

namespace moo {

namespace {

constexpr Message<std::string_view> experiment_value{DiagnosticKind::TypeMismatch,
                                                     "`{}` of the experiment is not a number"};

}  // namespace

Flattener::Flattener(Instances& instances, FlatModel& model, ElaboratorOptions const& options)
    : instances_(instances),
      model_(model),
      elaborator_(instances, model, options),
      state_machines_(elaborator_),
      connections_(elaborator_, state_machines_),
      exprs_(model.exprs),
      interner_(instances.interner()),
      diagnostics_(instances.diagnostics()),
      checks_(instances),
      connector_checks_(elaborator_),
      free_variables_(model.exprs) {
    for (std::size_t i = 0; i < attribute_count; ++i) {
        attribute_symbols_[i] = interner_.intern(attribute_name(static_cast<Attribute>(i)));
    }
}

void Flattener::run(Node& model_class, Settings const& settings) {
    model_.description =
        interner_.intern(model_class.def->ast->description_text(model_class.def->syntax().comment.description));
    Layers layers;
    if (settings.modification) append_layer(layers, *settings.ast, settings.modification, &model_class);
    Node* const root = instances_.classes.derive(model_class, std::move(layers));
    root->holder = nullptr;
    root->path = interner_.intern("");
    root->is_in_model = true;

    list_components(*root);
    if (diagnostics_.has_errors()) return;
    connections_.expand(nodes_, expandable_);
    for (Component* const component : expandable_) {
        for (Node* const value : instances_.components.values_of(*component)) list_components(*value);
    }
    if (diagnostics_.has_errors()) return;
    state_machines_.find(nodes_);
    for (Component* const component : state_machines_.outputs()) list_component(*component->parent, *component);
    if (diagnostics_.has_errors()) return;
    connections_.collect(nodes_);
    elaborator_.add_answers(connections_);
    for (Component* const component : variables_) finish_variable(*component);
    share_attributes();
    for (Component* const component : records_) add_record_binding(*component);
    for (Node* const node : nodes_) flatten_node(*node);
    settle_ifs(model_.equations);
    settle_ifs(model_.initial_equations);
    connections_.add_equations(model_);
    state_machines_.translate(nodes_);
    elaborator_.finish_used([this](Component& constant) { finish_variable(constant); });
    read_experiment(model_class);
    if (diagnostics_.has_errors()) return;
    collect_places(*root, *model_class.def);
    connector_checks_.run();
    check_acyclic(elaborator_);
    check_assigned(model_, interner_, diagnostics_);
    check_hybrid(model_, interner_, diagnostics_);
    if (diagnostics_.has_errors()) return;
    DiscreteTime discrete(model_);
    split_initial_when(model_);
    if (Balance const balance = count_balance(model_); !balance.is_even()) {
        std::unordered_set<std::string> const open = open_inputs();
        check_units(model_, interner_, diagnostics_);
        report_balance(
            model_, balance, count_given(*root),
            [&](std::string_view name) { return open.contains(std::string(name)); }, interner_,
            model_class.def->syntax().name.span, diagnostics_);
        return;
    }
    if (!diagnostics_.has_errors()) check_reinit(model_, discrete, interner_, diagnostics_);
    if (!diagnostics_.has_errors()) check_reference_level(elaborator_);
    check_units(model_, interner_, diagnostics_);
    if (!diagnostics_.has_errors()) partition_clocks(model_, interner_, diagnostics_);
    if (!diagnostics_.has_errors()) check_discrete(elaborator_, discrete);
    if (!diagnostics_.has_errors()) collect_outside(elaborator_, *root);
}

void Flattener::read_experiment(Node& model_class) {
    ast::Ast const& ast = *model_class.def->ast;
    ast::ModificationId const annotation = model_class.def->syntax().comment.annotation;
    if (!annotation) return;
    ast::ModificationId const experiment = find_argument(ast, interner_, annotation, "experiment");
    if (!experiment) return;
    auto const read = [&](char const* name, std::optional<double>& target) {
        ast::ModificationId const found = find_argument(ast, interner_, experiment, name);
        if (!found || !ast[found].value) return;
        ExprId const value = elaborator_.lower(ast, ast[found].value, &model_class);
        if (!value) return;
        Value const number = elaborator_.values.evaluate_or_report(value, ast[found].span, "the experiment");
        if (number.is_number()) {
            target = number.as_real();
        } else if (number.has_value()) {
            diagnostics_.error(ast[ast[found].value].span, experiment_value, name);
        }
    };
    read("StartTime", model_.experiment.start_time);
    read("StopTime", model_.experiment.stop_time);
    read("Tolerance", model_.experiment.tolerance);
    read("Interval", model_.experiment.interval);
}

}  // namespace moo
