// Functions and their statements.
#include <algorithm>
#include <unordered_set>

#include "moo/expr/free_variables.h"
#include "moo/program/program_lowering.h"

namespace moo {

void ProgramLowering::at(SourceSpan source) {
    if (f_.places.back() != source) f_.places.push_back(source);
    place_ = static_cast<std::uint32_t>(f_.places.size() - 1);
}

// ---- variables -------------------------------------------------------------------------------------

void ProgramLowering::declare(FunctionVariable const& variable) {
    Named named{variable.name, {}};
    std::string const name = c_.text(variable.name);
    bool const is_open = std::any_of(variable.sizes.begin(), variable.sizes.end(), [](ExprId size) { return !size; });
    for (LeafType const& leaf : c_.leaf_types(variable.type)) {
        Leaf made;
        made.type = leaf.type;
        made.rank = static_cast<std::uint32_t>(leaf.sizes.size());
        made.is_array = made.rank > 0;
        ProgramItem item{made.is_array, 0};
        if (made.is_array) {
            made.index = item.index = new_array(leaf.type, leaf.sizes.size(), name + leaf.suffix);
            f_.arrays[made.index].is_input = variable.role == FunctionRole::input;
            // Sizes after those of the variable belong to fields; they are known only if the type knows them.
            bool is_known = !is_open;
            for (std::size_t i = variable.sizes.size(); i < leaf.sizes.size(); ++i) {
                is_known = is_known && leaf.sizes[i] != TypeTable::unknown_size;
            }
            for (std::size_t i = 0; i < variable.sizes.size() && i < leaf.sizes.size(); ++i) {
                is_known = is_known && (variable.sizes[i] || leaf.sizes[i] != TypeTable::unknown_size);
            }
            keeps_sizes_[made.index] = is_known;
        } else {
            item.index = new_scalar(leaf.type, name + leaf.suffix);
            made.index = local(item.index);
        }
        named.leaves.push_back(made);
        if (variable.role == FunctionRole::input) f_.inputs.push_back(item);
        if (variable.role == FunctionRole::output) f_.outputs.push_back(item);
    }
    names_.push_back(std::move(named));
}

// Sets the declared sizes, then the first value.
void ProgramLowering::initialize(FunctionVariable const& variable) {
    at(variable.source);
    Leaves const own = *find(variable.name);
    std::vector<LeafType> const wanted = c_.leaf_types(variable.type);
    for (std::size_t i = 0; i < own.size(); ++i) {
        if (!own[i].is_array || !keeps_sizes_[own[i].index]) continue;
        std::vector<Expr> scalars{number(0.0, own[i].type)};
        for (std::size_t axis = 0; axis < wanted[i].sizes.size(); ++axis) {
            std::int64_t const known = wanted[i].sizes[axis];
            scalars.push_back(known != TypeTable::unknown_size ? integer(known) : scalar(variable.sizes[axis]));
        }
        emit_array(ArrayOperation::fill, own[i].index, {}, std::move(scalars));
    }
    if (!variable.binding) return;
    Leaves const values = leaves(variable.binding);
    if (values.size() != own.size()) return report("a first value does not have the type of its variable");
    for (std::size_t i = 0; i < own.size(); ++i) store_leaf(own[i], values[i]);
}

void ProgramLowering::check_sizes(FunctionVariable const& variable) {
    at(variable.source);
    Leaves const own = *find(variable.name);
    std::vector<LeafType> const wanted = c_.leaf_types(variable.type);
    for (std::size_t i = 0; i < own.size(); ++i) {
        if (!own[i].is_array) continue;
        for (std::size_t axis = 0; axis < wanted[i].sizes.size(); ++axis) {
            std::int64_t const known = wanted[i].sizes[axis];
            bool const has_size = axis < variable.sizes.size() && variable.sizes[axis];
            if (known == TypeTable::unknown_size && !has_size) continue;
            Expr const size = known != TypeTable::unknown_size ? integer(known) : scalar(variable.sizes[axis]);
            emit_array(ArrayOperation::check_size, own[i].index, {}, {size}).extra = static_cast<std::uint32_t>(axis);
        }
    }
}

// ---- the function ----------------------------------------------------------------------------------

void ProgramLowering::lower_function(FlatFunction const& function) {
    f_.name = c_.text(function.name);
    at(function.source);
    for (FunctionVariable const& variable : function.variables) declare(variable);
    for (FunctionVariable const& variable : function.variables) {
        if (variable.role == FunctionRole::input) check_sizes(variable);
    }
    // Variables are initialized in the order of their declarations. A variable whose size or first value needs a later
    // one waits for it.
    std::vector<FunctionVariable const*> pending;
    for (FunctionVariable const& variable : function.variables) {
        if (variable.role != FunctionRole::input) pending.push_back(&variable);
    }
    while (!pending.empty()) {
        std::unordered_set<Symbol> waiting;
        for (FunctionVariable const* const variable : pending) waiting.insert(variable->name);
        auto const needs = [&](FunctionVariable const& variable) {
            auto const mentions = [&](ExprId id) {
                if (!id) return false;
                std::vector<Symbol> const names = mentioned_iterators(exprs_, id);
                return std::any_of(names.begin(), names.end(),
                                   [&](Symbol name) { return name != variable.name && waiting.contains(name); });
            };
            return mentions(variable.binding) || std::any_of(variable.sizes.begin(), variable.sizes.end(), mentions);
        };
        auto next = std::find_if(pending.begin(), pending.end(), [&](auto const* each) { return !needs(*each); });
        if (next == pending.end()) next = pending.begin();
        initialize(**next);
        pending.erase(next);
    }
    if (function.external) return external(function);
    statements(function.body);
}

void ProgramLowering::take_inputs(std::vector<ExprId> const& inputs) {
    f_.is_of_model = true;
    for (ExprId const input : inputs) {
        ScalarType const type = element_type(exprs_.type(input));
        std::uint32_t const given = new_scalar(type);
        f_.inputs.push_back({false, given});
        given_[input] = {false, local(given), type, 0};
    }
}

void ProgramLowering::lower_expression(std::vector<ExprId> const& inputs, std::vector<ExprId> const& outputs) {
    take_inputs(inputs);
    // Several outputs are parts of one call, which is computed once.
    if (outputs.size() > 1) {
        ExprId shared = outputs[0];
        while (exprs_.kind(shared) != ExprKind::call) shared = exprs_.operand(shared, 0);
        shared_value_ = call(shared);
        shared_call_ = shared;
    }
    for (ExprId const output : outputs) {
        std::uint32_t const result = new_scalar(element_type(exprs_.type(output)));
        f_.outputs.push_back({false, result});
        Expr const value = scalar(output);
        emit_assign(result, value);
    }
}

void ProgramLowering::lower_effect(std::vector<ExprId> const& inputs, ExprId effect) {
    take_inputs(inputs);
    (void)call(effect);
}

// ---- statements ------------------------------------------------------------------------------------

void ProgramLowering::statements(std::vector<FlatStatement> const& list) {
    constexpr int deepest = 300;
    if (depth_ > deepest) return report("statements are nested too deeply");
    ++depth_;
    for (FlatStatement const& each : list) {
        at(each.source);
        statement(each);
    }
    --depth_;
}

void ProgramLowering::statement(FlatStatement const& statement) {
    switch (statement.kind) {
        case FlatStatementKind::assignment: return assignment(statement);
        case FlatStatementKind::call:
            if (exprs_.kind(statement.a) == ExprKind::call) (void)call(statement.a);
            return;
        case FlatStatementKind::assertion: return assertion(statement);
        case FlatStatementKind::terminate: {
            Expr const message = scalar(statement.a);
            emit(ProgramStatementKind::terminate).scalars = {message};
            return;
        }
        case FlatStatementKind::if_: return if_statement(statement, 0);
        case FlatStatementKind::for_: {
            if (statement.branches.empty()) return;
            LoopRange const range = loop_range(statement.a);
            TypeId const type = types_.element(exprs_.type(statement.a));
            return loop(range, statement.iterator, type, [&] { statements(statement.branches[0].body); });
        }
        case FlatStatementKind::while_: return while_statement(statement);
        case FlatStatementKind::break_: emit(ProgramStatementKind::break_); return;
        case FlatStatementKind::return_: emit(ProgramStatementKind::return_); return;
        case FlatStatementKind::reinit:
        case FlatStatementKind::when: return report("this statement cannot stand in a function");
    }
}

void ProgramLowering::assignment(FlatStatement const& statement) {
    if (exprs_.kind(statement.a) == ExprKind::tuple) return tuple_assignment(statement.a, statement.b);
    Leaves values = leaves(statement.b);
    bool const is_call = exprs_.kind(statement.b) == ExprKind::call && !exprs_.is_record(statement.b);
    assign(statement.a, std::move(values), is_call);
}

void ProgramLowering::tuple_assignment(ExprId target, ExprId value) {
    std::vector<Leaves> parts;
    if (exprs_.kind(value) == ExprKind::tuple) {
        // All values are computed before the first is assigned.
        for (ExprId const member : exprs_.operands(value)) {
            Leaves copies;
            for (Leaf const& leaf : leaves(member)) {
                copies.push_back(temporary(leaf.type, leaf.rank));
                store_leaf(copies.back(), leaf);
            }
            parts.push_back(std::move(copies));
        }
    } else if (exprs_.kind(value) == ExprKind::call && !exprs_.is_record(value)) {
        auto const number = c_.find_function(value);
        // A call has the type of its first result but gives all results.
        Leaves all = call(value);
        if (number) {
            auto& outputs = out_->back().outputs;
            std::size_t at_leaf = 0;
            for (FunctionVariable const& variable : c_.document.functions[*number].variables) {
                if (variable.role != FunctionRole::output) continue;
                Leaves part;
                for (LeafType const& leaf : c_.leaf_types(variable.type)) {
                    if (at_leaf >= outputs.size()) break;
                    ProgramItem const& item = outputs[at_leaf++];
                    bool const is_array = item.is_array;
                    part.push_back({is_array, is_array ? item.index : local(item.index), leaf.type,
                                    static_cast<std::uint32_t>(leaf.sizes.size())});
                }
                parts.push_back(std::move(part));
            }
        }
    } else {
        parts.push_back(leaves(value));
    }
    auto const targets = exprs_.operands(target);
    if (targets.size() > parts.size()) return report("there are more variables than values");
    for (std::size_t i = 0; i < targets.size(); ++i) {
        if (exprs_.kind(targets[i]) == ExprKind::whole) continue;
        // `({x1, x2}, y) := f(…)` assigns the elements of an array one by one.
        if (exprs_.kind(targets[i]) == ExprKind::array && parts[i].size() == 1 && parts[i][0].is_array) {
            auto const elements = exprs_.operands(targets[i]);
            for (std::size_t k = 0; k < elements.size(); ++k) {
                Expr const element = make(ProgramOp::element, parts[i][0].type,
                                          {integer(static_cast<std::int64_t>(k) + 1)}, parts[i][0].index);
                assign(elements[k], {{false, element, parts[i][0].type, 0}}, true);
            }
            continue;
        }
        assign(targets[i], parts[i], true);
    }
}

void ProgramLowering::if_statement(FlatStatement const& statement, std::size_t branch) {
    if (branch >= statement.branches.size()) return;
    FlatStatementBranch const& each = statement.branches[branch];
    if (!each.condition) return statements(each.body);
    Expr const condition = scalar(each.condition);
    Block body = block([&] { statements(each.body); });
    at(statement.source);
    Block otherwise = block([&] { if_statement(statement, branch + 1); });
    ProgramStatement& made = emit(ProgramStatementKind::if_);
    made.value = condition;
    made.body = std::move(body);
    made.otherwise = std::move(otherwise);
}

void ProgramLowering::while_statement(FlatStatement const& statement) {
    if (statement.branches.empty()) return;
    Expr condition = 0;
    Block body = block([&] { condition = scalar(statement.a); });
    bool const is_plain = body.empty();
    if (!is_plain) {
        // Statements that the condition needs run before each turn.
        Expr const ends = make(ProgramOp::logical_not, ScalarType::boolean, {condition});
        Block leave = block([&] { emit(ProgramStatementKind::break_); });
        Block check = block([&] { emit(ProgramStatementKind::if_); });
        check[0].value = ends;
        check[0].body = std::move(leave);
        body.push_back(std::move(check[0]));
        condition = number(1.0, ScalarType::boolean);
    }
    Block inner = block([&] { statements(statement.branches[0].body); });
    for (ProgramStatement& each : inner) body.push_back(std::move(each));
    ProgramStatement& made = emit(ProgramStatementKind::while_);
    made.value = condition;
    made.body = std::move(body);
}

void ProgramLowering::assertion(FlatStatement const& statement) {
    Expr const condition = scalar(statement.a);
    Block body = block([&] {
        Expr const message =
            statement.b ? scalar(statement.b) : make(ProgramOp::text, ScalarType::text, {}, c_.text_number(""));
        // AssertionLevel = enumeration(warning, error)
        bool const is_warning = statement.c && exprs_.kind(statement.c) == ExprKind::enumeration &&
                                exprs_.enumeration_ordinal(statement.c) == 1;
        ProgramStatement& made = emit(ProgramStatementKind::assertion);
        made.scalars = {message};
        made.extra = is_warning ? 1 : 0;
    });
    Expr const fails = make(ProgramOp::logical_not, ScalarType::boolean, {condition});
    ProgramStatement& made = emit(ProgramStatementKind::if_);
    made.value = fails;
    made.body = std::move(body);
}

}  // namespace moo
