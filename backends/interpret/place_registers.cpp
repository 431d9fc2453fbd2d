// The last step when code is compiled: registers get their final numbers.
#include <algorithm>

#include "backends/interpret/function_compiler.h"
#include "backends/interpret/op_codes.h"

namespace moo {

namespace {

template <class Place>
void place_fields(CodeInstruction& i, Place const& place) {
    CodeFields const& fields = fields_of(i.op);
    auto const each = [&](CodeField field, std::uint32_t& reg) {
        bool const is_register = field == CodeField::written || field == CodeField::read || field == CodeField::both;
        if (is_register) reg = place(reg);
    };
    each(fields.to, i.to);
    each(fields.a, i.a);
    each(fields.b, i.b);
    each(fields.c, i.c);
}

template <class Place>
void place_code(FunctionCode& code, Place const& place) {
    auto const put = [&](std::uint32_t& reg) { reg = place(reg); };
    for (CodeInstruction& i : code.code) place_fields(i, place);
    for (auto& each : code.lists) std::for_each(each.begin(), each.end(), put);
    for (CodeArrayOperation& operation : code.operations) {
        std::for_each(operation.scalars.begin(), operation.scalars.end(), put);
        for (CodeSubscript& each : operation.subscripts) {
            put(each.first);
            put(each.step);
            put(each.last);
        }
    }
    for (CodeCall& call : code.calls) {
        for (auto* const items : {&call.inputs, &call.outputs}) {
            for (CodeCall::Item& item : *items) {
                if (!item.is_array) put(item.here);
            }
        }
    }
}

}  // namespace

void FunctionCompiler::place_registers() {
    auto const literals = static_cast<std::uint32_t>(code_.literals.size());
    code_.register_count = literals + code_.scalar_count + most_temporaries_;
    auto const place = [&](std::uint32_t reg) {
        if (reg >= temporary_base) return reg - temporary_base + literals + code_.scalar_count;
        return reg >= literal_base ? reg - literal_base : reg + literals;
    };
    place_code(code_, place);
    code_.inputs = source_.inputs;
    code_.outputs = source_.outputs;
    if (!source_.external) return;
    for (std::uint32_t& reg : external_registers_) reg = place(reg);
    ProgramExternal external = *source_.external;
    for (ProgramExternalArgument& argument : external.arguments) {
        if (argument.item.is_array) argument.item.index = array(argument.item.index);
    }
    code_.external = std::make_unique<ExternalCall>(external, std::move(external_registers_), literals);
}

void place_procedure(FunctionCode& code, ModelRegisters const& registers, std::uint32_t first_scratch) {
    using Compiler = FunctionCompiler;
    place_code(code, [&](std::uint32_t reg) {
        if (reg >= Compiler::temporary_base) return reg - Compiler::temporary_base + first_scratch + code.scalar_count;
        if (reg >= Compiler::literal_base) return reg - Compiler::literal_base + registers.slot_count();
        return reg >= Compiler::slot_base ? reg - Compiler::slot_base : reg + first_scratch;
    });
}

}  // namespace moo
