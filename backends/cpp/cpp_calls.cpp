#include "backends/cpp/cpp_calls.h"

#include <algorithm>

#include "backends/cpp/emit_functions.h"
#include "backends/cpp/function_names.h"

namespace moo {

bool CppCalls::has_external() const {
    auto const& functions = program_.program.functions;
    return std::any_of(functions.begin(), functions.end(), [](auto const& each) { return each.external; });
}

std::optional<CCall> CppCalls::call(ExprId expr) const {
    ModelProgram::Computed const* const computed = program_.find(expr);
    if (computed == nullptr) return std::nullopt;
    ModelCall const& made = program_.calls[computed->call];
    std::string const number = std::to_string(computed->call);
    CCall call{"call_" + number + "(", made.inputs, ")"};
    if (has_several_results(made)) {
        used_.insert(computed->call);
        call.before += "results_" + number + ", ";
        call.after += "[" + std::to_string(computed->output) + "]";
    }
    call.before += made.inputs.empty() ? "m" : "m, ";
    if (document_.exprs.type(expr) == types::boolean) {
        call.before = "(" + call.before;
        call.after += " != 0.0)";
    }
    return call;
}

std::string CppCalls::text(ExprId literal) const {
    return "moo_text(" + c_string_literal(program_.texts.at(literal)) + ")";
}

CCall CppCalls::effect(ExprId call) const {
    std::uint32_t const number = program_.effects.at(call);
    ModelCall const& made = program_.calls[number];
    return {"call_" + std::to_string(number) + (made.inputs.empty() ? "(m" : "(m, "), made.inputs, ")"};
}

void CppCalls::begin_body(TextWriter const& out) {
    used_.clear();
    body_ = out.text().size();
}

void CppCalls::end_body(TextWriter& out) {
    if (used_.empty()) return;
    std::string const body = out.text().substr(body_);
    out.truncate(body_);
    for (std::uint32_t const used : used_) {
        out.line("MooResults<" + std::to_string(program_.calls[used].outputs.size()) + "> results_" +
                 std::to_string(used) + ";");
    }
    out.write(body);
}

void CppCalls::emit_guard(TextWriter& out) const {
    if (!has_functions()) return;
    out.line("// Functions leave by exceptions, which end here.");
    out.line("template <auto step, class... Arguments>");
    out.line("MooStatus guarded(MooInstance* m, Arguments... arguments) try {");
    out.line("  return step(m, arguments...);");
    out.line("} catch (MooFailure const& failure) {");
    out.line("  return moo_report(m, failure);");
    out.line("}");
    out.line("");
}

// External objects are destructed, the last one first: one may use those before it.
void CppCalls::emit_finish(TextWriter& out) const {
    out.line("void finish([[maybe_unused]] MooInstance* m) {");
    auto const& order = document_.parameter_order;
    for (auto id = order.rbegin(); id != order.rend(); ++id) {
        auto const destructor = program_.destructors.find(document_.variables[*id].type);
        if (destructor == program_.destructors.end()) continue;
        FunctionNames const names(program_.program.functions[destructor->second], destructor->second);
        std::string const slot = "m->value[" + std::to_string(id->index()) + "]";
        out.line("  try {");
        out.line("    if (" + slot + " != 0.0) " + names.function() + "(m, " + slot + ");");
        out.line("  } catch (MooFailure const& failure) {");
        out.line("    moo_report(m, failure);");
        out.line("  }");
        out.line("  " + slot + " = 0.0;");
    }
    out.line("}");
    out.line("");
}

}  // namespace moo
