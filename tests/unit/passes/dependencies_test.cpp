// What depends on what, for models whose answer is plain to see. The texts are rows of the document:
// time and what counts between events, then `at events: …` and `parameters: …`, with the kind where it is not
// `dependent`.
#include <catch2/catch.hpp>

#include "moo/model/describe_document.h"
#include "moo/passes/pipeline.h"
#include "tests/unit/lower/flat.h"

using moo::Dependency;
using moo::DependencyKind;
using moo::DependencyTerm;

namespace {

struct Described {
    moo::test::Flattened flat;
    moo::Document document;
    std::string errors;

    explicit Described(std::string text) : flat(std::move(text)) {
        moo::PhaseStats stats;
        auto made = moo::optimize(std::move(flat.model), flat.interner, {}, flat.diagnostics, stats);
        errors = flat.errors();
        if (made) document = std::move(*made);
    }

    [[nodiscard]] std::string name(moo::VarId id) const {
        return std::string(flat.interner.text(document.variables[id].name));
    }

    [[nodiscard]] static std::string kind_text(DependencyKind kind) {
        return kind == DependencyKind::dependent ? "" : ":" + std::string(moo::name_of_value(kind));
    }

    [[nodiscard]] std::string terms(std::vector<DependencyTerm> const& list) const {
        std::string text;
        for (DependencyTerm const& term : list) text += " " + name(term.on) + kind_text(term.kind);
        return text;
    }

    [[nodiscard]] std::string row(Dependency const& row) const {
        std::string text = row.on_time ? " time" + kind_text(row.time_kind) : "";
        text += terms(row.terms);
        if (!row.at_events.empty()) text += "; at events:" + terms(row.at_events);
        if (!row.parameters.empty()) text += "; parameters:" + terms(row.parameters);
        if (row.is_open) text += "; open";
        return text.substr(std::min(text.find_first_not_of("; "), text.size()));
    }

    // Of the variable, or its derivative; `not listed` if there is none.
    [[nodiscard]] std::string find(std::vector<Dependency> const& list, std::string_view variable) const {
        for (Dependency const& each : list) {
            bool const is_der = document.exprs.kind(each.unknown) == moo::ExprKind::der;
            std::string const text = name(document.exprs.referenced_variable(each.unknown));
            if ((is_der ? "der(" + text + ")" : text) == variable) return row(each);
        }
        return "not listed";
    }

    [[nodiscard]] std::string derivative(std::string_view unknown) const {
        return find(document.dependencies.derivatives, unknown);
    }
    [[nodiscard]] std::string output(std::string_view unknown) const {
        return find(document.dependencies.outputs, unknown);
    }
    [[nodiscard]] std::string start(std::string_view unknown) const {
        return find(document.dependencies.initial_unknowns, unknown);
    }
    [[nodiscard]] std::string crossing(std::size_t number) const {
        return row(document.dependencies.crossings.at(number));
    }
};

}  // namespace

TEST_CASE("the factor by which something enters is that of the standard's kinds") {
    Described const model(R"(model A
        input Real u; input Boolean on; input Integer n; parameter Real p = 2; parameter Integer k = 3;
        final parameter Real q = 2*p; final parameter Real c = 4; parameter Real f(fixed = false);
        Real x(start = 1, fixed = true); discrete Real d(start = 1, fixed = true);
        output Real constant_one; output Real by_final; output Real by_number; output Real by_start; output Real by_discrete;
        output Real by_input; output Real by_state; output Real nonlinear; output Real below; output Integer whole;
        output Real now;
      initial equation
        f = 2*p;
      equation
        der(x) = -x; when time > 1 then d = 2; end when;
        constant_one = -2*u/4 + (if k > 2 then 1 else 0); by_final = q*u; by_number = c*u; by_start = f*u;
        by_discrete = d*u; by_input = (if on then 1 else 2)*u; by_state = x*u; nonlinear = sin(u) + u; below = 1/u;
        whole = 2*n; now = 3*time + time*p*u;
      end A;)");
    REQUIRE(model.errors == "");
    CHECK(model.output("constant_one") == "u:constant; parameters: k");
    CHECK(model.output("by_final") == "u:tunable; parameters: p");
    CHECK(model.output("by_number") == "u:constant");
    CHECK(model.output("by_start") == "u:fixed");
    CHECK(model.output("by_discrete") == "time u:discrete");
    CHECK(model.output("by_input") == "u:discrete on");
    CHECK(model.output("by_state") == "u x");
    CHECK(model.output("nonlinear") == "u");
    CHECK(model.output("below") == "u");
    CHECK(model.output("whole") == "at events: n");
    CHECK(model.output("now") == "time u; parameters: p");
}

TEST_CASE("examples 2 and 3 of the FMI standard on dependencies have its kinds") {
    Described const model(R"(model A
        input Real u; output Real second; output Real third; output Real both; output Real other; output Real nested;
        input Real v; output Real quiet;
      equation
        second = if u > 0 then 2*u else 3*u; third = if u > 0 then 2 else 3; both = u + (if u > 0 then 1 else 2);
        other = if v > 0 then 2*u else 3*u; nested = if u > 1 then 2*u elseif u > 0 then -u else 0;
        quiet = noEvent(if u > 0 then 2*u else 3*u);
      end A;)");
    REQUIRE(model.errors == "");
    CHECK(model.output("second") == "u:discrete");
    CHECK(model.output("third") == "u");
    CHECK(model.output("both") == "u");
    CHECK(model.output("other") == "u:discrete v");
    CHECK(model.output("nested") == "u:discrete");
    CHECK(model.output("quiet") == "u");
}

TEST_CASE("a linear block divides by its matrix") {
    Described const model(R"(model A
        input Real u; input Real v; parameter Real p = 2; output Real a; output Real b; output Real e; output Real f;
        Real g; Real h;
      equation
        a + sin(b)*0 + b = u; a - p*b = v; e + f^3 = u; e - f = v; g + 2*h = u; g - h = v;
      end A;)");
    REQUIRE(model.errors == "");
    CHECK(model.output("a") == "u:tunable v:tunable; parameters: p");
    CHECK(model.output("b") == "u:tunable v:tunable; parameters: p");
    CHECK(model.output("e") == "u v");
    CHECK(model.output("f") == "u v");
}

TEST_CASE("at events discrete variables lead on") {
    Described const model(R"(model A
        input Real u; input Real w; parameter Real limit = 1; parameter Real gain = 2;
        Real x(start = 0, fixed = true); Boolean b; Boolean c(start = false, fixed = true);
        output Real y; output Real held; output Integer count(start = 0, fixed = true); output Boolean on;
      equation
        b = u > limit; der(x) = if b then 1 else -x;
        when x > 0.5 then c = not pre(c); end when;
        y = if c then w else 0; on = b;
        when sample(0, 0.1) then held = gain*w; end when;
        when b then count = pre(count) + 1; end when;
      end A;)");
    REQUIRE(model.errors == "");
    CHECK(model.derivative("der(x)") == "x:discrete; at events: u; parameters: limit");
    CHECK(model.output("y") == "w:discrete; at events: x");
    CHECK(model.output("held") == "time; at events: w:discrete; parameters: gain");
    CHECK(model.output("count") == "at events: u; parameters: limit");
    CHECK(model.output("on") == "at events: u; parameters: limit");
}

TEST_CASE("pre of what is continuous is the state, pre of an input is the past") {
    Described const model(R"(model A
        input Real u; Real x(start = 1, fixed = true); Real w; output Real a; output Real b; output Real c; output Real d;
      equation
        der(x) = -1; w = 2*x;
        when time > 1 then a = pre(x); b = pre(w); c = pre(u); d = pre(d) + 1; end when;
      end A;)");
    REQUIRE(model.errors == "");
    CHECK(model.output("a") == "time; at events: x:discrete");
    CHECK(model.output("b") == "time; at events: x:discrete");
    CHECK(model.output("c") == "time");
    CHECK(model.output("d") == "time");
}

TEST_CASE("what clocks compute stands still within a pass of the events") {
    Described const model(R"(model A
        input Real u; parameter Real gain = 2; Real x(start = 1, fixed = true); Real sampled; Real sum(start = 0);
        output Real y;
      equation
        der(x) = hold(sum) - x; sampled = sample(u, Clock(0.1)); sum = previous(sum) + sampled; y = gain*hold(sum) + x;
      end A;)");
    REQUIRE(model.errors == "");
    CHECK(model.derivative("der(x)") == "x:constant");
    CHECK(model.output("y") == "x:constant; parameters: gain:discrete");
}

TEST_CASE("crossings are rows of their functions") {
    Described const model(R"(model A
        input Real u; parameter Real p = 2; Real x(start = 0, fixed = true); Real w; discrete Real d(start = 0, fixed = true);
        Boolean a; Boolean b; Boolean c;
      equation
        der(x) = 1; w = p*x; a = 2*x + w > u; b = x*u > 1; c = x > d; when time > 2 then d = u; end when;
      end A;)");
    REQUIRE(model.errors == "");
    auto const find = [&](std::string_view relation) {
        for (std::size_t i = 0; i < model.document.dependencies.crossings.size(); ++i) {
            moo::VariableNames const names(model.document.variables, model.flat.interner, moo::NameStyle::plain);
            if (to_string(model.document.exprs, model.document.dependencies.crossings[i].unknown, names) == relation) {
                return model.crossing(i);
            }
        }
        return std::string("not listed");
    };
    CHECK(find("2*x + w > u") == "u:constant x:tunable; parameters: p");
    CHECK(find("x*u > 1") == "u x");
    CHECK(find("x > d") == "time x:constant; at events: u:discrete");
    CHECK(find("time > 2") == "not listed");
}

TEST_CASE("aliases, recovered variables, states and constants are outputs with rows") {
    Described const model(R"(model A
        input Real u; parameter Real p = 2; Real x(start = 1, fixed = true); output Real same; output Real negative;
        output Real input_too; output Real five; output Real as_parameter; output Real follows;
      equation
        der(x) = u; same = x; negative = -x; input_too = u; five = 5; as_parameter = p; follows = 3*p + 1;
      end A;)");
    REQUIRE(model.errors == "");
    CHECK(model.output("same") == "x:constant");
    CHECK(model.output("negative") == "x:constant");
    CHECK(model.output("input_too") == "u:constant");
    CHECK(model.output("five") == "");
    CHECK(model.output("as_parameter") == "parameters: p:constant");
    CHECK(model.output("follows") == "parameters: p:constant");
    CHECK(model.start("same") == "x:constant");
    CHECK(model.start("input_too") == "u:constant");
    CHECK(model.start("as_parameter") == "p:constant");
}

TEST_CASE("unknowns of the initialization depend on inputs, parameters and given start values") {
    Described const model(R"(model A
        input Real u; parameter Real p = 2; parameter Real half = p/2; parameter Real free(fixed = false);
        final parameter Real settled = 3; parameter Real x0 = 4;
        Real given(start = 1, fixed = true); Real from_parameter(start = x0, fixed = true); Real steady(start = 7);
        Real guess(start = 0.5); discrete Real d(start = p, fixed = true); discrete Boolean flag(start = true, fixed = true);
        output Real y; output Real shown; output Boolean up;
      initial equation
        der(steady) = 0; free = half*u;
      equation
        der(given) = -settled*given; der(from_parameter) = 1; der(steady) = 2*u - steady + time; guess^3 + guess = given*u;
        y = guess + free; when time > 1 then d = 1; flag = false; end when; shown = d; up = flag;
      end A;)");
    REQUIRE(model.errors == "");
    CHECK(model.start("half") == "p:constant");
    CHECK(model.start("free") == "u p");
    CHECK(model.start("settled") == "not listed");
    CHECK(model.start("given") == "not listed");
    CHECK(model.start("from_parameter") == "x0:constant");
    CHECK(model.start("steady") == "time:constant u:constant");
    CHECK(model.start("der(given)") == "given:constant");
    CHECK(model.start("der(from_parameter)") == "");
    CHECK(model.start("y") == "u given p");
    CHECK(model.start("shown") == "p:constant");
    CHECK(model.start("up") == "");
}

TEST_CASE("clocked outputs have their start values until the first tick") {
    Described const model(R"(model A
        input Real u; parameter Real first = 3; Real s(start = first); output Real y;
      equation
        s = previous(s) + sample(u, Clock(0.1)); y = hold(s);
      end A;)");
    REQUIRE(model.errors == "");
    CHECK(model.start("y") == "first:constant");
}

TEST_CASE("what discrete variables do does not count for the colours of states") {
    Described const model(R"(model A
        Real x(start = 0, fixed = true); Real y(start = 0, fixed = true); Boolean b; Boolean c;
      equation
        b = x > 1; c = y > 1; der(x) = if c then 1 else 2; der(y) = if b and c then 1 else 2;
      end A;)");
    REQUIRE(model.errors == "");
    CHECK(model.derivative("der(x)") == "at events: y");
    CHECK(model.derivative("der(y)") == "at events: x y");
    CHECK(model.document.dependencies.state_colours == std::vector<std::uint32_t>{0, 0});
}

TEST_CASE("rows that would be too long are open") {
    // 2,100 parameters, more than a row holds: the state is still known to depend on itself.
    std::string text =
        "model A parameter Real p[2100] = ones(2100); Real x(start = 1, fixed = true); output Real y;\n"
        "equation der(x) = -x*sum(p); y = x; end A;";
    Described const model(text);
    REQUIRE(model.errors == "");
    CHECK(model.derivative("der(x)") == "x:tunable; open");
    CHECK(model.output("y") == "x:constant");
    CHECK(model.start("der(x)") == "not listed");
    CHECK(model.start("y") == "x:constant");
}

TEST_CASE("arrays that are taken apart are listed") {
    Described const model(R"(model A
        record R Real a[2]; Real b; end R;
        Real x[2, 3]; R r; R many[2]; parameter Integer n = 0; Real none[n]; Real one[1]; Real scalar;
      equation
        x = {{1, 2, 3}, {4, 5, time}}; r = R({1, 2}, 3); many[1] = r; many[2] = r; one = {scalar}; scalar = x[2, 3];
      end A;)");
    REQUIRE(model.errors == "");
    std::string text;
    for (moo::ArrayInfo const& array : model.document.arrays) {
        text += std::string(model.flat.interner.text(array.name)) + " from " + model.name(array.first) + ":";
        for (std::int64_t const size : array.sizes) text += " " + std::to_string(size);
        text += "\n";
    }
    CHECK(text ==
          "x from x[1,1]: 2 3\nr.a from r.a[1]: 2\nmany[1].a from many[1].a[1]: 2\nmany[2].a from many[2].a[1]: 2\n"
          "one from one[1]: 1\n");
}
