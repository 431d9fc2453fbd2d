// Compiles the expressions of functions.
#include <algorithm>

#include "backends/interpret/function_compiler.h"
#include "backends/interpret/op_codes.h"
#include "moo/program/operations.h"

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
        case ProgramOp::to_whole:
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
        case ProgramOp::to_real:
        case ProgramOp::to_whole: return value(operand(n, 0), to);
        case ProgramOp::if_else: return choice(n, to);
        case ProgramOp::slot:
            if (registers_ != nullptr) return slot_base + n.index;
            break;
        // In equations, operands of `and` and `or` that can fail or take long have become statements already.
        case ProgramOp::logical_and:
        case ProgramOp::logical_or:
            if (registers_ == nullptr) return logic(n, to);
            break;
        default: break;
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
        release(kept);
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
    release(kept);
    std::uint32_t const result = target(to);
    compute(n, result, registers, offset);
    return result;
}

void FunctionCompiler::multiply_add(std::uint32_t to, std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    bool const may_join = registers_ == nullptr && !code_.code.empty() && here() != landed_;
    if (may_join) {
        CodeInstruction& last = code_.code.back();
        bool const is_sum = last.op == CodeOp::multiply_add || last.op == CodeOp::polynomial;
        // The intermediate result is overwritten; temporaries are not used again.
        bool const is_free = last.to == to || last.to >= temporary_base;
        // All addends are read before anything is written.
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
    if (operation_info(n.op) != nullptr) return operation(n, to, r);
    auto const fold = [&](CodeOp op) { emit(op, to, array(n.index)); };
    switch (n.op) {
        case ProgramOp::slot: emit(CodeOp::slot, to, n.index); return;
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
        default: return instance_value(n, to, r);
    }
}

void FunctionCompiler::instance_value(ProgramNode const& n, std::uint32_t to, std::vector<std::uint32_t> const& r) {
    switch (n.op) {
        case ProgramOp::pre: emit(CodeOp::pre, to, n.index); return;
        case ProgramOp::time: emit(CodeOp::time, to); return;
        case ProgramOp::initial: emit(CodeOp::initial, to); return;
        case ProgramOp::terminal: emit(CodeOp::terminal, to); return;
        case ProgramOp::interval: emit(CodeOp::interval, to); return;
        case ProgramOp::first_tick: emit(CodeOp::first_tick, to); return;
        case ProgramOp::is_set: emit(CodeOp::is_set, to, n.index); return;
        case ProgramOp::condition: emit(CodeOp::condition, to, n.index); return;
        case ProgramOp::rises: emit(CodeOp::rises, to, n.index); return;
        case ProgramOp::sampled: emit(CodeOp::sampled, to, n.index); return;
        case ProgramOp::remembered: emit(CodeOp::remember, to, r[0], n.index); return;
        case ProgramOp::blend: emit(CodeOp::blend, to, r[0], r[1]); return;
        case ProgramOp::delayed: emit(CodeOp::delayed, to, r[0], r[1], n.index); return;
        case ProgramOp::transported: emit(CodeOp::transported, to, n.index, list(r), 0, n.other); return;
        default: return;
    }
}

void FunctionCompiler::operation(ProgramNode const& n, std::uint32_t to, std::vector<std::uint32_t> const& r) {
    // Texts are equal if their numbers are; their order needs the texts themselves.
    bool const orders_texts = is_relation(n.op) && node(operand(n, 0)).type == ScalarType::text &&
                              n.op != ProgramOp::equal && n.op != ProgramOp::not_equal;
    if (orders_texts) {
        emit(CodeOp::compare_texts, to, r[0], r[1]);
        emit(code_of(n.op), to, to, literal(0.0));
        return;
    }
    emit(code_of(n.op), to, r[0], r.size() > 1 ? r[1] : 0);
}

std::uint32_t FunctionCompiler::logic(ProgramNode const& n, std::uint32_t to) {
    // Do not use the target variable for this: the second operand may need its old value.
    std::uint32_t const result = temporary();
    std::uint32_t const kept = temporaries_;
    value_into(operand(n, 0), result);
    std::uint32_t const jump =
        emit(n.op == ProgramOp::logical_and ? CodeOp::jump_if_false : CodeOp::jump_if_true, 0, result);
    value_into(operand(n, 1), result);
    land(jump);
    release(kept);
    if (to == anywhere) return result;
    emit(CodeOp::move, to, result);
    return to;
}

bool FunctionCompiler::is_cheap(ProgramExpr expr) const {
    auto const is_simple = [this](ProgramExpr each) {
        ProgramOp const op = node(each).op;
        return op == ProgramOp::number || op == ProgramOp::local || op == ProgramOp::slot;
    };
    ProgramNode const& n = node(expr);
    if (is_simple(expr) || n.op == ProgramOp::pre) return true;
    bool const is_sum =
        n.op == ProgramOp::add || n.op == ProgramOp::sub || n.op == ProgramOp::mul || n.op == ProgramOp::neg;
    if (!is_sum || !is_simple(operand(n, 0))) return false;
    return n.operand_count == 1 || is_simple(operand(n, 1));
}

std::uint32_t FunctionCompiler::choice(ProgramNode const& n, std::uint32_t to) {
    bool const takes_one = registers_ != nullptr && is_cheap(operand(n, 1)) && is_cheap(operand(n, 2));
    if (takes_one) {
        std::uint32_t const condition = value(operand(n, 0));
        std::uint32_t const then = value(operand(n, 1));
        std::uint32_t const otherwise = value(operand(n, 2));
        std::uint32_t const chosen = target(to);
        emit(CodeOp::select, chosen, condition, then, otherwise);
        return chosen;
    }
    // Do not use the target variable for this: an operand may need its old value.
    std::uint32_t const result = temporary();
    std::uint32_t const kept = temporaries_;
    std::vector<std::uint32_t> const jumps = jump_unless(operand(n, 0));
    value_into(operand(n, 1), result);
    std::uint32_t const over = emit(CodeOp::jump);
    for (std::uint32_t const jump : jumps) land(jump);
    value_into(operand(n, 2), result);
    land(over);
    release(kept);
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
    bool const compares_numbers = is_relation(n.op) && node(operand(n, 0)).type != ScalarType::text;
    std::uint32_t jump = 0;
    if (compares_numbers) {
        std::uint32_t const a = value(operand(n, 0));
        std::uint32_t const b = value(operand(n, 1));
        auto const offset = static_cast<int>(n.op) - static_cast<int>(ProgramOp::less);
        jump = emit(static_cast<CodeOp>(static_cast<int>(CodeOp::jump_unless_less) + offset), 0, a, b);
    } else if (n.op == ProgramOp::logical_not) {
        jump = emit(CodeOp::jump_if_true, 0, value(operand(n, 0)));
    } else {
        jump = emit(CodeOp::jump_if_false, 0, value(condition));
    }
    release(kept);
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
    bool const compares_numbers = is_relation(n.op) && node(operand(n, 0)).type != ScalarType::text;
    if (compares_numbers) {
        std::uint32_t const a = value(operand(n, 0));
        std::uint32_t const b = value(operand(n, 1));
        auto const offset = static_cast<int>(n.op) - static_cast<int>(ProgramOp::less);
        emit(static_cast<CodeOp>(static_cast<int>(CodeOp::jump_if_less) + offset), start, a, b);
    } else {
        emit(CodeOp::jump_if_true, start, value(condition));
    }
    release(kept);
    return {};
}

}  // namespace moo
