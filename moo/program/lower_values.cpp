#include "moo/program/lower_values.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "moo/program/model_program.h"
#include "moo/program/operations.h"

namespace moo {

namespace {

// Cannot happen: verify_document and lower_functions have removed all other cases.
[[noreturn]] void stop_at_value(std::string_view what) {
    std::fprintf(stderr, "internal error: equations cannot compute `%.*s`\n", static_cast<int>(what.size()),
                 what.data());
    std::abort();
}

}  // namespace

ValueLowering::ValueLowering(Document const& document, Interner const& interner, SystemPlan const& plan,
                             Layout const& layout, ModelFunctions& functions, ProgramNodes& values)
    : document_(document),
      exprs_(document.exprs),
      interner_(interner),
      plan_(plan),
      layout_(layout),
      functions_(functions),
      values_(values),
      known_(document.exprs.size() * 2, no_value) {
    std::vector<std::string> const& texts = functions.program.texts;
    for (std::uint32_t i = 0; i < texts.size(); ++i) text_numbers_.emplace(texts[i], i);
}

// ---- computing order: operands have smaller ids ------------------------------------------------------

ProgramExpr ValueLowering::lower(ExprId root) {
    std::vector<Item> open{{root, false}};
    std::vector<Item> operands;
    while (!open.empty()) {
        Item const item = open.back();
        if (known(item) != no_value) {
            open.pop_back();
            continue;
        }
        operands.clear();
        needs(item, operands);
        std::erase_if(operands, [&](Item each) { return known(each) != no_value; });
        if (operands.empty()) {
            known(item) = node(item);
            open.pop_back();
        } else {
            // Push in reverse, so that values are numbered from left to right.
            open.insert(open.end(), operands.rbegin(), operands.rend());
        }
    }
    return known({root, false});
}

ProgramExpr ValueLowering::lower_effect(ExprId effect) {
    std::uint32_t const number = functions_.effects.at(effect);
    for (ExprId const input : functions_.calls[number].inputs) (void)lower(input);
    return call(number, false);
}

void ValueLowering::needs(Item item, std::vector<Item>& items) const {
    auto const add = [&](ExprId expr) { items.push_back({expr, item.is_plain}); };
    if (auto const* const computed = functions_.find(item.expr)) {
        for (ExprId const input : functions_.calls[computed->call].inputs) add(input);
        return;
    }
    ExprKind const kind = exprs_.kind(item.expr);
    if (kind == ExprKind::der || kind == ExprKind::pre) return;
    if (kind == ExprKind::output) {
        constexpr std::size_t transport_operands = 4;
        for (std::size_t i = 0; i < transport_operands; ++i) add(exprs_.operand(exprs_.operand(item.expr, 0), i));
        return;
    }
    if (kind == ExprKind::builtin) {
        Builtin const builtin = exprs_.builtin_of(item.expr);
        if (is_passed_on(exprs_, item.expr)) return add(exprs_.operand(item.expr, 0));
        if (builtin == Builtin::no_event) return items.push_back({exprs_.operand(item.expr, 0), true});
        if (builtin == Builtin::smooth) return add(exprs_.operand(item.expr, 1));
        if (plan_.find_sampling(item.expr) != nullptr) return;
        bool const is_of_variable =
            builtin == Builtin::edge || builtin == Builtin::change || builtin == Builtin::previous;
        if (is_of_variable) return;
        if (builtin == Builtin::delay) {
            add(exprs_.operand(item.expr, 0));
            return add(exprs_.operand(item.expr, 1));
        }
    }
    for (ExprId const each : exprs_.operands(item.expr)) add(each);
}

// ---- nodes -------------------------------------------------------------------------------------------

ProgramExpr ValueLowering::make(ProgramOp op, ScalarType type, std::initializer_list<ProgramExpr> operands,
                                std::uint32_t index, std::uint32_t other) {
    return values_.make(op, type, operands, index, other);
}

ProgramExpr ValueLowering::number(double value, ScalarType type) {
    return values_.make_number(value, type);
}

ProgramExpr ValueLowering::slot(VarId variable) {
    return make(ProgramOp::slot, scalar_type(document_.variables[variable].type), {}, layout_.slot(variable));
}

ProgramExpr ValueLowering::pre(VarId variable) {
    return make(ProgramOp::pre, scalar_type(document_.variables[variable].type), {}, layout_.slot(variable));
}

// In equations, Integers are Reals with whole values.
ScalarType ValueLowering::scalar_type(TypeId type) const {
    switch (exprs_.types().kind(type)) {
        case TypeKind::boolean: return ScalarType::boolean;
        case TypeKind::string: return ScalarType::text;
        case TypeKind::external_object: return ScalarType::object;
        default: return ScalarType::real;
    }
}

std::uint32_t ValueLowering::text_number(std::string const& text) {
    std::vector<std::string>& texts = functions_.program.texts;
    auto const [place, is_new] = text_numbers_.try_emplace(text, static_cast<std::uint32_t>(texts.size()));
    if (is_new) texts.push_back(text);
    return place->second;
}

ProgramExpr ValueLowering::literal(ExprId expr) {
    ExprKind const kind = exprs_.kind(expr);
    if (kind == ExprKind::boolean) return number(exprs_.boolean_value(expr) ? 1.0 : 0.0, ScalarType::boolean);
    if (kind == ExprKind::enumeration) return number(exprs_.enumeration_ordinal(expr));
    if (kind != ExprKind::string) return number(exprs_.number_value(expr));
    std::string const text(interner_.text(exprs_.symbol(expr)));
    return make(ProgramOp::text, ScalarType::text, {}, text_number(text));
}

ProgramExpr ValueLowering::node(Item item) {
    ExprId const id = item.expr;
    if (auto const* const computed = functions_.find(id)) {
        ProgramExpr const made = call(computed->call, item.is_plain);
        return make(ProgramOp::result, scalar_type(exprs_.type(id)), {made}, computed->output);
    }
    ExprKind const kind = exprs_.kind(id);
    if (is_literal(kind)) return literal(id);
    switch (kind) {
        case ExprKind::variable: return slot(exprs_.variable_of(id));
        case ExprKind::pre: return pre(exprs_.referenced_variable(id));
        case ExprKind::time: return make(ProgramOp::time, ScalarType::real);
        case ExprKind::der:
            return make(ProgramOp::slot, ScalarType::real, {}, layout_.derivative_slot(exprs_.referenced_variable(id)));
        case ExprKind::if_else:
            return make(ProgramOp::if_else, scalar_type(exprs_.type(id)),
                        {operand(item, 0), operand(item, 1), operand(item, 2)});
        case ExprKind::builtin: return builtin(item);
        case ExprKind::output: return transport(item);
        default: return operation(item);
    }
}

ProgramExpr ValueLowering::operation(Item item) {
    ExprKind const kind = exprs_.kind(item.expr);
    std::optional<ProgramOp> const op = operation_of(kind);
    if (!op) stop_at_value(kind_name(kind));
    bool const is_truth = is_relation(*op) || is_logic(*op) || *op == ProgramOp::logical_not;
    ScalarType const type = is_truth ? ScalarType::boolean : ScalarType::real;
    if (exprs_.operands(item.expr).size() == 1) return make(*op, type, {operand(item, 0)});
    bool const is_square = *op == ProgramOp::pow && exprs_.is_number(exprs_.operand(item.expr, 1), 2.0);
    if (is_square) return make(ProgramOp::mul, type, {operand(item, 0), operand(item, 0)});
    ProgramExpr const made = make(*op, type, {operand(item, 0), operand(item, 1)});
    std::uint32_t const* const relation =
        is_relation(*op) && !item.is_plain ? plan_.find_relation(item.expr) : nullptr;
    return relation == nullptr ? made : make(ProgramOp::remembered, ScalarType::boolean, {made}, *relation);
}

ProgramExpr ValueLowering::builtin(Item item) {
    ExprId const id = item.expr;
    if (is_passed_on(exprs_, id)) return operand(item, 0);
    if (std::uint32_t const* const sampling = plan_.find_sampling(id)) {
        return make(ProgramOp::sampled, ScalarType::boolean, {}, *sampling);
    }
    Builtin const builtin = exprs_.builtin_of(id);
    auto const variable = [&] { return exprs_.referenced_variable(exprs_.operand(id, 0)); };
    switch (builtin) {
        case Builtin::no_event: return known({exprs_.operand(id, 0), true});
        case Builtin::smooth: return operand(item, 1);
        case Builtin::initial: return make(ProgramOp::initial, ScalarType::boolean);
        case Builtin::terminal: return make(ProgramOp::terminal, ScalarType::boolean);
        case Builtin::interval: return make(ProgramOp::interval, ScalarType::real);
        case Builtin::first_tick: return make(ProgramOp::first_tick, ScalarType::boolean);
        case Builtin::previous: return pre(variable());
        case Builtin::edge: {
            ProgramExpr const was_false = make(ProgramOp::logical_not, ScalarType::boolean, {pre(variable())});
            return make(ProgramOp::logical_and, ScalarType::boolean, {slot(variable()), was_false});
        }
        case Builtin::change:
            return make(ProgramOp::not_equal, ScalarType::boolean, {slot(variable()), pre(variable())});
        case Builtin::homotopy: return make(ProgramOp::blend, ScalarType::real, {operand(item, 0), operand(item, 1)});
        case Builtin::delay:
            return make(ProgramOp::delayed, ScalarType::real, {operand(item, 0), operand(item, 1)},
                        *plan_.find_delay(id));
        // The operand is a number already.
        case Builtin::to_real:
        case Builtin::to_integer: return operand(item, 0);
        case Builtin::integer: return make(ProgramOp::floor, ScalarType::real, {operand(item, 0)});
        case Builtin::sign: {
            ProgramExpr const sign = make(ProgramOp::sign, ScalarType::integer, {operand(item, 0)});
            return make(ProgramOp::to_real, ScalarType::real, {sign});
        }
        default: break;
    }
    std::optional<ProgramOp> const op = operation_of(builtin);
    OperationInfo const* const info = op ? operation_info(*op) : nullptr;
    bool const is_known =
        info != nullptr && info->form == OperationForm::function && info->operands == exprs_.operands(id).size();
    if (!is_known) stop_at_value(builtin_info(builtin).name);
    if (info->operands == 1) return make(*op, ScalarType::real, {operand(item, 0)});
    return make(*op, ScalarType::real, {operand(item, 0), operand(item, 1)});
}

ProgramExpr ValueLowering::transport(Item item) {
    ExprId const operator_call = exprs_.operand(item.expr, 0);
    std::uint32_t const* const number = plan_.find_transport(operator_call);
    if (number == nullptr) stop_at_value("spatialDistribution");
    auto const in = [&](std::size_t i) { return known({exprs_.operand(operator_call, i), item.is_plain}); };
    auto const result = static_cast<std::uint32_t>(exprs_.output_number(item.expr) - 1);
    return make(ProgramOp::transported, ScalarType::real, {in(0), in(1), in(2), in(3)}, *number, result);
}

// All results of a call share one node.
ProgramExpr ValueLowering::call(std::uint32_t number, bool is_plain) {
    auto const [place, is_new] = calls_.try_emplace(std::uint64_t{number} * 2 + (is_plain ? 1 : 0), no_value);
    if (!is_new) return place->second;
    ModelCall const& made = functions_.calls[number];
    ProgramFunction const& callee = functions_.program.functions[made.function];
    std::vector<ProgramExpr> inputs;
    for (std::size_t i = 0; i < made.inputs.size(); ++i) {
        ProgramExpr input = known({made.inputs[i], is_plain});
        bool const is_whole = callee.scalars[callee.inputs[i].index].type == ScalarType::integer;
        if (is_whole) input = make(ProgramOp::to_whole, ScalarType::integer, {input});
        inputs.push_back(input);
    }
    ProgramNode node;
    node.op = ProgramOp::call;
    node.index = number;
    return place->second = values_.add(node, inputs);
}

}  // namespace moo
