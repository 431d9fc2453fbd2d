// Expressions of functions as code.
#include "backends/interpret/function_compiler.h"
#include "backends/interpret/scalar_functions.h"

namespace moo {

bool FunctionCompiler::is_fixed(ProgramExpr expr) {
    ProgramNode const& n = node(expr);
    auto const has_fixed_operands = [&] {
        for (std::size_t i = 0; i < n.operand_count; ++i) {
            if (!is_fixed(operand(n, i))) return false;
        }
        return true;
    };
    switch (n.op) {
        case ProgramOp::number:
        case ProgramOp::text: return true;
        case ProgramOp::local: return is_fixed_[n.index];
        case ProgramOp::size: {
            bool const is_given = n.index >= first_constant_array || source_.arrays[n.index].is_input;
            ProgramNode const& dimension = node(operand(n, 0));
            std::size_t const rank = n.index >= first_constant_array
                                         ? program_.constants[n.index - first_constant_array].sizes.size()
                                         : source_.arrays[n.index].rank;
            return is_given && dimension.op == ProgramOp::number && dimension.number >= 1.0 &&
                   dimension.number <= static_cast<double>(rank);
        }
        case ProgramOp::to_real:
        case ProgramOp::neg:
        case ProgramOp::add:
        case ProgramOp::sub:
        case ProgramOp::mul: return has_fixed_operands();
        default: return false;
    }
}

std::uint32_t FunctionCompiler::hoisted(ProgramExpr expr) {
    auto const [place, is_new] = hoisted_.try_emplace(expr, code_.scalar_count);
    if (!is_new) return place->second;
    std::uint32_t const to = code_.scalar_count++;
    std::swap(code_.code, prologue_);
    std::swap(code_.places, prologue_places_);
    int const loops = std::exchange(loops_, 0);
    value_into(expr, to);
    loops_ = loops;
    std::swap(code_.code, prologue_);
    std::swap(code_.places, prologue_places_);
    return to;
}

std::uint32_t FunctionCompiler::value(ProgramExpr expr, std::uint32_t to) {
    ProgramNode const& n = node(expr);
    if (loops_ > 0 && n.operand_count > 0 && is_fixed(expr)) return hoisted(expr);
    switch (n.op) {
        case ProgramOp::number: return literal(n.number);
        case ProgramOp::text: return literal(texts_[n.index]);
        case ProgramOp::local: return n.index;
        case ProgramOp::to_real: return value(operand(n, 0), to);
        case ProgramOp::logical_and:
        case ProgramOp::logical_or: return logic(n, to);
        case ProgramOp::if_else: return choice(n, to);
        case ProgramOp::global:
        case ProgramOp::neg:
        case ProgramOp::logical_not:
        case ProgramOp::add:
        case ProgramOp::sub:
        case ProgramOp::mul:
        case ProgramOp::div:
        case ProgramOp::pow:
        case ProgramOp::less:
        case ProgramOp::less_equal:
        case ProgramOp::greater:
        case ProgramOp::greater_equal:
        case ProgramOp::equal:
        case ProgramOp::not_equal:
        case ProgramOp::function:
        case ProgramOp::element:
        case ProgramOp::place:
        case ProgramOp::size:
        case ProgramOp::count:
        case ProgramOp::sum:
        case ProgramOp::product:
        case ProgramOp::smallest:
        case ProgramOp::largest:
        case ProgramOp::only_element:
        case ProgramOp::dot:
        case ProgramOp::concatenate:
        case ProgramOp::text_of_real:
        case ProgramOp::text_of_integer:
        case ProgramOp::text_of_boolean:
        case ProgramOp::text_of_literal:
        case ProgramOp::format_real:
        case ProgramOp::format_integer: break;
    }
    std::uint32_t const kept = temporaries_;
    std::vector<std::uint32_t> registers;
    bool const adds_product = n.op == ProgramOp::add && n.type == ScalarType::real &&
                              (node(operand(n, 0)).op == ProgramOp::mul || node(operand(n, 1)).op == ProgramOp::mul);
    if (adds_product) {
        std::size_t const product = node(operand(n, 0)).op == ProgramOp::mul ? 0 : 1;
        ProgramNode const& factors = node(operand(n, product));
        std::uint32_t const a = value(operand(factors, 0));
        std::uint32_t const b = value(operand(factors, 1));
        std::uint32_t const c = value(operand(n, 1 - product));
        temporaries_ = kept;
        std::uint32_t const result = target(to);
        multiply_add(result, a, b, c);
        return result;
    }
    // x[i + 1] is one instruction.
    bool const is_element = n.op == ProgramOp::element && n.operand_count <= 2;
    std::uint32_t offset = 0;
    for (std::size_t i = 0; i < n.operand_count; ++i) {
        ProgramExpr const part = is_element && i == 0 ? without_offset(operand(n, 0), offset) : operand(n, i);
        registers.push_back(value(part));
    }
    temporaries_ = kept;
    std::uint32_t const result = target(to);
    compute(n, result, registers, offset);
    return result;
}

void FunctionCompiler::multiply_add(std::uint32_t to, std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    bool const may_join = !code_.code.empty() && here() != landed_;
    if (may_join) {
        CodeInstruction& last = code_.code.back();
        bool const is_sum = last.op == CodeOp::multiply_add || last.op == CodeOp::polynomial;
        // The result in between is lost; a temporary has no other use.
        bool const is_free = last.to == to || last.to >= temporary_base;
        // The addends of all steps are read before anything is written.
        bool const is_whole = c != last.to && b != last.to;
        if (is_sum && is_free && is_whole && last.to == a && last.b == b) {
            if (last.op == CodeOp::multiply_add) {
                last.op = CodeOp::polynomial;
                last.c = list({last.c});
            }
            code_.lists[last.c].push_back(c);
            last.to = to;
            return;
        }
    }
    emit(CodeOp::multiply_add, to, a, b, c);
}

void FunctionCompiler::value_into(ProgramExpr expr, std::uint32_t to) {
    std::uint32_t const found = value(expr, to);
    if (found != to) emit(CodeOp::move, to, found);
}

ProgramExpr FunctionCompiler::without_offset(ProgramExpr expr, std::uint32_t& offset) const {
    constexpr double largest = 30'000.0;
    ProgramNode const& n = node(expr);
    if (n.op != ProgramOp::add && n.op != ProgramOp::sub) return expr;
    ProgramNode const& by = node(operand(n, 1));
    if (by.op != ProgramOp::number || by.number < 0.0 || by.number > largest) return expr;
    auto const distance = static_cast<std::int16_t>(by.number);
    offset = static_cast<std::uint16_t>(n.op == ProgramOp::add ? distance : -distance);
    return operand(n, 0);
}

void FunctionCompiler::compute(ProgramNode const& n, std::uint32_t to, std::vector<std::uint32_t> const& r,
                               std::uint32_t offset) {
    auto const binary = [&](CodeOp op) { emit(op, to, r[0], r[1]); };
    auto const fold = [&](CodeOp op) { emit(op, to, array(n.index)); };
    switch (n.op) {
        case ProgramOp::global: emit(CodeOp::global, to, n.index); return;
        case ProgramOp::neg: emit(CodeOp::neg, to, r[0]); return;
        case ProgramOp::logical_not: emit(CodeOp::logical_not, to, r[0]); return;
        case ProgramOp::add: return binary(CodeOp::add);
        case ProgramOp::sub: return binary(CodeOp::sub);
        case ProgramOp::mul: return binary(CodeOp::mul);
        case ProgramOp::div: return binary(CodeOp::div);
        case ProgramOp::pow: return binary(CodeOp::pow);
        case ProgramOp::less:
        case ProgramOp::less_equal:
        case ProgramOp::greater:
        case ProgramOp::greater_equal:
        case ProgramOp::equal:
        case ProgramOp::not_equal: return relation(n, to, r);
        case ProgramOp::function: return function(n, to, r);
        case ProgramOp::element:
            if (r.size() == 1) {
                emit(CodeOp::element, to, array(n.index), r[0], 0, offset - 1);
            } else if (r.size() == 2) {
                emit(CodeOp::element2, to, array(n.index), r[0], r[1], offset - 1);
            } else {
                emit(CodeOp::elements, to, array(n.index), list(r), 0, static_cast<std::uint32_t>(r.size()));
            }
            return;
        case ProgramOp::place: emit(CodeOp::place, to, array(n.index), r[0]); return;
        case ProgramOp::size: emit(CodeOp::size, to, array(n.index), r[0]); return;
        case ProgramOp::count: return fold(CodeOp::count);
        case ProgramOp::sum: return fold(CodeOp::sum);
        case ProgramOp::product: return fold(CodeOp::product);
        case ProgramOp::smallest: return fold(CodeOp::smallest);
        case ProgramOp::largest: return fold(CodeOp::largest);
        case ProgramOp::only_element: return fold(CodeOp::only_element);
        case ProgramOp::dot: emit(CodeOp::dot, to, array(n.index), array(n.other)); return;
        case ProgramOp::concatenate:
        case ProgramOp::text_of_real:
        case ProgramOp::text_of_integer:
        case ProgramOp::text_of_boolean:
        case ProgramOp::text_of_literal:
        case ProgramOp::format_real:
        case ProgramOp::format_integer:
            emit(CodeOp::text, to, 0, list(r), n.index, static_cast<std::uint32_t>(n.op));
            return;
        case ProgramOp::number:
        case ProgramOp::text:
        case ProgramOp::local:
        case ProgramOp::to_real:
        case ProgramOp::logical_and:
        case ProgramOp::logical_or:
        case ProgramOp::if_else: return;
    }
}

CodeOp FunctionCompiler::relation_op(ProgramOp op) {
    auto const offset = static_cast<int>(op) - static_cast<int>(ProgramOp::less);
    return static_cast<CodeOp>(static_cast<int>(CodeOp::less) + offset);
}

void FunctionCompiler::relation(ProgramNode const& n, std::uint32_t to, std::vector<std::uint32_t> const& r) {
    bool const orders_texts =
        node(operand(n, 0)).type == ScalarType::text && n.op != ProgramOp::equal && n.op != ProgramOp::not_equal;
    if (!orders_texts) {
        emit(relation_op(n.op), to, r[0], r[1]);
        return;
    }
    emit(CodeOp::compare_texts, to, r[0], r[1]);
    emit(relation_op(n.op), to, to, literal(0.0));
}

void FunctionCompiler::function(ProgramNode const& n, std::uint32_t to, std::vector<std::uint32_t> const& r) {
    auto const builtin = static_cast<Builtin>(n.index);
    if (builtin == Builtin::div) {
        emit(CodeOp::quotient, to, r[0], r[1]);
    } else if (builtin == Builtin::mod) {
        emit(CodeOp::modulo, to, r[0], r[1]);
    } else if (builtin == Builtin::rem) {
        emit(CodeOp::remainder, to, r[0], r[1]);
    } else if (r.size() == 1) {
        emit(CodeOp::unary_function, to, r[0], 0, 0, *find_unary(builtin));
    } else {
        emit(CodeOp::binary_function, to, r[0], r[1], 0, *find_binary(builtin));
    }
}

std::uint32_t FunctionCompiler::logic(ProgramNode const& n, std::uint32_t to) {
    // Not in a variable that is assigned to: the second operand may need its old value.
    std::uint32_t const result = temporary();
    std::uint32_t const kept = temporaries_;
    value_into(operand(n, 0), result);
    std::uint32_t const jump =
        emit(n.op == ProgramOp::logical_and ? CodeOp::jump_if_false : CodeOp::jump_if_true, 0, result);
    value_into(operand(n, 1), result);
    land(jump);
    temporaries_ = kept;
    if (to == anywhere) return result;
    emit(CodeOp::move, to, result);
    return to;
}

std::uint32_t FunctionCompiler::choice(ProgramNode const& n, std::uint32_t to) {
    std::uint32_t const result = temporary();
    std::uint32_t const kept = temporaries_;
    std::vector<std::uint32_t> const jumps = jump_unless(operand(n, 0));
    value_into(operand(n, 1), result);
    std::uint32_t const over = emit(CodeOp::jump);
    for (std::uint32_t const jump : jumps) land(jump);
    value_into(operand(n, 2), result);
    land(over);
    temporaries_ = kept;
    if (to == anywhere) return result;
    emit(CodeOp::move, to, result);
    return to;
}

std::vector<std::uint32_t> FunctionCompiler::jump_unless(ProgramExpr condition) {
    ProgramNode const& n = node(condition);
    if (n.op == ProgramOp::logical_and) {
        std::vector<std::uint32_t> jumps = jump_unless(operand(n, 0));
        for (std::uint32_t const jump : jump_unless(operand(n, 1))) jumps.push_back(jump);
        return jumps;
    }
    std::uint32_t const kept = temporaries_;
    bool const is_relation =
        n.op >= ProgramOp::less && n.op <= ProgramOp::not_equal && node(operand(n, 0)).type != ScalarType::text;
    std::uint32_t jump = 0;
    if (is_relation) {
        std::uint32_t const a = value(operand(n, 0));
        std::uint32_t const b = value(operand(n, 1));
        auto const offset = static_cast<int>(n.op) - static_cast<int>(ProgramOp::less);
        jump = emit(static_cast<CodeOp>(static_cast<int>(CodeOp::jump_unless_less) + offset), 0, a, b);
    } else if (n.op == ProgramOp::logical_not) {
        jump = emit(CodeOp::jump_if_true, 0, value(operand(n, 0)));
    } else {
        jump = emit(CodeOp::jump_if_false, 0, value(condition));
    }
    temporaries_ = kept;
    return {jump};
}

std::vector<std::uint32_t> FunctionCompiler::jump_back_if(ProgramExpr condition, std::uint32_t start) {
    ProgramNode const& n = node(condition);
    if (n.op == ProgramOp::logical_and) {
        std::vector<std::uint32_t> jumps = jump_unless(operand(n, 0));
        for (std::uint32_t const jump : jump_back_if(operand(n, 1), start)) jumps.push_back(jump);
        return jumps;
    }
    std::uint32_t const kept = temporaries_;
    bool const is_relation =
        n.op >= ProgramOp::less && n.op <= ProgramOp::not_equal && node(operand(n, 0)).type != ScalarType::text;
    if (is_relation) {
        std::uint32_t const a = value(operand(n, 0));
        std::uint32_t const b = value(operand(n, 1));
        auto const offset = static_cast<int>(n.op) - static_cast<int>(ProgramOp::less);
        emit(static_cast<CodeOp>(static_cast<int>(CodeOp::jump_if_less) + offset), start, a, b);
    } else {
        emit(CodeOp::jump_if_true, start, value(condition));
    }
    temporaries_ = kept;
    return {};
}

}  // namespace moo
