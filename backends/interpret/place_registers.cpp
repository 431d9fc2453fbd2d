// The last step when a function is compiled: registers get their final numbers.
#include <algorithm>

#include "backends/interpret/function_compiler.h"

namespace moo {

namespace {

template <class Place>
void place_operands(CodeInstruction& i, Place const& place) {
    bool const writes_register = i.op <= CodeOp::text;
    if (writes_register) place(i.to);
    switch (i.op) {
        case CodeOp::global:
        case CodeOp::elements:
        case CodeOp::count:
        case CodeOp::sum:
        case CodeOp::product:
        case CodeOp::smallest:
        case CodeOp::largest:
        case CodeOp::only_element:
        case CodeOp::dot:
        case CodeOp::text:
        case CodeOp::array_operation:
        case CodeOp::call:
        case CodeOp::external:
        case CodeOp::leave:
        case CodeOp::jump: return;
        case CodeOp::element:
        case CodeOp::place:
        case CodeOp::size: return place(i.b);
        case CodeOp::element2: place(i.b); return place(i.c);
        case CodeOp::stores:
        case CodeOp::move:
        case CodeOp::neg:
        case CodeOp::logical_not:
        case CodeOp::unary_function:
        case CodeOp::assertion:
        case CodeOp::terminate:
        case CodeOp::jump_if_false:
        case CodeOp::jump_if_true: return place(i.a);
        case CodeOp::add:
        case CodeOp::sub:
        case CodeOp::mul:
        case CodeOp::div:
        case CodeOp::pow:
        case CodeOp::less:
        case CodeOp::less_equal:
        case CodeOp::greater:
        case CodeOp::greater_equal:
        case CodeOp::equal:
        case CodeOp::not_equal:
        case CodeOp::compare_texts:
        case CodeOp::binary_function:
        case CodeOp::quotient:
        case CodeOp::modulo:
        case CodeOp::remainder:
        case CodeOp::store:
        case CodeOp::store_place:
        case CodeOp::jump_if_less:
        case CodeOp::jump_if_less_equal:
        case CodeOp::jump_if_greater:
        case CodeOp::jump_if_greater_equal:
        case CodeOp::jump_if_equal:
        case CodeOp::jump_if_not_equal:
        case CodeOp::jump_unless_less:
        case CodeOp::jump_unless_less_equal:
        case CodeOp::jump_unless_greater:
        case CodeOp::jump_unless_greater_equal:
        case CodeOp::jump_unless_equal:
        case CodeOp::jump_unless_not_equal: place(i.a); return place(i.b);
        case CodeOp::polynomial: place(i.a); return place(i.b);
        case CodeOp::multiply_add:
        case CodeOp::store2:
        case CodeOp::enter_loop:
        case CodeOp::next_turn:
        case CodeOp::next_up:
        case CodeOp::next_down:
            place(i.a);
            place(i.b);
            return place(i.c);
    }
}

}  // namespace

void FunctionCompiler::place_registers() {
    auto const literals = static_cast<std::uint32_t>(code_.literals.size());
    code_.register_count = literals + code_.scalar_count + most_temporaries_;
    auto const placed = [&](std::uint32_t reg) {
        if (reg >= temporary_base) return reg - temporary_base + literals + code_.scalar_count;
        return reg >= literal_base ? reg - literal_base : reg + literals;
    };
    auto const place = [&](std::uint32_t& reg) { reg = placed(reg); };
    for (CodeInstruction& i : code_.code) place_operands(i, place);
    for (auto& each : code_.lists) std::for_each(each.begin(), each.end(), place);
    for (CodeArrayOperation& operation : code_.operations) {
        std::for_each(operation.scalars.begin(), operation.scalars.end(), place);
        for (CodeSubscript& each : operation.subscripts) {
            place(each.first);
            place(each.step);
            place(each.last);
        }
    }
    for (CodeCall& each : code_.calls) {
        for (CodeCall::Item& item : each.inputs) {
            if (!item.is_array) place(item.here);
        }
        for (CodeCall::Item& item : each.outputs) {
            if (!item.is_array) place(item.here);
        }
    }
    code_.inputs = source_.inputs;
    code_.outputs = source_.outputs;
    if (!source_.external) return;
    std::for_each(external_registers_.begin(), external_registers_.end(), place);
    ProgramExternal external = *source_.external;
    for (ProgramExternalArgument& argument : external.arguments) {
        if (argument.item.is_array) argument.item.index = array(argument.item.index);
    }
    code_.external = std::make_unique<ExternalCall>(external, std::move(external_registers_), literals);
}

}  // namespace moo
