// Lowers single expressions between declared variables, functions and operator records.
#pragma once

#include <deque>
#include <map>
#include <string>

#include "moo/lower/lower_expression.h"
#include "moo/lower/type_text.h"
#include "moo/syntax/parse.h"
#include "tests/support/expression_names.h"

namespace moo::test {

class ExpressionFixture : public NameResolver {
public:
    SourceManager sources;
    Diagnostics diagnostics;
    ExprStore s;
    TestNames names;
    // What `evaluate` knows.
    std::map<ExprId, Value> values;

    ExpressionFixture() {
        declare("x");
        declare("y");
        declare("i", types::integer);
        declare("n", types::integer);
        declare("b", types::boolean);
        declare("text", types::string);
        declare("v", array({3}));
        declare("w", array({2}));
        declare("m", array({3, 2}));
        declare("q", array({2, 2}));
        declare("bs", array({2}, types::boolean));
        declare("u", array({TypeTable::unknown_size}));
        std::vector<Symbol> const literals{names("off"), names("on")};
        mode = s.types().enumeration(names("Mode"), literals);
        declare("e", mode);
        references_["Mode"] = s.array({s.enumeration(mode, 1), s.enumeration(mode, 2)});
        references_["Mode.off"] = s.enumeration(mode, 1);
        references_["Mode.on"] = s.enumeration(mode, 2);
        declare("byMode", array({2}));
        references_["time"] = s.time();
        std::vector<RecordField> const fields{{names("re"), types::real}, {names("im"), types::real}};
        complex = s.types().record(names("C"), fields);
        declare("c", complex);
        declare("d", complex);
        declare("cs", array({2}, complex));
    }

    TypeId mode;
    TypeId complex;

    TypeId array(std::vector<std::int64_t> const& dims, TypeId element = types::real) {
        return s.types().array(element, dims);
    }
    ExprId declare(std::string const& name, TypeId type = types::real) {
        ExprId const variable = names.variable(s, name, type);
        references_[name] = variable;
        return variable;
    }
    SignatureVariable variable(std::string_view name, TypeId type = types::real, ExprId default_value = {}) {
        return {names(name), type, {}, default_value};
    }
    // A leaf for an input in sizes and defaults.
    ExprId input(std::string_view name, TypeId type = types::real) { return s.iterator(names(name), type); }
    FunctionSignature& function(std::string const& name, std::vector<SignatureVariable> inputs,
                                std::vector<SignatureVariable> outputs) {
        FunctionSignature& signature = signatures_.emplace_back();
        signature.name = names(name);
        signature.inputs = std::move(inputs);
        signature.outputs = std::move(outputs);
        functions_[name].push_back(&signature);
        return signature;
    }
    // The operators of C as functions of the package C.
    void declare_operators() {
        auto const two = [&] { return std::vector{variable("a", complex), variable("b", complex)}; };
        function("C.'+'.add", two(), {variable("r", complex)});
        function("C.'*'.mul", two(), {variable("r", complex)});
        function("C.'-'.sub", two(), {variable("r", complex)});
        function("C.'-'.neg", {variable("a", complex)}, {variable("r", complex)});
        function("C.'=='.eq", two(), {variable("r", types::boolean)});
        function("C.'0'.zero", {}, {variable("r", complex)});
        function("C.'String'.str", {variable("a", complex)}, {variable("r", types::string)});
        function("C.'constructor'.fromReal", {variable("re"), variable("im", types::real, s.real(0))},
                 {variable("r", complex)});
    }

    // The expression as text; the messages if there are any.
    std::string lower(std::string const& text, TypeId expected = {}) {
        diagnostics = Diagnostics();
        ExprId const result = lower_expr(text, expected);
        std::string messages;
        for (Diagnostic const& item : diagnostics.items()) messages += item.text() + "\n";
        if (!messages.empty()) return messages.substr(0, messages.size() - 1);
        return result ? to_string(s, result, names) : "nothing, and no message";
    }
    ExprId lower_expr(std::string const& text, TypeId expected = {}, bool all_outputs = false) {
        FileId const file = sources.add("test.mo", text);
        ParseOptions options;
        options.base_modelica = true;
        ParsedExpression const parsed = parse_expression(file, sources, names.symbols, diagnostics, options);
        if (!parsed.root) return {};
        LoweringContext context{parsed.ast, names.symbols, s, diagnostics, *this};
        if (all_outputs) return lower_call_with_outputs(context, parsed.root);
        return expected ? lower_expression_as(context, parsed.root, expected) : lower_expression(context, parsed.root);
    }
    // The type of the expression as `Real[3]`.
    std::string type(std::string const& text) {
        diagnostics = Diagnostics();
        ExprId const result = lower_expr(text);
        return result ? type_text(s.types(), s.type(result), names.symbols) : lower(text);
    }

    ExprId resolve(LoweringContext& context, ast::ExprId reference) override {
        auto const parts = context.ast.reference_parts(reference);
        // The longest name that is known, then fields.
        ExprId value;
        std::size_t known = 0;
        std::string name;
        for (std::size_t i = 0; i < parts.size(); ++i) {
            name += (name.empty() ? "" : ".") + std::string(names.text(parts[i].name));
            auto const found = references_.find(name);
            if (found == references_.end()) continue;
            value = found->second;
            known = i;
        }
        for (std::size_t i = known; i < parts.size() && value; ++i) {
            if (i > known) value = s.field(value, parts[i].name);
            value =
                lower_subscripts(context, value, context.ast.items(parts[i].subscripts), context.ast[reference].span);
            if (!value) return {};
        }
        if (!value) {
            std::vector<std::string_view> candidates;
            for (auto const& [candidate, unused] : references_) candidates.push_back(candidate);
            report_unknown_name(context, reference, candidates);
        }
        return value;
    }
    std::vector<FunctionSignature const*> functions(LoweringContext& context, ast::ExprId callee) override {
        std::string name;
        for (ast::ReferencePart const& part : context.ast.reference_parts(callee)) {
            name += (name.empty() ? "" : ".") + std::string(names.text(part.name));
        }
        auto const found = functions_.find(name);
        if (found != functions_.end()) return found->second;
        report_unknown_name(context, callee, {});
        return {};
    }
    std::vector<FunctionSignature const*> operator_functions(LoweringContext&, TypeId record,
                                                             std::string_view name) override {
        std::string const prefix = std::string(names.text(s.types().name(record))) + "." + std::string(name) + ".";
        std::vector<FunctionSignature const*> found;
        for (auto const& [known, list] : functions_) {
            if (known.starts_with(prefix)) found.insert(found.end(), list.begin(), list.end());
        }
        return found;
    }
    Value evaluate(LoweringContext&, ExprId expr) override {
        auto const found = values.find(expr);
        return found != values.end() ? found->second : Value();
    }

private:
    std::map<std::string, ExprId> references_;
    std::map<std::string, std::vector<FunctionSignature const*>> functions_;
    std::deque<FunctionSignature> signatures_;
};

}  // namespace moo::test
