// Documents with something in every field, for property tests: an archive over the description, so that a new section
// is filled as soon as it is described. They are well-formed, not sound: nobody could simulate them.
#pragma once

#include <random>
#include <string>
#include <vector>

#include "moo/base/source.h"
#include "moo/check/requirements.h"
#include "moo/lower/predefined.h"
#include "moo/model/describe_document.h"

namespace moo::test {

class RandomDocument {
public:
    RandomDocument(std::uint64_t seed, SourceManager& sources, Interner& interner)
        : random_(seed), sources_(sources), interner_(interner) {}

    Document make() {
        describe(*this, made_);
        return std::move(made_);
    }

    // ---- fields ----

    void name(std::string_view, Symbol& value) { value = interner_.intern(unique_name()); }
    template <class T>
    void required(std::string_view, T& value) {
        fill(value);
    }
    template <class T>
    void field(std::string_view, T& value) {
        if (below(4) > 0) fill(value);
    }
    // Features have to be those that there are.
    void field(std::string_view field_name, std::vector<std::string>& values) {
        if (field_name != "requires") return fill(values);
        for (Feature const& feature : all_features()) {
            if (below(3) == 0) values.emplace_back(feature.name);
        }
    }
    void index(std::string_view, std::uint32_t& value, IndexOf table) { value = some_index(table); }
    void indices(std::string_view, std::vector<std::uint32_t>& values, IndexOf table) {
        for (std::uint64_t count = below(4); count > 0; --count) values.push_back(some_index(table));
    }
    void enter_loop(Symbol, ExprId) {}
    void leave_loop(Symbol) {}

    // ---- sections ----

    void files(std::string_view) {}
    void shared(std::string_view) {
        // What several places use, and what is deep.
        for (int i = 0; i < 4; ++i) common_.push_back(real(6));
        ExprId deep = variable(0);
        for (int i = 0; i < 700; ++i) deep = exprs().builtin(i % 2 == 0 ? Builtin::sin : Builtin::cos, {deep});
        common_.push_back(deep);
    }
    template <class T>
    void section(std::string_view, T& thing) {
        describe(*this, thing);
    }
    template <class T>
    void table(std::string_view, std::vector<T>& rows) {
        for (std::uint64_t count = 1 + below(4); count > 0; --count) fill(rows.emplace_back());
    }
    void types(std::string_view, Document&) {
        TypeTable& table = exprs().types();
        std::vector<Symbol> const literals{symbol("red"), symbol("dark green"), symbol("blue")};
        enumeration_ = table.enumeration(symbol("A.Colour"), literals);
        made_.types.push_back({enumeration_, symbol("colours"), {symbol("a"), {}, symbol("c \"quoted\"")}, place()});
        std::vector<RecordField> const fields{{symbol("re"), types::real}, {symbol("im"), types::real}};
        record_ = table.record(symbol("A.Complex"), fields);
        made_.types.push_back({record_, {}, {}, place()});
        made_.types.push_back({table.external_object(symbol("A.Table")), symbol("an object"), {}, place()});
    }
    void table(std::string_view, std::vector<FlatFunction>& functions) {
        // Text has what belongs to an external object inside its class; its place among the others must not be lost.
        bool const is_first = below(2) == 0;
        if (is_first) functions.push_back(external_function("A.Table.constructor"));
        functions.push_back(scalar_function());
        if (!is_first) functions.push_back(external_function("A.Table.constructor"));
        functions.push_back(many_results());
    }
    void variables(std::string_view, Document&) {
        for (char const* const fixed : {"x", "time", "shared", "der", "sin", "it's", "a b", "x\"y", "a\\b",
                                        "line\nbreak", "*/", "]]>", "<&>", "$(rm -rf)", "n[1].v", "if"}) {
            add_variable(symbol(fixed), types::real);
        }
        add_variable(symbol("k"), types::integer);
        add_variable(symbol("on"), types::boolean);
        add_variable(symbol("note"), types::string);
        std::int64_t const size = 3;
        add_variable(symbol("vector"), exprs().types().array(types::real, {&size, 1}));
        add_variable(symbol("colour"), enumeration_);
        add_variable(symbol("z.z"), record_);
        std::size_t const count = made_.variables.size();
        for (std::size_t i = 0; i < count; ++i) {
            VarId const id(i);
            Variable variable = made_.variables[id];
            VariableRow<Variable, VariableFacts> const row{variable, made_.facts[id]};
            describe(*this, row);
            variable.name = made_.variables[id].name;
            variable.type = made_.variables[id].type;
            made_.variables[id] = variable;
        }
    }
    void set(std::string_view, EquationSet& set) {
        for (std::uint64_t blocks = 1 + below(4); blocks > 0; --blocks) {
            SetBlock block;
            fill(block.facts.kind);
            fill(block.facts.jacobian);
            block.facts.serves.derivatives = below(2) == 0;
            block.facts.serves.outputs = below(2) == 0;
            auto const first = static_cast<std::uint32_t>(set.equations.size());
            std::uint64_t const count = 1 + below(3);
            for (std::uint64_t i = 0; i < count; ++i) {
                SetRow row;
                row.equation = {target(), real(3), EquationForm::assignment, {}, below(2) == 0};
                fill(row.equation.form);
                describe_provenance(*this, row.equation.provenance);
                for (std::uint32_t column = 0; column < count && below(2) == 0; ++column) {
                    row.jacobian.push_back({first + column, real(2), some_kind()});
                }
                if (below(2) == 0) row.known.push_back({variable(0), real(2), some_kind()});
                block.equations.push_back(std::move(row));
            }
            append_block(set, std::move(block));
        }
    }

private:
    ExprStore& exprs() { return made_.exprs; }
    std::uint64_t below(std::uint64_t bound) { return random_() % bound; }
    Symbol symbol(std::string_view text) { return interner_.intern(text); }
    std::string unique_name() { return "name " + std::to_string(++names_); }
    EntryKind some_kind() { return static_cast<EntryKind>(below(3)); }

    std::string text() {
        static constexpr std::string_view texts[] = {
            "equation",          "a \"b\" c", "tab\there",   "\a\b\f\v\r\n", "\x01\x1f",
            "]]></a>&amp;",      "$(echo)",   "back\\slash", " spaces ",     "\xc3\xa4\xe2\x82\xac",
            "\xef\xbf\xbe*/'//", "\\u0007",   "{}[]();"};
        return std::string(texts[below(std::size(texts))]);
    }
    SourceSpan place() {
        static constexpr std::string_view files[] = {"a.mo", "b c:1:2.mo", "\xc3\xa4\"'.mo"};
        SourceLoc const loc = sources_.add_remote(files[below(3)], static_cast<std::uint32_t>(1 + below(99)), 7);
        return {loc, loc};
    }
    std::uint32_t some_index(IndexOf table) {
        std::size_t size = 3;
        switch (table) {
            case IndexOf::same_set:
            case IndexOf::same_row: break;
            case IndexOf::reinitialization: size = made_.reinitialization.equations.size(); break;
            case IndexOf::integration: size = made_.integration.equations.size(); break;
            case IndexOf::when_conditions: size = made_.when_conditions.size(); break;
            case IndexOf::clocks: size = made_.clocks.size(); break;
        }
        return static_cast<std::uint32_t>(below(size));
    }

    // ---- values ----

    template <class T>
    void fill(T& value) {
        if constexpr (std::same_as<T, bool>) {
            value = below(2) == 0;
        } else if constexpr (std::integral<T>) {
            value = static_cast<T>(below(100));
        } else if constexpr (std::same_as<T, double>) {
            value = number();
        } else if constexpr (std::same_as<T, std::string>) {
            value = text();
        } else if constexpr (std::same_as<T, Symbol>) {
            value = symbol(text());
        } else if constexpr (std::is_enum_v<T>) {
            value = static_cast<T>(below(names_of(value).size()));
        } else if constexpr (std::same_as<T, ExprId>) {
            value = any();
        } else if constexpr (std::same_as<T, VarId>) {
            value = VarId(static_cast<std::size_t>(below(made_.variables.size())));
        } else if constexpr (std::same_as<T, SourceSpan>) {
            value = place();
        } else if constexpr (std::same_as<T, TypeId>) {
            value = types::real;
        } else if constexpr (requires { value.emplace_back(); }) {
            for (std::uint64_t count = below(4); count > 0; --count) fill(value.emplace_back());
        } else if constexpr (requires { value.emplace(); }) {
            fill(value.emplace());
        } else {
            describe(*this, value);
        }
    }

    double number() {
        static constexpr double numbers[] = {0.0,  -0.0,       1.0, 0.1, -2.5, 1e300, 5e-324, 3.141592653589793,
                                             1e22, 123456789.0};
        return numbers[below(std::size(numbers))];
    }

    // ---- expressions ----

    ExprId variable(std::size_t index) {
        VarId const id(index);
        return exprs().variable(id, made_.variables[id].type);
    }
    ExprId named(std::string_view variable_name) {
        for (VarId const id : made_.variables.ids()) {
            if (made_.variables[id].name == symbol(variable_name))
                return exprs().variable(id, made_.variables[id].type);
        }
        return {};
    }
    ExprId any() {
        switch (below(8)) {
            case 0: return boolean(3);
            case 1: return exprs().string(symbol(text()));
            case 2: return exprs().enumeration(enumeration_, static_cast<std::uint32_t>(1 + below(3)));
            case 3: return exprs().record(record_, {real(2), real(2)});
            case 4:
                return exprs().matrix({exprs().matrix_row({real(1), real(1)}), exprs().matrix_row({real(1), real(1)})});
            case 5: return common_.empty() ? real(3) : common_[below(common_.size())];
            default: return real(4);
        }
    }
    ExprId target() {
        switch (below(6)) {
            case 0: return exprs().der(variable(below(16)));
            case 1: return exprs().pre(variable(below(16)));
            case 2: return exprs().builtin(Builtin::previous, {variable(below(16))});
            case 3: return exprs().subscript(named("vector"), {exprs().integer(2)});
            case 4: return exprs().field(named("z.z"), symbol("im"));
            default: return variable(below(16));
        }
    }
    ExprId real(int depth) {
        if (depth <= 0) {
            switch (below(4)) {
                case 0: return exprs().real(number());
                case 1: return exprs().time();
                case 2: return exprs().integer(static_cast<std::int64_t>(below(9)) - 4);
                default: return variable(below(16));
            }
        }
        ExprId const a = real(depth - 1);
        ExprId const b = real(depth - 1 - static_cast<int>(below(3)));
        switch (below(17)) {
            case 0: return exprs().add(a, b);
            case 1: return exprs().sub(a, b);
            case 2: return exprs().mul(a, b);
            case 3: return exprs().div(a, b);
            case 4: return exprs().pow(a, b);
            case 5: return exprs().neg(a);
            case 6: return exprs().if_else(boolean(depth - 1), a, b);
            case 7: return exprs().builtin(Builtin::sin, {a});
            case 8: return exprs().builtin(Builtin::atan2, {a, b});
            case 9: return exprs().call(symbol("A.f"), {a, exprs().integer(2)}, types::real);
            case 10: return exprs().output(exprs().call(symbol("both"), {a}, both_type()), 2);
            case 11: return exprs().subscript(named("vector"), {exprs().integer(1)});
            case 12: return exprs().field(named("z.z"), symbol("re"));
            case 13: return exprs().builtin(Builtin::sum, {exprs().array({a, b, exprs().real(1.5)})});
            case 14: return reduction(a);
            case 15:
                return exprs().builtin(Builtin::sum,
                                       {exprs().binary(ExprKind::element_mul, named("vector"), exprs().real(2.0))});
            default: return exprs().builtin(Builtin::no_event, {a});
        }
    }
    // sum(a*vector[i] for i in 1:3)
    ExprId reduction(ExprId a) {
        ReductionIterator const iterator{symbol("i"), exprs().range(exprs().integer(1), exprs().integer(3))};
        ExprId const element = exprs().subscript(named("vector"), {exprs().iterator(iterator.name)});
        return exprs().reduction(static_cast<Reduction>(below(4)), exprs().mul(a, element), {&iterator, 1});
    }
    ExprId boolean(int depth) {
        if (depth <= 0) return named("on");
        switch (below(5)) {
            case 0: return exprs().logical_and(boolean(depth - 1), boolean(depth - 2));
            case 1: return exprs().logical_or(boolean(depth - 1), boolean(depth - 2));
            case 2: return exprs().logical_not(boolean(depth - 1));
            case 3: return exprs().binary(ExprKind::less_equal, variable(0), real(depth - 1));
            default: return exprs().builtin(Builtin::edge, {named("on")});
        }
    }

    // ---- variables and functions ----

    void add_variable(Symbol variable_name, TypeId type) {
        Variable variable;
        variable.name = variable_name;
        variable.type = type;
        made_.variables.add(variable);
        made_.facts.add({});
    }
    TypeId both_type() {
        std::vector<TypeId> const members{types::real, types::real};
        return exprs().types().tuple(members);
    }
    FunctionVariable function_variable(std::string_view variable_name, TypeId type, FunctionRole role) {
        FunctionVariable variable;
        variable.name = symbol(variable_name);
        variable.type = type;
        variable.role = role;
        variable.description = symbol("variable " + std::string(variable_name));
        variable.source = place();
        return variable;
    }
    FlatStatement statement(FlatStatementKind kind, ExprId a = {}, ExprId b = {}) {
        FlatStatement made;
        made.kind = kind;
        made.a = a;
        made.b = b;
        made.source = place();
        return made;
    }

    // function 'A.f' "…" input Real x; input Integer n = 1; output Real y; protected Real w[n]; algorithm …
    FlatFunction scalar_function() {
        FlatFunction function;
        function.name = symbol("A.f");
        function.description = symbol("with \"everything\"");
        ExprId const x = exprs().iterator(symbol("x"), types::real);
        ExprId const n = exprs().iterator(symbol("n"), types::integer);
        ExprId const y = exprs().iterator(symbol("y"), types::real);
        function.variables = {function_variable("x", types::real, FunctionRole::input),
                              function_variable("n", types::integer, FunctionRole::input),
                              function_variable("y", types::real, FunctionRole::output),
                              function_variable("w", types::real, FunctionRole::local)};
        function.variables[1].binding = exprs().integer(1);
        std::int64_t const unknown = TypeTable::unknown_size;
        function.variables[3].type = exprs().types().array(types::real, {&unknown, 1});
        function.variables[3].sizes = {n};
        ExprId const w = exprs().iterator(symbol("w"), function.variables[3].type);
        FlatStatement loop = statement(FlatStatementKind::for_, exprs().range(exprs().integer(1), n));
        loop.iterator = symbol("j");
        ExprId const j = exprs().iterator(symbol("j"));
        loop.branches.emplace_back().body = {
            statement(FlatStatementKind::assignment, exprs().subscript(w, {j}), exprs().mul(x, j))};
        FlatStatement branch = statement(FlatStatementKind::if_);
        branch.branches.push_back(
            {exprs().binary(ExprKind::greater, x, exprs().real(0.0)), {statement(FlatStatementKind::return_)}});
        branch.branches.push_back(
            {{}, {statement(FlatStatementKind::assignment, y, exprs().builtin(Builtin::sum, {w}))}});
        FlatStatement repeat = statement(FlatStatementKind::while_, exprs().binary(ExprKind::less, y, x));
        repeat.branches.emplace_back().body = {
            statement(FlatStatementKind::assignment, y, exprs().add(y, exprs().real(1.0))),
            statement(FlatStatementKind::break_)};
        FlatStatement check =
            statement(FlatStatementKind::assertion, exprs().binary(ExprKind::less, x, exprs().real(1e9)),
                      exprs().string(symbol("too \"large\"")));
        check.description = symbol("a check");
        FlatStatement both = statement(FlatStatementKind::assignment, exprs().tuple({exprs().whole(), y}),
                                       exprs().call(symbol("both"), {x}, both_type()));
        function.body = {statement(FlatStatementKind::assignment, y, x), loop, branch, repeat, check, both};
        FlatDerivative derivative;
        derivative.function = symbol("both");
        derivative.order = 2;
        derivative.zero_derivative = {symbol("n")};
        function.derivatives.push_back(derivative);
        function.inverses.push_back({symbol("x"), symbol("A.f"), {symbol("y"), symbol("n")}});
        function.is_inline = true;
        function.generates_events = false;
        function.smooth_order = 2;
        function.source = place();
        return function;
    }
    FlatFunction many_results() {
        FlatFunction function;
        function.name = symbol("both");
        function.purity = FlatPurity::impure;
        function.variables = {function_variable("u", types::real, FunctionRole::input),
                              function_variable("a", types::real, FunctionRole::output),
                              function_variable("b", types::real, FunctionRole::output)};
        ExprId const u = exprs().iterator(symbol("u"), types::real);
        function.body = {
            statement(FlatStatementKind::assignment, exprs().iterator(symbol("a"), types::real), u),
            statement(FlatStatementKind::assignment, exprs().iterator(symbol("b"), types::real), exprs().neg(u))};
        return function;
    }
    FlatFunction external_function(std::string_view function_name) {
        FlatFunction function;
        function.name = symbol(function_name);
        function.variables = {
            function_variable("file", types::string, FunctionRole::input),
            function_variable("table", exprs().types().external_object(symbol("A.Table")), FunctionRole::output)};
        FlatExternal external;
        external.language = symbol("C");
        external.function = symbol("open_table");
        external.result = exprs().iterator(symbol("table"), function.variables[1].type);
        external.arguments = {exprs().iterator(symbol("file"), types::string)};
        external.includes = {"#include \"table.h\""};
        external.libraries = {"tables", "m"};
        function.external = external;
        return function;
    }

    std::mt19937_64 random_;
    SourceManager& sources_;
    Interner& interner_;
    Document made_;
    TypeId enumeration_;
    TypeId record_;
    std::vector<ExprId> common_;
    std::uint64_t names_ = 0;
};

}  // namespace moo::test
