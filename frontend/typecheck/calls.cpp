// What the name of a call stands for: functions, constructors, conversions, functions as arguments.
#include "frontend/typecheck/scope_resolver.h"
#include "moo/base/nearest_word.h"
#include "moo/syntax/print.h"

namespace moo {

namespace {

constexpr Message<std::string_view> unknown_function{DiagnosticKind::UnknownName,
                                                     "no function named `{}` is declared here"};
constexpr Message<std::string_view> called_by_tool{
    DiagnosticKind::NotAValue,
    "`{}` belongs to an external object; it is called when the object is constructed or destroyed, not by a model"};
constexpr Message<std::string_view> not_callable{DiagnosticKind::NotAValue, "`{}` is not a function"};
constexpr Message<std::string_view, std::string_view> missing_argument{DiagnosticKind::WrongArguments,
                                                                       "input `{}` of `{}` is not given"};
constexpr Message<std::string_view> too_many_arguments{DiagnosticKind::WrongArguments,
                                                       "`{}` is called with too many arguments"};
constexpr Message<std::string_view, std::string_view> no_such_input{DiagnosticKind::WrongArguments,
                                                                    "`{}` has no input named `{}`"};
constexpr Message<std::string_view> needs_function{DiagnosticKind::WrongArguments,
                                                   "input `{}` needs a function as its argument"};

constexpr Message<std::string_view, std::int64_t, std::int64_t> no_literal{
    DiagnosticKind::SubscriptOutOfRange, "`{}` has {} literals; there is no number {}"};
constexpr Message<std::string_view> states_unknown{
    DiagnosticKind::StateMachine, "`{}` is used where the structure of the model is not decided yet"};

// The operators of chapter 17.
bool is_state_machine_operator(std::string_view name) {
    return name == "transition" || name == "initialState" || name == "activeState" || name == "ticksInState" ||
           name == "timeInState";
}

Node* class_in(Instances& instances, Found const& found) {
    if (found.element == nullptr) return found.class_node;
    return found.element->def->is_class() ? instances.classes.class_of(*found.element) : nullptr;
}

std::vector<FunctionEntry::FunctionArgument> const no_arguments;

bool is_function_input(Component const& component) {
    return component.primitive == Primitive::none && component.type != nullptr && component.type->is_function();
}

// The built-in function that `external "builtin" y = sin(u)` stands for.
std::optional<Builtin> builtin_of(Node& node, Interner const& interner) {
    ast::Ast const& ast = *node.def->ast;
    ast::External const* const external = ast.external(node.def->syntax());
    if (external == nullptr || !external->language.span.begin.has_value()) return std::nullopt;
    if (ast.string_value(external->language) != "builtin") return std::nullopt;
    Symbol const name = external->function.symbol ? external->function.symbol : node.def->name;
    return find_builtin(interner.text(name));
}

// `constructor` and `destructor` of an external object.
bool is_part_of_object(Instances& instances, Node const& function) {
    ClassDef& def = *function.def;
    std::string_view const name = instances.interner().text(def.name);
    if (def.parent == nullptr || (name != "constructor" && name != "destructor")) return false;
    Node* const object = instances.classes.node_of(*def.parent);
    return object != nullptr && instances.primitive_of(*object) == Primitive::external_object;
}

}  // namespace

Found ScopeResolver::find_callee(LoweringContext& context, ast::ExprId callee) {
    callee = context.ast.strip(callee);
    if (context.ast[callee].kind != ast::ExprKind::reference) return {};
    auto const parts = context.ast.reference_parts(callee);
    Found found = find_first(context, callee);
    for (std::size_t i = 1; i < parts.size() && found.has_value(); ++i) {
        Node* node = class_in(e_.instances, found);
        if (node == nullptr && found.element != nullptr && !found.element->def->is_class()) {
            // `component.f(x)`: a function of the component's class (section 12.4.1).
            Component* component = e_.instances.components.component_of(*found.element);
            if (component != nullptr) component = e_.instances.components.resolve_outer(*component);
            if (component == nullptr || component->is_disabled || component->primitive != Primitive::none) return {};
            std::vector<Node*> const& values = e_.instances.components.values_of(*component);
            node = values.empty() ? nullptr : values[0];
        }
        if (node == nullptr) return {};
        found = e_.instances.names.find_member(*node, parts[i].name);
    }
    return found;
}

void ScopeResolver::report_unknown_function(LoweringContext& context, ast::ExprId callee) {
    std::string const name = print(context.ast, context.interner, callee);
    auto report = context.diagnostics.error(context.ast[callee].span, unknown_function, name);
    std::vector<std::string_view> candidates = e_.instances.names.visible_names(scope_);
    for (std::size_t i = 0; i < builtin_count(); ++i) {
        candidates.push_back(builtin_info(static_cast<Builtin>(i)).name);
    }
    std::string_view const nearest = nearest_word(name, candidates);
    if (!nearest.empty()) report.note({}, "did you mean `{}`?", nearest);
}

std::vector<FunctionSignature const*> ScopeResolver::functions(LoweringContext& context, ast::ExprId callee) {
    Found const found = find_callee(context, callee);
    SourceSpan const span = context.ast[callee].span;
    if (!found.has_value()) {
        report_unknown_function(context, callee);
        return {};
    }
    Node* const node = class_in(e_.instances, found);
    if (node == nullptr) {
        if (found.element == nullptr || !found.element->def->is_class()) {
            context.diagnostics.error(span, not_callable, print(context.ast, context.interner, callee));
        }
        return {};
    }
    if (node->is_function()) {
        if (is_part_of_object(e_.instances, *node)) {
            context.diagnostics.error(span, called_by_tool, print(context.ast, context.interner, callee));
            return {};
        }
        FunctionEntry& entry = *e_.functions.function_of(*node);
        if (entry.first_call.begin.offset == entry.first_call.end.offset) entry.first_call = span;
        return {&entry.signature};
    }
    if (node->is_record()) return e_.functions.constructors_of(*node);
    if (e_.instances.primitive_of(*node) == Primitive::external_object) {
        // Whatever the object is called from, the constructor is that of the class.
        Node* const object = e_.instances.classes.node_of(*node->def);
        if (Element* const element = e_.instances.find_element(*object, context.interner.intern("constructor"))) {
            if (Node* const constructor = e_.instances.classes.class_of(*element)) {
                FunctionSignature& signature = e_.functions.function_of(*constructor)->signature;
                // The call is written with the name of the class.
                signature.name = e_.exprs.types().name(e_.types.type_of_class(*node));
                return {&signature};
            }
        }
    }
    context.diagnostics.error(span, not_callable, print(context.ast, context.interner, callee));
    return {};
}

std::vector<FunctionSignature const*> ScopeResolver::operator_functions(LoweringContext& context, TypeId record,
                                                                        std::string_view operator_name) {
    Node* const found = e_.types.class_of_record(record);
    if (found == nullptr) return {};
    Node& node = *found;
    if (operator_name == "'constructor'") {
        return e_.functions.constructors_of(node);
    }
    Element* const element = e_.instances.find_element(node, context.interner.intern(operator_name));
    if (element == nullptr || !element->def->is_class()) return {};
    Node* const operators = e_.instances.classes.class_of(*element);
    std::vector<FunctionSignature const*> signatures;
    if (operators == nullptr) return signatures;
    if (operators->is_function()) return {&e_.functions.function_of(*operators)->signature};
    e_.instances.for_each_element(*operators, [&](Element& inner) {
        if (!inner.def->is_class()) return;
        Node* const function = e_.instances.classes.class_of(inner);
        if (function != nullptr && function->is_function()) {
            signatures.push_back(&e_.functions.function_of(*function)->signature);
        }
    });
    return signatures;
}

// Lowering asks for sizes, ranges and the like.
Value ScopeResolver::evaluate(LoweringContext&, ExprId expr) { return e_.values.demand(expr); }

Symbol ScopeResolver::string_argument(LoweringContext&, Symbol text) { return e_.values.resource_path(text); }

std::optional<ExprId> ScopeResolver::special_call(LoweringContext& context, ast::ExprId call) {
    ast::Ast const& ast = context.ast;
    ast::ExprId const callee = ast.strip(ast.callee(call));
    if (ast[callee].kind != ast::ExprKind::reference) return std::nullopt;
    for (StructureAnswers* const answers : e_.answers()) {
        if (auto const answer = answers->call(context, scope_, call)) return answer;
    }
    auto const parts = ast.reference_parts(callee);
    bool const is_simple = parts.size() == 1;
    if (is_simple) {
        std::string_view const name = context.interner.text(parts[0].name);
        if (name == "der" || name == "pre" || name == "initial") return std::nullopt;
        if (name == "size" || name == "ndims") return size_of_components(context, call);
        if (name == "getInstanceName") {
            return e_.exprs.string(context.interner.intern(e_.types.instance_name(*scope_)));
        }
    }
    Found const found = find_callee(context, callee);
    if (!found.has_value()) {
        std::string_view const name = is_simple ? context.interner.text(parts[0].name) : std::string_view();
        if (!is_state_machine_operator(name)) return std::nullopt;
        // Who knows the states answers when they are known.
        context.diagnostics.error(ast[call].span, states_unknown, name);
        return ExprId();
    }
    if (found.element != nullptr && !found.element->def->is_class()) {
        Component* const component = e_.instances.components.component_of(*found.element);
        if (component == nullptr || !is_function_input(*component)) return std::nullopt;
        return call_function_input(context, call, *component);
    }
    Node* const node = class_in(e_.instances, found);
    if (node == nullptr) return ExprId();
    if (e_.instances.primitive_of(*node) == Primitive::enumeration) return enumeration_of(context, call, *node);
    if (!node->is_function()) return std::nullopt;
    if (auto const builtin = builtin_of(*node, context.interner)) {
        std::vector<ExprId> arguments;
        for (ast::Argument const& argument : ast.arguments(call)) {
            arguments.push_back(lower_expression(context, argument.value));
            if (!arguments.back()) return ExprId();
        }
        BuiltinInfo const& info = builtin_info(*builtin);
        if (arguments.size() >= info.fewest && (info.most == BuiltinInfo::many || arguments.size() <= info.most)) {
            return e_.exprs.builtin(*builtin, arguments);
        }
    }
    FunctionEntry& entry = *e_.functions.function_of(*node);
    if (entry.is_template) return function_application(context, call, entry);
    if (!is_simple || !find_builtin(context.interner.text(parts[0].name))) return std::nullopt;
    // A function of the user hides the built-in one of the same name.
    FunctionSignature const* const candidate = &entry.signature;
    return lower_function_call(context, call, std::span(&candidate, 1));
}

// E(i) is the i-th literal of the enumeration E.
ExprId ScopeResolver::enumeration_of(LoweringContext& context, ast::ExprId call, Node& node) {
    auto const arguments = context.ast.arguments(call);
    if (arguments.size() != 1) {
        context.diagnostics.error(context.ast[call].span, too_many_arguments,
                                  print(context.ast, context.interner, context.ast.callee(call)));
        return {};
    }
    ExprId const index = lower_expression_as(context, arguments[0].value, types::integer);
    ExprId const literals = type_literals(context, node, context.ast[call].span);
    if (!index || !literals) return {};
    auto const count = static_cast<std::int64_t>(e_.exprs.operands(literals).size());
    bool const is_known = e_.exprs.kind(index) == ExprKind::integer;
    if (is_known && (e_.exprs.integer_value(index) < 1 || e_.exprs.integer_value(index) > count)) {
        context.diagnostics.error(context.ast[call].span, no_literal,
                                  print(context.ast, context.interner, context.ast.callee(call)), count,
                                  e_.exprs.integer_value(index));
        return {};
    }
    return e_.exprs.subscript(literals, {index});
}

// size(c, 1) of an array of components that are no values.
std::optional<ExprId> ScopeResolver::size_of_components(LoweringContext& context, ast::ExprId call) {
    auto const arguments = context.ast.arguments(call);
    if (arguments.empty()) return std::nullopt;
    ast::ExprId const reference = context.ast.strip(arguments[0].value);
    if (context.ast[reference].kind != ast::ExprKind::reference) return std::nullopt;
    auto const parts = context.ast.reference_parts(reference);
    for (BoundIterator const& bound : context.iterators) {
        if (bound.name == parts[0].name) return std::nullopt;
    }
    Found const found = find_first(context, reference);
    if (found.element == nullptr || found.element->def->is_class()) return std::nullopt;
    for (ast::ReferencePart const& part : parts) {
        if (!part.subscripts.empty()) return std::nullopt;
    }
    // A size may depend on the sizes in front of it (section 10.1).
    if (Component const* const in_work = e_.instances.components.component_in_work(*found.element)) {
        ExprId const which = arguments.size() == 2 ? lower_expression(context, arguments[1].value) : ExprId();
        bool const is_literal = which && e_.exprs.kind(which) == ExprKind::integer;
        std::int64_t const number = is_literal ? e_.exprs.integer_value(which) : 0;
        if (number >= 1 && number <= static_cast<std::int64_t>(in_work->dims.size())) {
            return e_.exprs.integer(in_work->dims[static_cast<std::size_t>(number - 1)]);
        }
    }
    Component* component = e_.instances.components.component_of(*found.element);
    if (component == nullptr) return ExprId();
    if (component->parent->is_function()) return std::nullopt;
    std::vector<std::int64_t> dims;
    for (std::size_t i = 0;; ++i) {
        component = e_.instances.components.resolve_outer(*component);
        if (component == nullptr) return ExprId();
        if (component->is_disabled) return std::nullopt;
        dims.insert(dims.end(), component->dims.begin(), component->dims.end());
        if (i + 1 == parts.size()) break;
        if (component->primitive != Primitive::none) return std::nullopt;
        std::vector<Node*> const& values = e_.instances.components.values_of(*component);
        if (values.empty()) return std::nullopt;
        Element* const element = e_.instances.find_element(*values[0], parts[i + 1].name);
        if (element == nullptr || element->def->is_class()) return std::nullopt;
        component = e_.instances.components.component_of(*element);
        if (component == nullptr) return ExprId();
    }
    if (component->primitive != Primitive::none) return std::nullopt;
    bool const is_ndims =
        context.interner.text(context.ast.reference_parts(context.ast.callee(call))[0].name) == "ndims";
    if (is_ndims) return e_.exprs.integer(static_cast<std::int64_t>(dims.size()));
    if (arguments.size() == 2) {
        ExprId const which = lower_expression_as(context, arguments[1].value, types::integer);
        if (!which) return ExprId();
        Value const value = e_.values.evaluate(which);
        if (value.kind() != ValueKind::integer || value.as_integer() < 1 ||
            value.as_integer() > static_cast<std::int64_t>(dims.size())) {
            return std::nullopt;
        }
        return e_.exprs.integer(dims[static_cast<std::size_t>(value.as_integer() - 1)]);
    }
    std::vector<ExprId> sizes;
    for (std::int64_t const dim : dims) sizes.push_back(e_.exprs.integer(dim));
    return e_.exprs.array(sizes);
}

// ---- functions as arguments (section 12.4.2) ----
//
// A function that takes functions is copied for each combination of functions that it is called with; what a partial
// application fixes becomes an input of the copy. So back ends never meet a function as a value.

ExprId ScopeResolver::call_function_input(LoweringContext& context, ast::ExprId call, Component& component) {
    SourceSpan const span = context.ast[call].span;
    FunctionEntry::FunctionArgument const* replaced = nullptr;
    if (entry_ != nullptr) {
        for (FunctionEntry::FunctionArgument const& argument : entry_->function_arguments) {
            if (argument.input == component.name) replaced = &argument;
        }
    }
    if (replaced == nullptr) {
        context.diagnostics.error(span, needs_function, context.interner.text(component.name));
        return {};
    }
    FunctionSignature const& signature = replaced->function->signature;
    auto const given = context.ast.arguments(call);
    std::vector<ExprId> arguments;
    std::size_t next = 0;
    for (SignatureVariable const& input : signature.inputs) {
        ExprId value;
        for (auto const& [fixed_input, extra] : replaced->fixed) {
            if (fixed_input == input.name) value = e_.exprs.iterator(extra, input.type);
        }
        if (!value && next < given.size() && !given[next].name.symbol) {
            value = lower_expression(context, given[next].value);
            ++next;
            if (!value) return {};
        }
        for (ast::Argument const& argument : given) {
            if (!value && argument.name.symbol == input.name) value = lower_expression(context, argument.value);
        }
        if (!value) value = input.default_value;
        if (!value) {
            context.diagnostics.error(span, missing_argument, context.interner.text(input.name),
                                      context.interner.text(signature.name));
            return {};
        }
        arguments.push_back(value);
    }
    FunctionSignature const* const candidate = &signature;
    return call_function(context, arguments, std::span(&candidate, 1));
}

std::optional<FunctionEntry::FunctionArgument> ScopeResolver::function_argument(LoweringContext& context, Symbol input,
                                                                                ast::ExprId value,
                                                                                std::vector<ExprId>& captured) {
    ast::Ast const& ast = context.ast;
    value = ast.strip(value);
    bool const is_partial = ast[value].kind == ast::ExprKind::partial_application;
    ast::ExprId const callee = is_partial ? ast.strip(ast.callee(value)) : value;
    auto const refuse = [&]() -> std::optional<FunctionEntry::FunctionArgument> {
        context.diagnostics.error(ast[value].span, needs_function, context.interner.text(input));
        return std::nullopt;
    };
    if (ast[callee].kind != ast::ExprKind::reference) return refuse();
    Found const found = find_callee(context, callee);
    FunctionEntry::FunctionArgument argument;
    argument.input = input;
    auto const extra_name = [&](Symbol fixed) {
        return context.interner.intern("_" + std::string(context.interner.text(input)) + "_" +
                                       std::string(context.interner.text(fixed)));
    };
    if (found.element != nullptr && !found.element->def->is_class()) {
        // A function input is passed on, with what was fixed for it.
        for (FunctionEntry::FunctionArgument const& own :
             entry_ != nullptr ? entry_->function_arguments : no_arguments) {
            if (own.input != found.element->def->name) continue;
            argument.function = own.function;
            for (auto const& [fixed_input, extra] : own.fixed) {
                argument.fixed.emplace_back(fixed_input, extra_name(fixed_input));
                for (SignatureVariable const& v : own.function->signature.inputs) {
                    if (v.name == fixed_input) captured.push_back(e_.exprs.iterator(extra, v.type));
                }
            }
            return argument;
        }
        return refuse();
    }
    Node* const node = class_in(e_.instances, found);
    if (node == nullptr || !node->is_function()) return refuse();
    argument.function = e_.functions.function_of(*node);
    if (!is_partial) return argument;
    for (ast::Argument const& fixed : ast.arguments(value)) {
        bool is_input = false;
        for (SignatureVariable const& v : argument.function->signature.inputs) is_input |= v.name == fixed.name.symbol;
        if (!is_input) {
            std::string_view const name = fixed.name.symbol ? context.interner.text(fixed.name.symbol) : "";
            context.diagnostics.error(ast[fixed.value].span, no_such_input,
                                      context.interner.text(argument.function->signature.name), name);
            return std::nullopt;
        }
        ExprId const lowered = lower_expression(context, fixed.value);
        if (!lowered) return std::nullopt;
        argument.fixed.emplace_back(fixed.name.symbol, extra_name(fixed.name.symbol));
        captured.push_back(lowered);
    }
    return argument;
}

ExprId ScopeResolver::function_application(LoweringContext& context, ast::ExprId call, FunctionEntry& entry) {
    auto const given = context.ast.arguments(call);
    SourceSpan const span = context.ast[call].span;
    std::vector<FunctionEntry::FunctionArgument> functions;
    std::vector<ExprId> plain;
    std::vector<ExprId> captured;
    std::size_t position = 0;
    bool is_good = true;
    e_.instances.for_each_element(*entry.node, [&](Element& element) {
        if (element.def->is_class() || !is_good) return;
        Component* const component = e_.instances.components.component_of(element);
        if (component == nullptr || component->causality != ast::Causality::input) return;
        ast::ExprId value;
        if (position < given.size() && !given[position].name.symbol) {
            value = given[position].value;
        } else {
            for (ast::Argument const& argument : given) {
                if (argument.name.symbol == component->name) value = argument.value;
            }
        }
        ++position;
        if (is_function_input(*component)) {
            auto const argument = value ? function_argument(context, component->name, value, captured) : std::nullopt;
            if (!value) context.diagnostics.error(span, needs_function, context.interner.text(component->name));
            is_good = argument.has_value();
            if (argument) functions.push_back(*argument);
            return;
        }
        ExprId const lowered = value ? lower_expression(context, value) : e_.components.binding_of(*component);
        is_good = lowered.has_value();
        if (!is_good && !value) {
            context.diagnostics.error(span, missing_argument, context.interner.text(component->name),
                                      context.interner.text(entry.signature.name));
        }
        plain.push_back(lowered);
    });
    if (!is_good) return {};
    FunctionEntry* const copy = e_.functions.specialize(entry, std::move(functions));
    plain.insert(plain.end(), captured.begin(), captured.end());
    FunctionSignature const* const candidate = &copy->signature;
    return call_function(context, plain, std::span(&candidate, 1));
}

}  // namespace moo
