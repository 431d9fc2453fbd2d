#include <algorithm>

#include "backends/interpret/function_frames.h"

namespace moo {

FunctionTable::FunctionTable(Program const& program, SourceManager const& sources) {
    std::vector<double> texts;
    for (std::string const& text : program.texts) texts.push_back(moo_text(text.c_str()));
    for (ConstantArray const& constant : program.constants) {
        constant_elements_.push_back(constant.elements);
        constants_.emplace_back(constant_elements_.back().data(), static_cast<int>(constant.sizes.size()),
                                constant.sizes.data());
    }
    for (std::vector<std::string> const& literals : program.enumerations) {
        std::vector<char const*>& kept = enumeration_texts_.emplace_back();
        for (std::string const& literal : literals) kept.push_back(texts_.emplace_back(literal).c_str());
    }
    for (ProgramFunction const& function : program.functions) {
        FunctionCode& code = functions_.emplace_back(compile_function(program, function, texts));
        for (SourceSpan const& place : function.places) {
            std::string text = sources.place_text(place.begin);
            if (!function.name.empty()) text += (text.empty() ? "in `" : ", in `") + function.name + "`";
            code.place_texts.push_back(std::move(text));
        }
    }
    for (FunctionCode& code : functions_) prepare(code);
    for (std::size_t i = 0; i < functions_.size(); ++i) {
        auto called = enter_called(program, program.functions[i]);
        entries_.push_back(called ? std::move(*called) : enter_directly(functions_[i]));
        residents_.emplace_back();
    }
}

// A cast is safe here: nothing writes to a constant.
MooArray* FunctionTable::constant_in_frame(std::uint32_t number) const {
    return const_cast<MooArray*>(&constants_[number]);
}

void FunctionTable::prepare(FunctionCode& code) {
    code.registers_at_begin = code.literals;
    code.registers_at_begin.resize(code.literals.size() + code.scalar_count);
    code.arrays_at_begin.resize(code.array_count);
    for (std::uint32_t const constant : code.constants) code.arrays_at_begin.push_back(constant_in_frame(constant));
    for (CodeCall& call : code.calls) {
        auto const literals = static_cast<std::uint32_t>(functions_[call.function].literals.size());
        for (auto* const items : {&call.inputs, &call.outputs}) {
            for (CodeCall::Item& item : *items) {
                if (!item.is_array) item.there += literals;
            }
        }
    }
}

// ---- calls from procedures ------------------------------------------------------------------------------

FunctionTable::Entry FunctionTable::enter_directly(FunctionCode const& code) const {
    Entry entry{&code, code.registers_at_begin, code.arrays_at_begin, {}, {}};
    auto const literals = static_cast<std::uint32_t>(code.literals.size());
    for (std::uint32_t i = 0; i < code.inputs.size(); ++i) entry.inputs.push_back({i, code.inputs[i].index + literals});
    for (ProgramItem const& output : code.outputs) entry.outputs.push_back(output.index + literals);
    return entry;
}

std::optional<FunctionTable::Entry> FunctionTable::enter_called(Program const& program,
                                                                ProgramFunction const& function) const {
    bool const begins_with_call =
        function.is_of_model && !function.body.empty() && function.body[0].kind == ProgramStatementKind::call;
    if (!begins_with_call || function.body.size() != 1 + function.outputs.size()) return std::nullopt;
    ProgramStatement const& call = function.body[0];
    FunctionCode const& code = functions_[call.target];
    auto const literals = static_cast<std::uint32_t>(code.literals.size());
    Entry entry{&code, code.registers_at_begin, code.arrays_at_begin, {}, {}};
    for (std::size_t i = 0; i < call.inputs.size(); ++i) {
        ProgramItem const& item = call.inputs[i];
        std::uint32_t const there = code.inputs[i].index;
        if (item.is_array) {
            if (item.index < first_constant_array) return std::nullopt;
            entry.arrays[there] = constant_in_frame(item.index - first_constant_array);
            continue;
        }
        ProgramNode const& node = program.nodes[item.index];
        if (node.op == ProgramOp::number) {
            entry.registers[there + literals] = node.number;
            continue;
        }
        auto const given = std::find_if(function.inputs.begin(), function.inputs.end(), [&](ProgramItem const& input) {
            return node.op == ProgramOp::local && input.index == node.index;
        });
        if (given == function.inputs.end()) return std::nullopt;
        entry.inputs.push_back({static_cast<std::uint32_t>(given - function.inputs.begin()), there + literals});
    }
    bool const gives_arrays =
        std::any_of(call.outputs.begin(), call.outputs.end(), [](ProgramItem const& each) { return each.is_array; });
    if (gives_arrays) return std::nullopt;
    for (std::size_t i = 0; i < function.outputs.size(); ++i) {
        ProgramStatement const& assigned = function.body[1 + i];
        ProgramNode const& node = program.nodes[assigned.value];
        bool const is_move = assigned.kind == ProgramStatementKind::assign &&
                             assigned.target == function.outputs[i].index && node.op == ProgramOp::local;
        auto const from = std::find_if(call.outputs.begin(), call.outputs.end(), [&](ProgramItem const& output) {
            return is_move && output.index == node.index;
        });
        if (from == call.outputs.end()) return std::nullopt;
        auto const number = static_cast<std::size_t>(from - call.outputs.begin());
        entry.outputs.push_back(code.outputs[number].index + literals);
    }
    return entry;
}

bool FunctionTable::claim(ResidentFrame& frame, Entry const& entry, FunctionFrames& frames) const {
    FunctionFrames* nobody = nullptr;
    if (!frame.owner.compare_exchange_strong(nobody, &frames)) return false;
    frame.registers = entry.registers;
    frame.registers.resize(entry.code->register_count);
    frame.arrays = entry.arrays;
    for (std::uint32_t const own : entry.code->own_arrays) frame.arrays[own] = &frame.own_arrays.emplace_back();
    return true;
}

template <class Take, class Give>
void FunctionTable::run(std::uint32_t number, MooInstance* m, Take const& take, Give const& give) const {
    Entry const& entry = entries_[number];
    FunctionFrames& frames = FunctionFrames::of_thread();
    auto const run_in = [&](double* r, MooArray** arrays) {
        for (Entry::Move const& input : entry.inputs) r[input.to] = take(input.from);
        (void)run_code(*this, &frames, *entry.code, m, r, arrays, nullptr);
        for (std::size_t i = 0; i < entry.outputs.size(); ++i) give(i, r[entry.outputs[i]]);
    };
    ResidentFrame& resident = residents_[number];
    FunctionFrames* const owner = resident.owner.load(std::memory_order_relaxed);
    bool const is_mine = owner == &frames || (owner == nullptr && claim(resident, entry, frames));
    if (!is_mine || frames.depth() > 0) {
        FunctionFrame const frame(frames, *entry.code, entry.registers, entry.arrays);
        return run_in(frame.r, frame.arrays);
    }
    std::size_t const literals = entry.code->literals.size();
    for (std::size_t i = literals; i < entry.registers.size(); ++i) resident.registers[i] = entry.registers[i];
    for (MooArray& array : resident.own_arrays) array.clear();
    DepthCount const count(frames);
    run_in(resident.registers.data(), resident.arrays.data());
}

void FunctionTable::call(std::uint32_t number, MooInstance* m, double const* inputs, double* outputs) const {
    run(
        number, m, [inputs](std::size_t i) { return inputs[i]; },
        [outputs](std::size_t i, double value) { outputs[i] = value; });
}

void FunctionTable::enter(CodeCall const& call, MooInstance* m, double* r) const {
    run(
        call.function, m, [&](std::size_t i) { return r[call.inputs[i].here]; },
        [&](std::size_t i, double value) { r[call.outputs[i].here] = value; });
}

}  // namespace moo
