#include "frontend/typecheck/external_calls.h"

#include <utility>

#include "moo/external/redirect_output.h"
#include "moo/trust/describe_external.h"

namespace moo {

namespace {

constexpr Message<std::string_view, std::string_view> message_of{DiagnosticKind::ExternalMessage,
                                                                 "the external function `{}` says: {}"};

}  // namespace

ExternalCaller::ExternalCaller(ExprStore const& store, Interner& interner, Diagnostics& diagnostics,
                               ExternalTrust& trust)
    : store_(store), interner_(interner), diagnostics_(diagnostics), trust_(trust) {}

ExternalCaller::~ExternalCaller() {
    // An object may use those that were there before it.
    for (std::size_t number = objects_.size(); number-- > 0;) {
        release(Value::object(static_cast<std::int64_t>(number)));
    }
    if (!is_listening_) return;
    set_utility_output(std::move(output_before_));
    release_utility_strings();
}

// ---- messages --------------------------------------------------------------------------------------

void ExternalCaller::listen() {
    if (std::exchange(is_listening_, true)) return;
    output_before_ = set_utility_output({[this](std::string_view text) { report(text, false); },
                                         [this](std::string_view text) { report(text, true); }});
}

void ExternalCaller::report(std::string_view text, bool is_warning) {
    constexpr std::size_t most_messages = 100;
    if (running_ == nullptr || reported_.size() >= most_messages || !reported_.emplace(text).second) return;
    std::string_view const name = interner_.text(running_->name);
    if (is_warning) {
        diagnostics_.warning(running_->source, message_of, name, text);
    } else {
        diagnostics_.remark(running_->source, message_of, name, text);
    }
}

// ---- how a function is called ----------------------------------------------------------------------

ExternalCaller::Passing ExternalCaller::describe_argument(FlatFunction const& function, ExprId argument,
                                                          Prepared& prepared, CValues& memory) {
    Passing passing;
    passing.type = store_.type(argument);
    passing.is_size = store_.kind(argument) == ExprKind::builtin && store_.builtin_of(argument) == Builtin::size;
    ExprId root = argument;
    while (store_.kind(root) == ExprKind::field || store_.kind(root) == ExprKind::subscript) {
        root = store_.operand(root, 0);
    }
    if (store_.kind(root) == ExprKind::iterator) {
        for (FunctionVariable const& variable : function.variables) {
            if (variable.name == store_.symbol(root)) passing.is_output = variable.role != FunctionRole::input;
        }
    }
    TypeId const element = store_.types().element(passing.type);
    CType const type = memory.type_of(element);
    bool const is_fortran = prepared.language == ExternalLanguage::fortran77;
    bool const is_string = element == types::string;
    if (is_fortran && is_string && (passing.is_output || store_.types().is_array(passing.type))) {
        memory.fail("only single strings can be given to a FORTRAN 77 function, and none be taken from it");
    }
    if (is_fortran && type.kind == CKind::structure) memory.fail("a record cannot be given to a FORTRAN 77 function");
    bool const is_by_address =
        is_fortran || passing.is_output || store_.types().is_array(passing.type) || type.kind == CKind::structure;
    passing.kind = is_by_address ? CKind::pointer : passing.is_size ? CKind::size : type.kind;
    return passing;
}

void ExternalCaller::describe(FlatFunction const& function, Prepared& prepared) {
    FlatExternal const& external = *function.external;
    std::string_view const language = external.language ? interner_.text(external.language) : "C";
    if (language != "C" && language != "FORTRAN 77") {
        prepared.error = "functions in the language \"" + std::string(language) + "\" cannot be called";
        return;
    }
    prepared.language = language == "C" ? ExternalLanguage::c : ExternalLanguage::fortran77;
    CValues memory(store_.types(), interner_, objects_);
    ForeignSignature signature;
    for (ExprId const argument : external.arguments) {
        prepared.arguments.push_back(describe_argument(function, argument, prepared, memory));
        signature.arguments.push_back(prepared.arguments.back().kind);
    }
    // The lengths of strings are hidden arguments after all others.
    bool const is_fortran = prepared.language == ExternalLanguage::fortran77;
    for (Passing const& passing : prepared.arguments) {
        if (is_fortran && passing.type == types::string) signature.arguments.push_back(CKind::size);
    }
    if (external.result) {
        prepared.result = store_.type(external.result);
        signature.result = memory.type_of(prepared.result);
        bool const is_simple = signature.result.kind == CKind::real || signature.result.kind == CKind::integer;
        if (is_fortran && !is_simple) memory.fail("a FORTRAN 77 function cannot give a value of this type");
    }
    prepared.error = memory.error;
    if (!prepared.error.empty()) return;
    ExternalTrust::Decision decision = trust_.decide(external_code(external, interner_));
    if (decision.code) {
        prepared.loaded = loader_.load(*decision.code, std::move(signature));
    } else {
        prepared.error = std::move(decision.refusal);
        prepared.loaded.details = std::move(decision.details);
    }
}

ExternalCaller::Prepared& ExternalCaller::prepare(FlatFunction const& function) {
    auto const [found, is_new] = prepared_.try_emplace(function.name);
    if (is_new) describe(function, found->second);
    return found->second;
}

// ---- calls -----------------------------------------------------------------------------------------

ExternalCaller::Slot ExternalCaller::fill(Passing const& passing, Value const& value, Prepared const& prepared,
                                          CValues& memory) {
    bool const is_fortran = prepared.language == ExternalLanguage::fortran77;
    Slot slot;
    if (is_fortran && passing.type == types::string) {
        slot.value = memory.pointer_to(memory.text(value));
    } else if (passing.kind == CKind::size) {
        auto* const size = static_cast<std::size_t*>(memory.allocate(sizeof(std::size_t)));
        *size = static_cast<std::size_t>(value.as_integer());
        slot.value = size;
    } else {
        bool const is_missing = store_.types().is_array(passing.type) && !value.is_array();
        if (is_missing) memory.fail("the sizes of an output are not known before the call");
        slot.data = memory.write(value, passing.type, is_fortran ? ArrayOrder::by_columns : ArrayOrder::by_rows);
        bool const is_scalar_by_value = !is_fortran && !passing.is_output && !value.is_array() && !value.is_record();
        slot.value = is_scalar_by_value ? slot.data : memory.pointer_to(slot.data);
    }
    return slot;
}

ExternalResult ExternalCaller::run(FlatFunction const& function, Prepared& prepared, std::span<Value const> arguments) {
    CValues memory(store_.types(), interner_, objects_);
    ArrayOrder const order =
        prepared.language == ExternalLanguage::fortran77 ? ArrayOrder::by_columns : ArrayOrder::by_rows;
    CType const result_type = prepared.result ? memory.type_of(prepared.result) : CType{};
    void* const result_memory = memory.allocate(size_of(result_type));
    std::vector<Slot> slots;
    std::vector<void*> values;
    if (prepared.loaded.result_is_argument) values.push_back(memory.pointer_to(result_memory));
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        slots.push_back(fill(prepared.arguments[i], arguments[i], prepared, memory));
        values.push_back(slots.back().value);
    }
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        if (order == ArrayOrder::by_rows || prepared.arguments[i].type != types::string) continue;
        auto* const length = static_cast<std::size_t*>(memory.allocate(sizeof(std::size_t)));
        *length = interner_.text(arguments[i].as_string()).size();
        values.push_back(length);
    }
    ExternalResult result;
    result.error = memory.error;
    if (!result.error.empty()) return result;
    listen();
    {
        OutputToErrors const redirected;
        FlatFunction const* const outer = std::exchange(running_, &function);
        if (auto error = prepared.loaded.function->call(result_memory, values)) {
            result.error = error->empty() ? "it fails without a message" : std::move(*error);
        }
        running_ = outer;
    }
    if (!result.error.empty()) return result;
    std::size_t const objects_before = objects_.size();
    if (prepared.result) result.value = memory.read(result_memory, prepared.result, Value(), order);
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        Passing const& passing = prepared.arguments[i];
        result.arguments.emplace_back();
        if (passing.is_output) {
            result.arguments.back() = memory.read(slots[i].data, passing.type, arguments[i], order);
        }
    }
    // Only a constructor gives objects, and it gives one.
    if (objects_.size() > objects_before) object_types_.resize(objects_.size(), prepared.result);
    result.error = memory.error;
    return result;
}

ExternalResult ExternalCaller::call(FlatFunction const& function, std::span<Value const> arguments) {
    Prepared& prepared = prepare(function);
    std::string const name =
        "the external function `" + std::string(interner_.text(function.external->function)) + "` ";
    ExternalResult result;
    if (!prepared.error.empty() || !prepared.loaded.function) {
        std::string const& reason = prepared.error.empty() ? prepared.loaded.error : prepared.error;
        result.error = name + "cannot be called: " + reason;
        result.details = prepared.loaded.details;
        return result;
    }
    result = run(function, prepared, arguments);
    if (!result.error.empty()) result.error = name + "fails: " + result.error;
    return result;
}

void ExternalCaller::release(Value const& object) {
    if (objects_.find(object) == nullptr || !find_destructor) return;
    TypeId const type = object_types_[static_cast<std::size_t>(object.as_integer())];
    FlatFunction const* const destructor = find_destructor(type);
    if (destructor != nullptr && destructor->external) {
        // Nothing depends on how it ends.
        [[maybe_unused]] ExternalResult const result = call(*destructor, {&object, 1});
    }
    objects_.remove(object);
}

}  // namespace moo
