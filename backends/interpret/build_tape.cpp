#include "backends/interpret/build_tape.h"

#include <algorithm>
#include <bit>
#include <cstdio>
#include <cstdlib>
#include <optional>

#include "backends/interpret/scalar_functions.h"
#include "runtime/abi/values.h"

namespace moo {

namespace {

std::optional<Operation> operator_of(ExprKind kind) {
    if (kind == ExprKind::neg) return Operation::neg;
    if (kind == ExprKind::logical_not) return Operation::logical_not;
    if (kind == ExprKind::add || kind == ExprKind::element_add) return Operation::add;
    if (kind == ExprKind::sub || kind == ExprKind::element_sub) return Operation::sub;
    if (kind == ExprKind::mul || kind == ExprKind::element_mul) return Operation::mul;
    if (kind == ExprKind::div || kind == ExprKind::element_div) return Operation::div;
    if (kind == ExprKind::pow || kind == ExprKind::element_pow) return Operation::pow;
    if (kind == ExprKind::logical_and) return Operation::logical_and;
    if (kind == ExprKind::logical_or) return Operation::logical_or;
    if (kind == ExprKind::less) return Operation::less;
    if (kind == ExprKind::less_equal) return Operation::less_equal;
    if (kind == ExprKind::greater) return Operation::greater;
    if (kind == ExprKind::greater_equal) return Operation::greater_equal;
    if (kind == ExprKind::equal) return Operation::equal;
    if (kind == ExprKind::not_equal) return Operation::not_equal;
    return std::nullopt;
}

[[noreturn]] void stop_at(std::string_view what) {
    std::fprintf(stderr, "internal error: the interpreter cannot compute `%.*s`\n", static_cast<int>(what.size()),
                 what.data());
    std::abort();
}

}  // namespace

// ---- registers ---------------------------------------------------------------------------------------

Registers::Registers(Document const& document, SystemPlan const& plan)
    : states_(document.states()),
      state_index_(document.variables.size(), 0),
      first_derivative_(static_cast<std::uint32_t>(document.variables.size())),
      slot_count_(static_cast<std::uint32_t>(document.variables.size() + states_.size())),
      plan_(plan) {
    for (std::uint32_t i = 0; i < states_.size(); ++i) state_index_[states_[i]] = i;
}

std::uint32_t Registers::literal(double value) {
    auto const [place, is_new] = literal_registers_.try_emplace(
        std::bit_cast<std::uint64_t>(value), slot_count_ + static_cast<std::uint32_t>(literals_.size()));
    if (is_new) literals_.push_back(value);
    return place->second;
}

// ---- expressions -------------------------------------------------------------------------------------

TapeBuilder::TapeBuilder(Document const& document, Registers& registers, ModelProgram const* program)
    : exprs_(document.exprs), registers_(registers), program_(program) {}

std::uint32_t TapeBuilder::compute(ExprId expr) { return run(expr, anywhere); }

void TapeBuilder::assign(std::uint32_t to, ExprId expr) {
    std::uint32_t const reg = run(expr, to);
    if (reg != to) emit(Operation::move, to, reg);
}

void TapeBuilder::count_uses(ExprId root) {
    std::vector<ExprId> stack{root};
    while (!stack.empty()) {
        ExprId const expr = stack.back();
        stack.pop_back();
        if (uses_[expr]++ > 0) continue;
        for (ExprId const operand : exprs_.operands(expr)) stack.push_back(operand);
    }
}

std::uint32_t TapeBuilder::scratch() { return scratch_base + scratch_high_++; }

std::uint32_t TapeBuilder::run(ExprId root, std::uint32_t to) {
    std::size_t const bottom = frames_.size();
    descend(root, to);
    while (frames_.size() > bottom) {
        // `advance` may push frames, so it works on a copy that is written back.
        std::size_t const index = frames_.size() - 1;
        Frame frame = frames_[index];
        if (advance(frame)) {
            frames_.pop_back();
        } else {
            frames_[index] = frame;
        }
    }
    return pop();
}

std::uint32_t TapeBuilder::pop() {
    std::uint32_t const reg = values_.back();
    values_.pop_back();
    return reg;
}

std::uint32_t TapeBuilder::target_of(Frame const& frame) { return frame.to == anywhere ? scratch() : frame.to; }

void TapeBuilder::remember_result(ExprId expr, std::uint32_t reg) {
    auto const uses = uses_.find(expr);
    if (uses == uses_.end() || uses->second < 2) return;
    std::uint64_t const key = key_of(expr);
    auto const [place, is_new] = known_.try_emplace(key, reg);
    log_.push_back({key, is_new ? anywhere : place->second});
    place->second = reg;
}

void TapeBuilder::finish(Frame const& frame, Operation operation, std::uint32_t a, std::uint32_t b,
                         std::uint16_t extra) {
    std::uint32_t const to = target_of(frame);
    emit(operation, to, a, b, extra);
    remember_result(frame.expr, to);
    values_.push_back(to);
}

bool TapeBuilder::start_leaf(Frame const& frame) {
    ExprId const id = frame.expr;
    switch (exprs_.kind(id)) {
        case ExprKind::real: values_.push_back(registers_.literal(exprs_.real_value(id))); return true;
        case ExprKind::integer:
            values_.push_back(registers_.literal(static_cast<double>(exprs_.integer_value(id))));
            return true;
        case ExprKind::boolean:
            values_.push_back(registers_.literal(exprs_.boolean_value(id) ? 1.0 : 0.0));
            return true;
        case ExprKind::enumeration: values_.push_back(registers_.literal(exprs_.enumeration_ordinal(id))); return true;
        case ExprKind::variable: values_.push_back(registers_.slot(exprs_.variable_of(id))); return true;
        case ExprKind::der: values_.push_back(registers_.derivative(exprs_.referenced_variable(id))); return true;
        case ExprKind::pre:
            finish(frame, Operation::previous, registers_.slot(exprs_.referenced_variable(id)));
            return true;
        case ExprKind::time: finish(frame, Operation::time, 0); return true;
        case ExprKind::string:
            if (program_ == nullptr) return false;
            values_.push_back(registers_.literal(moo_text(program_->texts.at(id).c_str())));
            return true;
        default: return false;
    }
}

bool TapeBuilder::advance(Frame& frame) {
    ExprId const id = frame.expr;
    if (frame.step == 0) {
        if (auto const found = known_.find(key_of(id)); found != known_.end()) {
            values_.push_back(found->second);
            return true;
        }
        if (start_leaf(frame)) return true;
    }
    if (program_ != nullptr) {
        if (ModelProgram::Computed const* const computed = program_->find(id)) return advance_call(frame, *computed);
    }
    ExprKind const kind = exprs_.kind(id);
    if (kind == ExprKind::if_else) return advance_if(frame);
    bool const is_logic = kind == ExprKind::logical_and || kind == ExprKind::logical_or;
    if (is_logic && program_ != nullptr && program_->has_call(exprs_.operand(id, 1))) return advance_logic(frame);
    if (kind == ExprKind::builtin) return advance_builtin(frame);
    if (kind == ExprKind::output && exprs_.is_builtin(exprs_.operand(id, 0), Builtin::spatial_distribution)) {
        return advance_transport(frame);
    }
    std::optional<Operation> const operation = operator_of(kind);
    if (!operation) stop_at(kind_name(kind));
    auto const operands = exprs_.operands(id);
    if (frame.step < operands.size()) {
        descend(operands[frame.step++]);
        return false;
    }
    std::uint32_t const b = operands.size() > 1 ? pop() : 0;
    std::uint32_t const a = pop();
    if (*operation == Operation::pow && exprs_.is_number(operands[1], 2.0)) {
        finish(frame, Operation::mul, a, a);
        return true;
    }
    std::uint32_t const* const relation =
        is_relation(kind) && no_event_depth_ == 0 ? registers_.plan().find_relation(id) : nullptr;
    if (relation == nullptr) {
        finish(frame, *operation, a, b);
        return true;
    }
    std::uint32_t const now = scratch();
    emit(*operation, now, a, b);
    finish(frame, Operation::remember, now, *relation);
    return true;
}

// Whether it is quicker to compute than to jump over, and cannot go wrong.
bool TapeBuilder::is_cheap(ExprId expr) const {
    auto const is_simple = [this](ExprId id) {
        ExprKind const kind = exprs_.kind(id);
        return kind <= ExprKind::variable && kind != ExprKind::string;
    };
    ExprKind const kind = exprs_.kind(expr);
    if (is_simple(expr)) return true;
    bool const is_sum =
        kind == ExprKind::add || kind == ExprKind::sub || kind == ExprKind::mul || kind == ExprKind::neg;
    auto const operands = exprs_.operands(expr);
    return is_sum && std::all_of(operands.begin(), operands.end(), is_simple);
}

// An if-expression of cheap values: both are computed and one is taken.
bool TapeBuilder::advance_choice(Frame& frame) {
    if (frame.step < 3) {
        descend(exprs_.operand(frame.expr, frame.step++));
        return false;
    }
    std::uint32_t const else_value = pop();
    std::uint32_t const then_value = pop();
    std::uint32_t const condition = pop();
    std::uint32_t const to = target_of(frame);
    emit(Operation::move, to, then_value);
    emit(Operation::replace_unless, to, condition, else_value);
    remember_result(frame.expr, to);
    values_.push_back(to);
    return true;
}

bool TapeBuilder::advance_if(Frame& frame) {
    // Of texts and objects, too, which are numbers here.
    if (is_cheap(exprs_.operand(frame.expr, 1)) && is_cheap(exprs_.operand(frame.expr, 2)))
        return advance_choice(frame);
    switch (frame.step++) {
        case 0: descend(exprs_.operand(frame.expr, 0)); return false;
        case 1: {
            std::uint32_t const condition = pop();
            frame.to = target_of(frame);
            frame.jump = begin_branch(Operation::jump_if_false, condition);
            descend(exprs_.operand(frame.expr, 1), frame.to);
            return false;
        }
        case 2: {
            if (std::uint32_t const reg = pop(); reg != frame.to) emit(Operation::move, frame.to, reg);
            // The jump over the else-part belongs to the end of the then-part.
            std::size_t const over = tape_.size();
            emit(Operation::jump, 0);
            end_branch(frame.jump);
            frame.jump = over;
            open_branch();
            descend(exprs_.operand(frame.expr, 2), frame.to);
            return false;
        }
        default: {
            if (std::uint32_t const reg = pop(); reg != frame.to) emit(Operation::move, frame.to, reg);
            end_branch(frame.jump);
            remember_result(frame.expr, frame.to);
            values_.push_back(frame.to);
            return true;
        }
    }
}

// `and` and `or` whose second operand is a call: that is made only if it counts.
bool TapeBuilder::advance_logic(Frame& frame) {
    bool const is_and = exprs_.kind(frame.expr) == ExprKind::logical_and;
    switch (frame.step++) {
        case 0: descend(exprs_.operand(frame.expr, 0)); return false;
        case 1: {
            std::uint32_t condition = pop();
            frame.to = scratch();
            emit(Operation::move, frame.to, condition);
            if (!is_and) {
                condition = scratch();
                emit(Operation::logical_not, condition, frame.to);
            }
            frame.jump = begin_branch(Operation::jump_if_false, condition);
            descend(exprs_.operand(frame.expr, 1), frame.to);
            return false;
        }
        default: {
            if (std::uint32_t const reg = pop(); reg != frame.to) emit(Operation::move, frame.to, reg);
            end_branch(frame.jump);
            values_.push_back(frame.to);
            return true;
        }
    }
}

bool TapeBuilder::advance_builtin(Frame& frame) {
    ExprId const id = frame.expr;
    Builtin const builtin = exprs_.builtin_of(id);
    if (builtin == Builtin::no_event || builtin == Builtin::smooth) {
        bool const is_no_event = builtin == Builtin::no_event;
        if (frame.step++ == 0) {
            no_event_depth_ += is_no_event ? 1 : 0;
            descend(exprs_.operand(id, builtin == Builtin::smooth ? 1 : 0), frame.to);
            return false;
        }
        no_event_depth_ -= is_no_event ? 1 : 0;
        return true;  // the operand's register is the result
    }
    if (builtin == Builtin::initial) {
        finish(frame, Operation::initial, 0);
        return true;
    }
    if (builtin == Builtin::edge || builtin == Builtin::change) {
        std::uint32_t const slot = registers_.slot(exprs_.referenced_variable(exprs_.operand(id, 0)));
        finish(frame, builtin == Builtin::edge ? Operation::edge : Operation::change, slot);
        return true;
    }
    if (std::optional<bool> const done = advance_memory(frame)) return *done;
    auto const operands = exprs_.operands(id);
    if (frame.step < operands.size()) {
        descend(operands[frame.step++]);
        return false;
    }
    if (operands.size() == 1) {
        std::optional<std::uint32_t> const function = find_unary(builtin);
        if (!function) stop_at(builtin_info(builtin).name);
        std::uint32_t const a = pop();
        finish(frame, Operation::unary_function, a, 0, static_cast<std::uint16_t>(*function));
        return true;
    }
    std::optional<std::uint32_t> const function = find_binary(builtin);
    if (!function || operands.size() != 2) stop_at(builtin_info(builtin).name);
    std::uint32_t const b = pop();
    std::uint32_t const a = pop();
    finish(frame, Operation::binary_function, a, b, static_cast<std::uint16_t>(*function));
    return true;
}

std::optional<bool> TapeBuilder::advance_memory(Frame& frame) {
    ExprId const id = frame.expr;
    auto const leaf = [&](Operation operation, std::uint32_t a = 0) {
        finish(frame, operation, a);
        return true;
    };
    Builtin const builtin = exprs_.builtin_of(id);
    if (builtin == Builtin::terminal) return leaf(Operation::terminal);
    if (builtin == Builtin::interval) return leaf(Operation::tick_interval);
    if (builtin == Builtin::first_tick) return leaf(Operation::first_tick);
    if (builtin == Builtin::previous) {
        return leaf(Operation::previous, registers_.slot(exprs_.referenced_variable(exprs_.operand(id, 0))));
    }
    if (std::uint32_t const* const sampling = registers_.plan().find_sampling(id)) {
        return leaf(Operation::sampled, *sampling);
    }
    bool const passes_on = is_passed_on(exprs_, id);
    bool const is_pair = builtin == Builtin::homotopy || builtin == Builtin::delay;
    if (!passes_on && !is_pair) return std::nullopt;
    if (frame.step < (is_pair ? 2u : 1u)) {
        descend(exprs_.operand(id, frame.step++), passes_on ? frame.to : anywhere);
        return false;
    }
    if (passes_on) return true;  // the operand's register is the result
    std::uint32_t const b = pop();
    std::uint32_t const a = pop();
    if (builtin == Builtin::homotopy) {
        finish(frame, Operation::blend, a, b);
    } else {
        std::uint32_t const* const delay = registers_.plan().find_delay(id);
        if (delay == nullptr) stop_at("delay");
        finish(frame, Operation::delay, a, b, static_cast<std::uint16_t>(*delay));
    }
    return true;
}

// Its four operands have to stand side by side.
bool TapeBuilder::advance_transport(Frame& frame) {
    constexpr std::uint32_t operand_count = 4;
    ExprId const call = exprs_.operand(frame.expr, 0);
    if (frame.step < operand_count) {
        descend(exprs_.operand(call, frame.step++));
        return false;
    }
    std::uint32_t const first = scratch();
    for (std::uint32_t i = 1; i < operand_count; ++i) (void)scratch();
    for (std::uint32_t i = operand_count; i-- > 0;) emit(Operation::move, first + i, pop());
    std::uint32_t const* const number = registers_.plan().find_transport(call);
    if (number == nullptr) stop_at("spatialDistribution");
    std::size_t const result = exprs_.output_number(frame.expr) - 1;
    finish(frame, Operation::transport, first, 0, static_cast<std::uint16_t>(2 * *number + result));
    return true;
}

// ---- calls -----------------------------------------------------------------------------------------

// A part of what a function computes. The call is made once, for all of its parts.
bool TapeBuilder::advance_call(Frame& frame, ModelProgram::Computed const& computed) {
    ModelCall const& call = program_->calls[computed.call];
    if (frame.step == 0) {
        if (auto const made = made_calls_.find(call_key(computed.call)); made != made_calls_.end()) {
            values_.push_back(made->second + computed.output);
            return true;
        }
    }
    if (frame.step < call.inputs.size()) {
        descend(call.inputs[frame.step++]);
        return false;
    }
    std::uint32_t const first = emit_call(call);
    made_calls_.emplace(call_key(computed.call), first);
    made_log_.push_back(call_key(computed.call));
    values_.push_back(first + computed.output);
    return true;
}

// The arguments are on the stack. Gives the register of the first result.
std::uint32_t TapeBuilder::emit_call(ModelCall const& call) {
    std::vector<std::uint32_t> arguments(call.inputs.size());
    for (std::size_t i = arguments.size(); i-- > 0;) arguments[i] = pop();
    for (std::uint32_t i = 0; i < arguments.size(); ++i) emit(Operation::give, i, arguments[i]);
    std::uint32_t const first = scratch_base + scratch_high_;
    scratch_high_ += std::max<std::uint32_t>(static_cast<std::uint32_t>(call.outputs.size()), 1);
    emit(Operation::call, first, call.function);
    return first;
}

void TapeBuilder::call_for_effect(ExprId effect) {
    ModelCall const& call = program_->calls[program_->effects.at(effect)];
    for (ExprId const input : call.inputs) values_.push_back(compute(input));
    (void)emit_call(call);
}

// ---- branches ----------------------------------------------------------------------------------------

std::size_t TapeBuilder::begin_branch(Operation jump, std::uint32_t a) {
    std::size_t const from = tape_.size();
    emit(jump, 0, a);
    open_branch();
    return from;
}

void TapeBuilder::open_branch() {
    branches_.push_back(log_.size());
    call_branches_.push_back(made_log_.size());
}

void TapeBuilder::end_branch(std::size_t from) {
    tape_[from].to = static_cast<std::uint32_t>(tape_.size());
    while (made_log_.size() > call_branches_.back()) {
        made_calls_.erase(made_log_.back());
        made_log_.pop_back();
    }
    call_branches_.pop_back();
    std::size_t const mark = branches_.back();
    branches_.pop_back();
    while (log_.size() > mark) {
        Known const& entry = log_.back();
        if (entry.shadowed == anywhere) {
            known_.erase(entry.key);
        } else {
            known_[entry.key] = entry.shadowed;
        }
        log_.pop_back();
    }
}

void place_scratch(Tape& tape, std::uint32_t first) {
    auto const place = [first](std::uint32_t& reg) {
        if (reg >= TapeBuilder::scratch_base) reg = reg - TapeBuilder::scratch_base + first;
    };
    for (Instruction& instruction : tape) {
        bool const writes_register =
            instruction.operation <= Operation::call || instruction.operation == Operation::transport;
        if (writes_register) place(instruction.to);
        if (reads_a(instruction.operation)) place(instruction.a);
        if (reads_b(instruction.operation)) place(instruction.b);
    }
}

}  // namespace moo
