// Compiles the statements of functions, and the beginning and end of a function.
#include <algorithm>
#include <bit>

#include "backends/interpret/function_compiler.h"

namespace moo {

FunctionCompiler::FunctionCompiler(ProgramNodes const& nodes, Program const& program, ProgramFunction const& function,
                                   std::vector<double> const& texts, ModelRegisters* registers)
    : nodes_(nodes), program_(program), source_(function), registers_(registers), texts_(texts) {
    code_.name = function.name;
    code_.array_count = static_cast<std::uint32_t>(function.arrays.size());
    is_given_.assign(function.arrays.size(), false);
    for (ProgramArray const& array : function.arrays) code_.array_names.push_back(array.name);
    for (ProgramItem const& item : function.inputs) mark_given(item);
    for (ProgramItem const& item : function.outputs) mark_given(item);
    for (std::uint32_t i = 0; i < code_.array_count; ++i) {
        if (!is_given_[i]) code_.own_arrays.push_back(i);
    }
    code_.scalar_count = static_cast<std::uint32_t>(function.scalars.size());
    is_fixed_.assign(function.scalars.size(), false);
    for (ProgramItem const& item : function.inputs) {
        if (!item.is_array) is_fixed_[item.index] = true;
    }
}

FunctionCode FunctionCompiler::run() {
    statements(source_.body);
    if (source_.external) {
        at_ = 0;
        for (ProgramExternalArgument const& argument : source_.external->arguments) external_inputs(argument);
        emit(CodeOp::external);
    }
    emit(CodeOp::leave);
    if (registers_ != nullptr) {
        code_.register_count = code_.scalar_count + most_temporaries_;
        return std::move(code_);
    }
    put_prologue();
    for (std::uint32_t i = 0; i < here(); ++i) {
        if (is_jump(code_.code[i].op)) code_.code[i].to -= i;
    }
    place_registers();
    return std::move(code_);
}

void FunctionCompiler::mark_given(ProgramItem const& item) {
    if (item.is_array) is_given_[item.index] = true;
}

std::uint32_t FunctionCompiler::emit(CodeOp op, std::uint32_t to, std::uint32_t a, std::uint32_t b, std::uint32_t c,
                                     std::uint32_t extra) {
    code_.code.push_back({op, static_cast<std::uint16_t>(extra), to, a, b, c});
    code_.places.push_back(at_);
    return static_cast<std::uint32_t>(code_.code.size() - 1);
}

std::uint32_t ModelRegisters::literal(double value) {
    auto const [place, is_new] =
        numbers_.try_emplace(std::bit_cast<std::uint64_t>(value), static_cast<std::uint32_t>(literals_.size()));
    if (is_new) literals_.push_back(value);
    return place->second;
}

std::uint32_t FunctionCompiler::literal(double value) {
    if (registers_ != nullptr) return literal_base + registers_->literal(value);
    auto const [place, is_new] = literal_registers_.try_emplace(std::bit_cast<std::uint64_t>(value),
                                                                static_cast<std::uint32_t>(code_.literals.size()));
    if (is_new) code_.literals.push_back(value);
    return literal_base + place->second;
}

std::uint32_t FunctionCompiler::temporary() {
    most_temporaries_ = std::max(most_temporaries_, temporaries_ + 1);
    return temporary_base + temporaries_++;
}

std::uint32_t FunctionCompiler::list(std::vector<std::uint32_t> registers) {
    code_.lists.push_back(std::move(registers));
    return static_cast<std::uint32_t>(code_.lists.size() - 1);
}

std::uint32_t FunctionCompiler::array(std::uint32_t index) {
    if (index < first_constant_array) return index;
    std::uint32_t const constant = index - first_constant_array;
    auto const found = std::find(code_.constants.begin(), code_.constants.end(), constant);
    auto const place = static_cast<std::uint32_t>(found - code_.constants.begin());
    if (found == code_.constants.end()) code_.constants.push_back(constant);
    return code_.array_count + place;
}

void FunctionCompiler::put_prologue() {
    auto const shift = static_cast<std::uint32_t>(prologue_.size());
    for (CodeInstruction& i : code_.code) {
        if (is_jump(i.op)) i.to += shift;
    }
    code_.code.insert(code_.code.begin(), prologue_.begin(), prologue_.end());
    code_.places.insert(code_.places.begin(), prologue_places_.begin(), prologue_places_.end());
}

void FunctionCompiler::statements(std::vector<ProgramStatement> const& list) {
    for (ProgramStatement const& each : list) {
        at_ = each.place;
        std::uint32_t const kept = temporaries_;
        statement(each);
        release(kept);
    }
}

std::vector<std::uint32_t> FunctionCompiler::values(std::vector<ProgramExpr> const& exprs) {
    std::vector<std::uint32_t> registers;
    for (ProgramExpr const expr : exprs) registers.push_back(value(expr));
    return registers;
}

void FunctionCompiler::statement(ProgramStatement const& s) {
    switch (s.kind) {
        case ProgramStatementKind::assign:
        case ProgramStatementKind::hold: return value_into(s.value, s.target);
        case ProgramStatementKind::store: {
            std::uint32_t const stored = value(s.value);
            std::vector<std::uint32_t> const r = values(s.scalars);
            if (r.size() == 1) {
                emit(CodeOp::store, s.target, stored, r[0], 0, ~0u);
            } else if (r.size() == 2) {
                emit(CodeOp::store2, s.target, stored, r[0], r[1], ~0u);
            } else {
                emit(CodeOp::stores, s.target, stored, list(r), 0, static_cast<std::uint32_t>(r.size()));
            }
            return;
        }
        case ProgramStatementKind::place: {
            std::uint32_t const stored = value(s.value);
            emit(CodeOp::store_place, s.target, stored, value(s.scalars[0]));
            return;
        }
        case ProgramStatementKind::array: return array_operation(s);
        case ProgramStatementKind::call: return call(s);
        case ProgramStatementKind::if_: {
            std::vector<std::uint32_t> const jumps = jump_unless(s.value);
            statements(s.body);
            if (s.otherwise.empty()) {
                for (std::uint32_t const jump : jumps) land(jump);
                return;
            }
            std::uint32_t const over = emit(CodeOp::jump);
            for (std::uint32_t const jump : jumps) land(jump);
            statements(s.otherwise);
            land(over);
            return;
        }
        case ProgramStatementKind::loop: return loop(s);
        case ProgramStatementKind::while_: {
            ++loops_;
            std::vector<std::uint32_t> jumps = jump_unless(s.value);
            std::vector<std::uint32_t> const outer = std::exchange(breaks_, {});
            std::uint32_t const start = landed_ = here();
            statements(s.body);
            // Test the condition at the end as well, so that each turn takes only one jump.
            at_ = s.place;
            for (std::uint32_t const jump : jump_back_if(s.value, start)) jumps.push_back(jump);
            --loops_;
            for (std::uint32_t const jump : jumps) land(jump);
            for (std::uint32_t const jump : breaks_) land(jump);
            breaks_ = outer;
            return;
        }
        case ProgramStatementKind::break_: breaks_.push_back(emit(CodeOp::jump)); return;
        case ProgramStatementKind::return_: emit(CodeOp::leave); return;
        case ProgramStatementKind::assertion: emit(CodeOp::assertion, 0, value(s.scalars[0]), 0, 0, s.extra); return;
        case ProgramStatementKind::terminate: emit(CodeOp::terminate, 0, value(s.scalars[0])); return;
        case ProgramStatementKind::set_slot: return value_into(s.value, slot_base + s.target);
        case ProgramStatementKind::set_pre: emit(CodeOp::set_pre, s.target, value(s.value)); return;
        case ProgramStatementKind::set_result: emit(CodeOp::set_result, s.target, value(s.value)); return;
        case ProgramStatementKind::set_condition: emit(CodeOp::set_condition, s.target, value(s.value)); return;
        case ProgramStatementKind::set_clock: emit(CodeOp::set_clock, s.target, value(s.value)); return;
        case ProgramStatementKind::reinit: emit(CodeOp::reinit, s.target, value(s.value)); return;
        case ProgramStatementKind::solve: emit(CodeOp::solve, s.target); return;
        case ProgramStatementKind::evaluate: (void)value(s.value); return;
        case ProgramStatementKind::say:
            emit(CodeOp::say, s.target, s.value == no_value ? literal(0.0) : value(s.value));
            return;
    }
}

void FunctionCompiler::loop(ProgramStatement const& s) {
    // The step and the end do not change while the loop runs.
    std::uint32_t const step = value(s.scalars[1]);
    std::uint32_t last = value(s.scalars[2]);
    value_into(s.scalars[0], s.target);
    ProgramNode const& by = node(s.scalars[1]);
    bool const is_known = by.op == ProgramOp::number && by.number != 0.0;
    CodeOp const next = !is_known ? CodeOp::next_turn : by.number > 0.0 ? CodeOp::next_up : CodeOp::next_down;
    std::uint32_t const enter = emit(CodeOp::enter_loop, 0, s.target, step, last);
    std::uint32_t const start = landed_ = here();
    std::vector<std::uint32_t> const outer = std::exchange(breaks_, {});
    ++loops_;
    statements(s.body);
    --loops_;
    emit(next, start, s.target, step, last);
    land(enter);
    for (std::uint32_t const jump : breaks_) land(jump);
    breaks_ = outer;
}

void FunctionCompiler::array_operation(ProgramStatement const& s) {
    CodeArrayOperation operation;
    operation.operation = s.operation;
    operation.target = array(s.target);
    operation.extra = s.extra;
    operation.scalars = values(s.scalars);
    for (std::uint32_t const each : s.arrays) operation.arrays.push_back(array(each));
    for (ProgramSubscript const& each : s.subscripts) {
        CodeSubscript made;
        made.kind = each.kind;
        if (each.kind == SubscriptKind::single || each.kind == SubscriptKind::range) made.first = value(each.first);
        if (each.kind == SubscriptKind::range) {
            made.step = value(each.step);
            made.last = value(each.last);
        }
        if (each.kind == SubscriptKind::list) made.values = array(each.values);
        operation.subscripts.push_back(made);
    }
    code_.operations.push_back(std::move(operation));
    emit(CodeOp::array_operation, 0, static_cast<std::uint32_t>(code_.operations.size() - 1));
}

void FunctionCompiler::call(ProgramStatement const& s) {
    ProgramFunction const& callee = program_.functions[s.target];
    CodeCall made;
    made.function = s.target;
    for (std::size_t i = 0; i < s.inputs.size(); ++i) {
        ProgramItem const& item = s.inputs[i];
        made.inputs.push_back(
            {item.is_array, item.is_array ? array(item.index) : value(item.index), callee.inputs[i].index});
    }
    for (std::size_t i = 0; i < s.outputs.size(); ++i) {
        made.outputs.push_back({s.outputs[i].is_array, s.outputs[i].index, callee.outputs[i].index});
    }
    code_.calls.push_back(std::move(made));
    CodeOp const op = registers_ == nullptr ? CodeOp::call : CodeOp::enter;
    emit(op, 0, static_cast<std::uint32_t>(code_.calls.size() - 1));
}

void FunctionCompiler::external_inputs(ProgramExternalArgument const& argument) {
    for (ProgramExternalArgument const& member : argument.members) external_inputs(member);
    if (argument.is_structure || argument.item.is_array || argument.is_written) return;
    external_registers_.push_back(value(argument.item.index));
}

FunctionCode compile_function(Program const& program, ProgramFunction const& function,
                              std::vector<double> const& texts) {
    return FunctionCompiler(program, program, function, texts, nullptr).run();
}

FunctionCode compile_procedure(SpelledOut procedure, Program const& program, std::vector<double> const& texts,
                               ModelRegisters& registers) {
    ProgramFunction function;
    function.scalars = std::move(procedure.scalars);
    function.body = std::move(procedure.body);
    return FunctionCompiler(procedure.nodes, program, function, texts, &registers).run();
}

}  // namespace moo
