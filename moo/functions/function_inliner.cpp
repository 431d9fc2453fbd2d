#include "moo/functions/function_inliner.h"

#include <algorithm>

namespace moo {

namespace {

constexpr std::int64_t huge = std::int64_t{1} << 40;

bool keeps_operands(ExprKind kind) { return kind == ExprKind::der || kind == ExprKind::pre; }

}  // namespace

FunctionInliner::FunctionInliner(ExprStore& store, Interner& interner, std::vector<FlatFunction>& functions,
                                 InlineOptions const& options)
    : store_(store), interner_(interner), functions_(functions), options_(options) {}

FunctionInliner::Wish FunctionInliner::wish(FlatFunction const& function) const {
    bool const is_late = options_.stage == InlineStage::late;
    if (function.external || function.purity == FlatPurity::impure) return Wish::no;
    if (options_.only_to_look) return Wish::asked;
    if (function.generates_events.value_or(false)) return Wish::asked;
    if (function.is_late_inline.value_or(false)) return is_late ? Wish::asked : Wish::no;
    if (function.is_inline) return *function.is_inline ? Wish::asked : Wish::no;
    if (is_late) return function.is_late_inline ? Wish::no : Wish::unasked;
    return function.derivatives.empty() && function.inverses.empty() ? Wish::unasked : Wish::no;
}

ExprId FunctionInliner::apply(ExprId expr) {
    std::vector<ExprId> stack{expr};
    std::vector<ExprId> operands;
    while (!stack.empty()) {
        ExprId const id = stack.back();
        if (memo_.get(id)) {
            stack.pop_back();
            continue;
        }
        operands.clear();
        bool waits = false;
        if (!keeps_operands(store_.kind(id))) {
            for (ExprId const operand : store_.operands(id)) {
                ExprId const done = memo_.get(operand);
                if (!done) stack.push_back(operand);
                waits = waits || !done;
                operands.push_back(done);
            }
        }
        if (waits) continue;
        stack.pop_back();
        ExprId const result = replacement(id, operands);
        memo_[id] = result;
    }
    return memo_.get(expr);
}

ExprId FunctionInliner::replacement(ExprId id, std::vector<ExprId> const& operands) {
    if (operands.empty() && store_.kind(id) != ExprKind::call) return id;
    if (store_.kind(id) == ExprKind::output) {
        std::vector<ExprId> const& all = results(operands[0]);
        if (!all.empty()) return all[store_.output_number(id) - 1];
    }
    ExprId const rebuilt = operands.empty() ? id : store_.rebuild(id, operands);
    // A call with several results is replaced where one of its results is used.
    if (store_.kind(rebuilt) != ExprKind::call || store_.types().kind(store_.type(rebuilt)) == TypeKind::tuple) {
        return rebuilt;
    }
    std::vector<ExprId> const& all = results(rebuilt);
    return all.empty() ? rebuilt : all[0];
}

std::vector<ExprId> const& FunctionInliner::results(ExprId call) {
    auto const found = results_.find(call);
    if (found != results_.end()) return found->second;
    std::vector<ExprId> all;
    if (store_.kind(call) == ExprKind::call && !store_.is_record(call)) all = expand(call);
    return results_[call] = std::move(all);
}

std::vector<ExprId> FunctionInliner::expand(ExprId call) {
    FlatFunction const* const function = functions_.find(store_.symbol(call));
    if (function == nullptr || open_.contains(function->name)) return {};
    if (open_.size() >= static_cast<std::size_t>(options_.max_depth)) return {};
    Wish const wanted = wish(*function);
    if (wanted == Wish::no) return {};
    std::vector<ExprId> arguments;
    store_.operands(call).copy_to(arguments);
    if (!std::all_of(arguments.begin(), arguments.end(), [&](ExprId argument) { return may_move(argument); }))
        return {};
    auto const results = symbolic_call(store_, interner_, *function, arguments, next_iterator_, options_.symbolic);
    if (!results) return {};
    auto const has_events = [&](ExprId argument) { return makes_events(store_, argument); };
    if (results->has_no_event && !options_.only_to_look && std::any_of(arguments.begin(), arguments.end(), has_events)) return {};
    std::vector<ExprId> outputs;
    open_.insert(function->name);
    std::int64_t total = 0;
    for (ExprId const output : results->outputs) {
        outputs.push_back(apply(output));
        total += tree_size(outputs.back());
    }
    open_.erase(function->name);
    // As an argument, such a value would be fine; as an array in an equation it cannot be split.
    if (std::any_of(outputs.begin(), outputs.end(), [&](ExprId output) { return has_flexible_call(output); }))
        return {};
    if (options_.only_to_look) return outputs;
    if (std::any_of(outputs.begin(), outputs.end(), [&](ExprId output) { return has_moving_range(output); })) return {};
    std::int64_t const most = wanted == Wish::asked ? options_.asked_growth : options_.unasked_growth;
    if (total - tree_size(call) > most) return {};
    return outputs;
}

template <class Predicate>
bool FunctionInliner::any_callee(ExprId expr, Predicate const& holds) {
    std::vector<ExprId> pending{expr};
    std::unordered_set<ExprId> seen;
    while (!pending.empty()) {
        ExprId const id = pending.back();
        pending.pop_back();
        if (!store_.varies(id) || !seen.insert(id).second) continue;
        bool const is_call = store_.kind(id) == ExprKind::call && !store_.is_record(id);
        if (is_call && holds(functions_.find(store_.symbol(id)))) return true;
        for (ExprId const operand : store_.operands(id)) pending.push_back(operand);
    }
    return false;
}

// Whether an argument may be evaluated more often, or not at all.
bool FunctionInliner::may_move(ExprId argument) {
    return !any_callee(argument, [](FlatFunction const* function) {
        return function == nullptr || function->purity == FlatPurity::impure;
    });
}

// Whether the size of a result is known only when the function has run.
bool FunctionInliner::has_flexible_call(ExprId expr) {
    return any_callee(expr, [&](FlatFunction const* function) {
        for (FunctionVariable const& variable : function->variables) {
            if (variable.role != FunctionRole::output) continue;
            auto const dims = store_.types().dims(variable.type);
            for (std::size_t i = 0; i < dims.size(); ++i) {
                bool const has_size = i < variable.sizes.size() && variable.sizes[i];
                if (dims[i] == TypeTable::unknown_size && !has_size) return true;
            }
        }
        return false;
    });
}

// Whether the bound of a range changes during simulation: `sum(x[1:n])`. Equations are split into scalars before.
bool FunctionInliner::has_moving_range(ExprId expr) {
    std::vector<ExprId> pending{expr};
    std::unordered_set<ExprId> seen;
    while (!pending.empty()) {
        ExprId const id = pending.back();
        pending.pop_back();
        if (!store_.varies(id) || !seen.insert(id).second) continue;
        Operands const operands = store_.operands(id);
        for (ExprId const operand : operands) {
            if (store_.kind(id) == ExprKind::range && is_moving(operand)) return true;
            pending.push_back(operand);
        }
    }
    return false;
}

bool FunctionInliner::is_moving(ExprId bound) {
    std::vector<ExprId> pending{bound};
    while (!pending.empty()) {
        ExprId const id = pending.back();
        pending.pop_back();
        if (!store_.varies(id)) continue;
        ExprKind const kind = store_.kind(id);
        if (kind == ExprKind::time || kind == ExprKind::der || kind == ExprKind::pre) return true;
        if (kind == ExprKind::variable) {
            bool const is_parameter =
                options_.variables != nullptr && (*options_.variables)[store_.variable_of(id)].is_parameter();
            if (!is_parameter) return true;
        }
        // The sizes of an array do not change with its elements.
        if (store_.is_builtin(id, Builtin::size)) continue;
        for (ExprId const operand : store_.operands(id)) pending.push_back(operand);
    }
    return false;
}

// Nodes, counted as often as they are printed.
std::int64_t FunctionInliner::tree_size(ExprId expr) {
    std::vector<ExprId> stack{expr};
    while (!stack.empty()) {
        ExprId const id = stack.back();
        if (sizes_.get(id) != 0) {
            stack.pop_back();
            continue;
        }
        std::int64_t total = 1;
        bool waits = false;
        for (ExprId const operand : store_.operands(id)) {
            std::int64_t const size = sizes_.get(operand);
            if (size == 0) stack.push_back(operand);
            waits = waits || size == 0;
            total = std::min(total + size, huge);
        }
        if (waits) continue;
        sizes_[id] = total;
        stack.pop_back();
    }
    return sizes_.get(expr);
}

}  // namespace moo
