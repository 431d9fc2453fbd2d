#include "moo/scalarize/scalarize.h"

#include <unordered_set>
#include <utility>

#include "moo/model/names.h"
#include "moo/scalarize/scalarizer.h"

namespace moo {

namespace {

using Text = std::string_view;
constexpr Message<Text, Text> not_known{DiagnosticKind::NotEvaluable, "`{}` cannot be split into scalars: {}"};
constexpr Message<Text, Text> mismatch{DiagnosticKind::TypeMismatch, "`{}` cannot be split into scalars: {}"};
constexpr Message<Text, Text> out_of_range{DiagnosticKind::SubscriptOutOfRange,
                                           "`{}` cannot be split into scalars: {}"};
constexpr Message<Text, Text> too_large{DiagnosticKind::ModelTooLarge, "`{}` cannot be split into scalars: {}"};
constexpr Message<Text, Text> unsupported{DiagnosticKind::UnsupportedConstruct,
                                          "`{}` cannot be split into scalars: {}"};

// Copies what stays as it is. False after a report.
class FunctionCopy {
public:
    explicit FunctionCopy(Scalarizer& s) : s_(s) {}

    bool run(FlatFunction const& function) {
        FlatFunction copy = function;
        for (FunctionVariable& variable : copy.variables) {
            source_ = variable.source;
            for (ExprId& size : variable.sizes) replace(size);
            replace(variable.binding);
        }
        source_ = function.source;
        run(copy.body);
        if (copy.external) {
            replace(copy.external->result);
            for (ExprId& argument : copy.external->arguments) replace(argument);
        }
        s_.to.functions.push_back(std::move(copy));
        return is_good_;
    }

private:
    void run(std::vector<FlatStatement>& statements) {
        for (FlatStatement& statement : statements) {
            source_ = statement.source;
            replace(statement.a);
            replace(statement.b);
            replace(statement.c);
            for (FlatStatementBranch& branch : statement.branches) {
                replace(branch.condition);
                run(branch.body);
            }
        }
    }

    void replace(ExprId& expr) {
        if (!expr) return;
        expr = s_.expander.copy(expr);
        if (!expr) is_good_ = s_.report(source_);
    }

    Scalarizer& s_;
    SourceSpan source_;
    bool is_good_ = true;
};

bool scalarize_algorithms(Scalarizer& s, std::vector<FlatAlgorithm> const& algorithms,
                          std::vector<FlatAlgorithm>& result) {
    bool good = true;
    for (FlatAlgorithm const& algorithm : algorithms) {
        good = scalarize_algorithm(s, algorithm, result.emplace_back()) && good;
    }
    return good;
}

bool scalarize_partition(Scalarizer& s, FlatPartition const& partition) {
    FlatPartition copy = partition;
    copy.clock = s.expander.scalar(partition.clock);
    if (!copy.clock) return s.report(partition.source);
    bool good = true;
    for (std::size_t i = 0; i < copy.sub_partitions.size(); ++i) {
        FlatSubPartition const& old = partition.sub_partitions[i];
        FlatSubPartition& sub = copy.sub_partitions[i];
        sub.equations.clear();
        sub.algorithms.clear();
        good = scalarize_equations(s, old.equations, sub.equations) && good;
        good = scalarize_algorithms(s, old.algorithms, sub.algorithms) && good;
    }
    s.to.partitions.push_back(std::move(copy));
    return good;
}

bool run(Scalarizer& s) {
    if (!declare_scalars(s)) return false;
    bool good = scalarize_attributes(s);
    for (FlatFunction const& function : s.from.functions) good = FunctionCopy(s).run(function) && good;
    s.to.equations.reserve(s.from.equations.size());
    good = scalarize_equations(s, s.from.equations, s.to.equations) && good;
    good = scalarize_equations(s, s.from.initial_equations, s.to.initial_equations) && good;
    good = scalarize_algorithms(s, s.from.algorithms, s.to.algorithms) && good;
    good = scalarize_algorithms(s, s.from.initial_algorithms, s.to.initial_algorithms) && good;
    for (FlatPartition const& partition : s.from.partitions) good = scalarize_partition(s, partition) && good;
    // Ranges and sizes may have needed the values of further parameters.
    for (VarId const id : s.from.variables.ids()) {
        if (!s.from.variables[id].is_evaluated) continue;
        VariableParts const parts = s.parts[id];
        for (std::uint32_t i = 0; i < parts.count; ++i) {
            s.to.variables[VarId(parts.first.index() + i)].is_evaluated = true;
        }
    }
    return good;
}

}  // namespace

Scalarizer::Scalarizer(FlatModel& old_model, Interner& names, Diagnostics& messages,
                       ScalarizeLimits const& given_limits)
    : from(old_model),
      interner(names),
      diagnostics(messages),
      limits(given_limits),
      known(old_model, names, given_limits.max_elements),
      expander(old_model, to, parts, known, given_limits),
      free_variables(to.exprs) {
    to.exprs.types() = from.exprs.types();
    to.name = from.name;
    to.description = from.description;
    to.types = from.types;
    to.experiment = from.experiment;
    to.icon = from.icon;
    to.connectors = from.connectors;
    to.places = from.places;
}

bool Scalarizer::report(SourceSpan source) { return report(source, expander.failure()); }

bool Scalarizer::report(SourceSpan source, ExpandFailure const& failure) {
    constexpr std::size_t longest = 60;
    VariableNames const names(from.variables, interner, NameStyle::plain);
    std::string text = failure.where ? to_string(from.exprs, failure.where, names) : std::string("the model");
    if (text.size() > longest) text = text.substr(0, longest - 1) + "…";
    Text const reason = evaluate_error_text(failure.error);
    switch (failure.error) {
        case EvaluateError::unknown_value: diagnostics.error(source, not_known, text, reason); break;
        case EvaluateError::type_mismatch: diagnostics.error(source, mismatch, text, reason); break;
        case EvaluateError::subscript_out_of_range: diagnostics.error(source, out_of_range, text, reason); break;
        case EvaluateError::too_large: diagnostics.error(source, too_large, text, reason); break;
        case EvaluateError::none:
        case EvaluateError::undefined:
        case EvaluateError::overflow:
        case EvaluateError::unsupported:
        case EvaluateError::call_failed: diagnostics.error(source, unsupported, text, reason); break;
    }
    return false;
}

bool Scalarizer::expand(ExprId expr, SourceSpan source, std::vector<ExprId>& items, TypeId& type) {
    auto const scalars = expander.expand(expr);
    if (!scalars) return report(source);
    items.insert(items.end(), scalars->items.begin(), scalars->items.end());
    type = scalars->type;
    return true;
}

Symbol Scalarizer::impure_call(ExprId expr) const {
    std::vector<ExprId> pending{expr};
    std::unordered_set<ExprId> seen;
    while (!pending.empty()) {
        ExprId const id = pending.back();
        pending.pop_back();
        if (!from.exprs.varies(id) || !seen.insert(id).second) continue;
        bool const is_call = from.exprs.kind(id) == ExprKind::call;
        FlatFunction const* const function = is_call ? expander.find_function(from.exprs.symbol(id)) : nullptr;
        if (function != nullptr && function->purity == FlatPurity::impure) return function->name;
        for (ExprId const operand : from.exprs.operands(id)) pending.push_back(operand);
    }
    return {};
}

// The depth is that of the declarations.
bool Scalarizer::arrange(std::span<ExprId const> items, TypeId from_type, TypeId to_type, std::vector<ExprId>& out) {
    ScalarTypes& types = expander.types();
    TypeTable& table = types.table();
    if (items.empty() && types.count(to_type) == 0) return true;
    TypeId const from_element = table.element(from_type);
    TypeId const to_element = table.element(to_type);
    bool const are_records = table.kind(from_element) == TypeKind::record && table.kind(to_element) == TypeKind::record;
    if (types.dims(from_type) != types.dims(to_type)) return false;
    if (!are_records) {
        if (types.is_scalar(from_element) != types.is_scalar(to_element)) return false;
        out.insert(out.end(), items.begin(), items.end());
        return true;
    }
    std::size_t const width = types.count(from_element).value_or(0);
    for (std::size_t i = 0; i < items.size(); i += width) {
        for (std::size_t k = 0; k < table.fields(to_element).size(); ++k) {
            RecordField const field = table.fields(to_element)[k];
            auto const index = table.field_index(from_element, field.name);
            if (!index) return false;
            TypeId const given = table.fields(from_element)[*index].type;
            auto const part =
                items.subspan(i + types.field_offset(from_element, *index), types.count(given).value_or(0));
            if (!arrange(part, given, types.is_sized(field.type) ? field.type : given, out)) return false;
        }
    }
    return true;
}

bool scalarize(FlatModel& model, Interner& interner, Diagnostics& diagnostics, ScalarizeLimits const& limits) {
    Scalarizer scalarizer(model, interner, diagnostics, limits);
    if (!run(scalarizer)) return false;
    model = std::move(scalarizer.to);
    return true;
}

}  // namespace moo
