// Printing an expression, parsing the text and lowering the tree gives the same expression.
#include <catch2/catch.hpp>

#include "moo/lower/lower_expression.h"
#include "moo/syntax/parse.h"
#include "tests/support/expression_names.h"
#include "tests/support/random_expression.h"

namespace {

constexpr std::uint32_t variables_of_each_type = 4;

// Resolves x0, x1, … with the types that RandomExpression gives them.
class NumberedVariables : public moo::NameResolver {
public:
    NumberedVariables(moo::ExprStore& store, moo::Interner const& interner) : store_(store), interner_(interner) {}

    moo::ExprId resolve(moo::LoweringContext& context, moo::ast::ExprId reference) override {
        std::string_view const name = interner_.text(context.ast.reference_parts(reference)[0].name);
        if (name == "time") return store_.time();
        if (!name.starts_with('x')) return {};
        auto const number = static_cast<std::uint32_t>(std::stoul(std::string(name.substr(1))));
        moo::TypeId const types[] = {moo::types::real, moo::types::integer, moo::types::boolean};
        return store_.variable(moo::VarId(number), types[number / variables_of_each_type]);
    }
    std::vector<moo::FunctionSignature const*> functions(moo::LoweringContext&, moo::ast::ExprId) override {
        return {};
    }

private:
    moo::ExprStore& store_;
    moo::Interner const& interner_;
};

}  // namespace

TEST_CASE("print, parse and lower is the identity on random expressions") {
    moo::ExprStore store;
    moo::test::TestNames names;
    moo::test::RandomOptions options;
    options.depth = 5;
    options.variables = variables_of_each_type;
    moo::test::RandomExpression random(store, 2024, options);
    NumberedVariables resolver(store, names.symbols);
    for (int i = 0; i < 20'000; ++i) {
        moo::ExprId const original = random.any();
        std::string const text = to_string(store, original, names);
        // Lowering drops the branch that a literal condition excludes, and with it the branch's type.
        if (text.find("if true") != std::string::npos || text.find("if false") != std::string::npos) continue;
        INFO(text);
        moo::SourceManager sources;
        moo::Diagnostics diagnostics;
        moo::FileId const file = sources.add("expression", text);
        moo::ParsedExpression const parsed = parse_expression(file, sources, names.symbols, diagnostics);
        INFO(render_text(diagnostics, sources));
        REQUIRE(!diagnostics.has_errors());
        moo::LoweringContext context{parsed.ast, names.symbols, store, diagnostics, resolver};
        moo::ExprId const lowered = lower_expression(context, parsed.root);
        INFO(render_text(diagnostics, sources));
        REQUIRE(lowered.has_value());
        INFO(to_string(store, lowered, names));
        REQUIRE(lowered == original);
    }
}
