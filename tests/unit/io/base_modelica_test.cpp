// Every construct of Base Modelica survives writing and reading, and what OpenModelica writes is read.
#include <catch2/catch.hpp>

#include "moo/io/base_modelica/read.h"
#include "moo/io/base_modelica/write.h"
#include "moo/model/names.h"

namespace {

using moo::BaseModelicaProfile;

struct Flat {
    moo::SourceManager sources;
    moo::Interner interner;
    moo::Diagnostics diagnostics;
    moo::FlatModel model;
    explicit Flat(std::string text) {
        moo::FileId const file = sources.add("flat.mo", std::move(text));
        model = read_base_modelica(file, sources, interner, diagnostics);
    }
    [[nodiscard]] std::string errors() const { return render_text(diagnostics, sources); }
    [[nodiscard]] std::string written(BaseModelicaProfile profile) const {
        return write_base_modelica(model, interner, sources, {profile});
    }
    [[nodiscard]] std::string text(moo::ExprId expr) const {
        return to_string(model.exprs, expr, moo::VariableNames(model.variables, interner, moo::NameStyle::plain));
    }
    [[nodiscard]] moo::Variable const& variable(std::string_view name) const {
        for (moo::Variable const& each : model.variables) {
            if (interner.text(each.name) == name) return each;
        }
        FAIL("no variable " << name);
        return *model.variables.begin();
    }
};

// As the strict profile writes it, in every line.
constexpr char const* strict_text = R"(//! base 0.1.0
package 'M'
  @1 type 'E' = enumeration('a' "first", 'b') "two of them";
  @2 record 'R' "a record"
    Real 'x' "its first";
    Real[3] 'y';
  end 'R';
  function '-R'
    input Real 'x';
    input Real[3] 'y';
    output 'R' _result('x' = 'x', 'y' = 'y');
  end '-R';
  class 'Table'
    extends ExternalObject;
    pure function constructor
      input String 'name';
      output 'Table' 'table';
    external "C" 'table' = table_open('name');
    end constructor;
    pure function destructor
      input 'Table' 'table';
    external "C" table_close('table');
    end destructor;
  end 'Table';
  @3 function 'A.f' "sums"
    @4 input Real[:] 'u' "what";
    @4 input Integer 'n';
    output Real 's' = 0;
    output Real[size('u', 1)] 'v';
    Real 'w';
  algorithm
    @5 for 'i' in 1:size('u', 1) loop
      's' := 's' + 'u'['i'];
      if 'u'['i'] > 10 then
        break;
      elseif 'n' == 0 then
        return;
      else
        'w' := 1;
      end if;
    end for;
    while 'w' < 3 loop
      'w' := 'w' + 1;
    end while;
    assert('n' > 0, "n is too small", AssertionLevel.warning);
    'v' := 'u';
    annotation(derivative(order = 2, zeroDerivative = 'n', noDerivative = 'u') = 'A.g', inverse('n' = 'A.g'('s', 'u')), Inline = true, LateInline = false, GenerateEvents = true, smoothOrder = 1);
  end 'A.f';
  impure function 'A.g'
    input Real 'x';
    output Real 'y';
  external "C" 'y' = g('x', 2) annotation(Include = "#include \"g.h\"", Library = {"g", "m"}, IncludeDirectory = "/inc", LibraryDirectory = "/lib", SourceDirectory = {"/src", "/more src"});
  end 'A.g';
  constant Integer 'A.n' = 2 "beside the model";
  model 'M' "all of it"
    @6 parameter Real 'p'(unit = "m", min = 0.0) annotation(__moo(evaluated = true, isFinal = true));
    parameter Real 'q'(fixed = false);
    parameter equation guess('q') = 1.5;
    @7 Real 'x' "a state" annotation(Protected = true, __moo(role = "flow"));
    parameter equation guess('x') = 'p';
    Real 'z'(stateSelect = StateSelect.prefer) annotation(HideResult = true, __moo(role = "stream"));
    discrete Real 'd';
    parameter equation guess('d') = 3.0;
    Integer 'k';
    parameter 'E' 'e' = 'E'.'b';
    Real[2, 3] 'm' annotation(__moo(role = "potential"));
    parameter equation guess('m') = fill(1.0, 2, 3);
    'R' 'r';
    parameter 'Table' 't' = 'Table'("file");
    input Real 'u';
    output Real 'o';
  initial equation
    @8 'p' = 2.0;
    'x' = guess('x');
    pre('d') = guess('d');
    'q' = 'x';
  equation
    @9 der('x') = -'p'*'x' + 'A.n';
    @10 'z' = if 'x' > 0.0 then 1.0 elseif 'x' < -1 then 2.0 else 'A.g'('x') "chosen";
    for 'i' in 1:2 loop
      for 'j' in 1:3 loop
        'm'['i', 'j'] = 'i'*'j'*'x';
      end for;
    end for;
    ('o', ) = 'A.f'({'x', 'z'}, 2);
    'r' = '-R'('x', {1.0, 2.0, 3.0});
    if 'p' > 1.0 then
      'k' = 1;
    else
      'k' = 2;
    end if;
    when {'x' > 1.0, 'z' > 2.0} then
      'd' = pre('d') + 1.0;
      reinit('x', 0.0);
    elsewhen 'x' < -2.0 then
      'd' = 0.0;
      terminate("the end");
    end when;
    assert('x' < 1e+10, "too large", AssertionLevel.error);
    'A.g'('x');
  initial algorithm
    'z' := 1.0;
  algorithm
    when 'x' > 3.0 then
      'k' := 7;
    end when;
  algorithm
    'o' := sum('i'*'x' for 'i' in 1:3);
  partition
    @11 Clock 'c' = Clock(0.1);
    Clock _subClock0 = superSample(subSample(shiftSample('c', 1, 2), 3), 2);
    subpartition (clock = 'c')
    equation
      'o' = sample('x');
    subpartition (clock = _subClock0, solverMethod = "ImplicitEuler")
    equation
      der('z') = noClock('o');
    algorithm
      'd' := previous('d') + 1.0;
  partition
    Clock _baseClock1 = Clock(3, 10);
    subpartition (clock = _baseClock1)
    equation
      'z' = hold('o');
    annotation(experiment(StopTime = 2.0, Tolerance = 1e-06));
  end 'M';
  annotation(SourceLocations(__moo(
    files = {"A.mo", "B.mo"},
    instances = {"a.b[2]"},
    origins = {"binding", "connect"},
    table = {{1, 3, 5}, {1, 4, 5}, {2, 1, 1}, {2, 2, 3}, {2, 5, 3}, {1, 7, 9}, {1, 8, 9, 1}, {1, 7, 9, 0, 1}, {1, 9, 3, 1, 2}, {0, 0, 0, 0, 1}, {1, 20, 1}})));
end 'M';
)";

}  // namespace

TEST_CASE("the strict profile reads back byte for byte") {
    Flat const flat(strict_text);
    INFO(flat.errors());
    REQUIRE(!flat.diagnostics.has_errors());
    CHECK(flat.written(BaseModelicaProfile::mcp0031) == strict_text);
}

TEST_CASE("the dialect of OpenModelica reads back byte for byte and says the same") {
    Flat const strict(strict_text);
    std::string const text = strict.written(BaseModelicaProfile::omc);
    CHECK(text.find("guess") == std::string::npos);
    CHECK(text.find('@') == std::string::npos);
    CHECK(text.find("'-R'") == std::string::npos);
    CHECK(text.find("Real 'x'(start = 'p', fixed = true)") != std::string::npos);
    CHECK(text.find("Real 'm'[2, 3]") != std::string::npos);
    Flat const flat(text);
    INFO(flat.errors());
    REQUIRE(!flat.diagnostics.has_errors());
    CHECK(flat.written(BaseModelicaProfile::omc) == text);
    CHECK(flat.variable("x").is_fixed(flat.model.exprs));
    CHECK(flat.variable("d").is_fixed(flat.model.exprs));
    CHECK(!flat.variable("q").is_fixed(flat.model.exprs));
}

TEST_CASE("what has no place in the draft is kept") {
    Flat const flat(strict_text);
    CHECK(flat.variable("x").connector_role == moo::ConnectorRole::flow);
    CHECK(flat.variable("x").is_protected);
    CHECK(flat.variable("p").is_final);
    CHECK(flat.variable("p").is_evaluated);
    CHECK(flat.variable("z").hide_result);
    CHECK(flat.variable("A.n").is_package_constant);
    CHECK(flat.interner.text(flat.variable("x").instance) == "a.b[2]");
    CHECK(flat.sources.place_text(flat.variable("x").source.begin) == "A.mo:8:9");
    CHECK(flat.model.equations[0].origin == moo::ProvenanceKind::connect);
    CHECK(flat.model.equations[1].origin == moo::ProvenanceKind::binding);
    CHECK(!flat.model.equations[1].source.begin.has_value());
}

TEST_CASE("clocks of a partition are rational factors of its base clock") {
    Flat const flat(strict_text);
    REQUIRE(flat.model.partitions.size() == 2);
    moo::FlatSubPartition const& sub = flat.model.partitions[0].sub_partitions[1];
    CHECK(sub.sub_numerator == 3);
    CHECK(sub.sub_denominator == 2);
    CHECK(sub.shift_numerator == 1);
    CHECK(sub.shift_denominator == 2);
    Flat const chained(R"(model M Real x;
      partition
        Clock c = Clock(1.0);
        Clock d = subSample(c, 4);
        Clock e = shiftSample(superSample(d, 6), 1, 2);
        subpartition (clock = e) equation x = 1;
      end M;)");
    INFO(chained.errors());
    REQUIRE(chained.model.partitions.size() == 1);
    moo::FlatSubPartition const& deep = chained.model.partitions[0].sub_partitions[0];
    CHECK(deep.sub_numerator == 2);
    CHECK(deep.sub_denominator == 3);
    CHECK(deep.shift_numerator == 1);
    CHECK(deep.shift_denominator == 3);
}

TEST_CASE("guess values in equations are start values") {
    Flat const flat(R"(model M
      Real x; Real y; Real z; Integer n;
      parameter equation guess(x) = 3.0;
      parameter equation guess(y) = prioritize(4.0, 2);
    initial equation
      guess(z) = 5.0;
      y = 2*guess(x);
      pre(n) = guess(n);
      prioritize(x, 1);
    end M;)");
    INFO(flat.errors());
    REQUIRE(!flat.diagnostics.has_errors());
    CHECK(flat.text(flat.variable("y").attribute(moo::Attribute::start)) == "4.0");
    CHECK(flat.text(flat.variable("z").attribute(moo::Attribute::start)) == "5.0");
    CHECK(flat.variable("n").is_fixed(flat.model.exprs));
    REQUIRE(flat.model.initial_equations.size() == 1);
    CHECK(flat.text(flat.model.initial_equations[0].b) == "6.0");
    CHECK(flat.diagnostics.items().size() == 2);  // a word about each priority
}

TEST_CASE("types of the package give their attributes to variables") {
    Flat const flat(R"(package P
      type Length = Real(unit = "m", min = 0.0);
      type Cube = Length[3](max = 1.0);
      model P Cube c(min = 0.5); end P;
    end P;)");
    INFO(flat.errors());
    REQUIRE(!flat.diagnostics.has_errors());
    moo::Variable const& c = flat.variable("c");
    CHECK(flat.model.exprs.types().rank(c.type) == 1);
    CHECK(flat.text(c.attribute(moo::Attribute::unit)) == "\"m\"");
    CHECK(flat.text(c.attribute(moo::Attribute::min)) == "0.5");
    CHECK(flat.text(c.attribute(moo::Attribute::max)) == "1.0");
}

TEST_CASE("arrays that were taken apart are put together where they are used as a whole") {
    Flat const flat(R"(//! base 0.1.0
package 'M'
  record 'Complex' Real 're'; Real 'im'; end 'Complex';
  function 'norm' input Real 'v'[:]; output Real 'y'; algorithm 'y' := sum('v'); end 'norm';
  model 'M'
    Real 'a[1]'; Real 'a[2]'; Real 'm[1,1]'; Real 'm[1,2]'; Real 'm[2,1]'; Real 'm[2,2]';
    Real 'c.re'; Real 'c.im'; Real 's'; Integer 'i';
  equation
    's' = 'norm'('a');
    'c' = 'Complex'(1.0, 2.0);
    'a' = 'm' * {1.0, 2.0};
    's' = 'a[\'i\']' * -0.0;
  algorithm
    'a' := {1.0, 2.0};
    for 'j' in 1:2 loop
      'a[\'j\']' := 'Modelica.Math.sin'('j');
    end for;
  end 'M';
end 'M';)");
    INFO(flat.errors());
    REQUIRE(!flat.diagnostics.has_errors());
    CHECK(flat.text(flat.model.equations[0].b) == "norm({'a[1]', 'a[2]'})");
    CHECK(flat.text(flat.model.equations[1].a) == "Complex('c.re', 'c.im')");
    CHECK(flat.text(flat.model.equations[2].b) == "{{'m[1,1]', 'm[1,2]'}, {'m[2,1]', 'm[2,2]'}}*{1.0, 2.0}");
    REQUIRE(flat.model.algorithms[0].statements.size() == 3);
    CHECK(flat.text(flat.model.algorithms[0].statements[0].a) == "'a[1]'");
    moo::FlatStatement const& loop = flat.model.algorithms[0].statements[2];
    REQUIRE(loop.branches[0].body.size() == 1);
    CHECK(loop.branches[0].body[0].kind == moo::FlatStatementKind::if_);
    CHECK(loop.branches[0].body[0].branches.size() == 2);
    std::string const text = flat.written(BaseModelicaProfile::mcp0031);
    Flat const again(text);
    INFO(again.errors());
    CHECK(again.written(BaseModelicaProfile::mcp0031) == text);
}

TEST_CASE("mistakes in a package are reported with their places") {
    auto const errors_of = [](char const* text) { return Flat(text).errors(); };
    CHECK(errors_of("package P record R R r; end R; model P end P; end P;").find("contains itself") !=
          std::string::npos);
    CHECK(errors_of("model P Real x[n]; end P;").find("nothing named `n`") != std::string::npos);
    CHECK(errors_of("model P parameter Integer n; Real x[n]; end P;").find("size of `x` is not known") !=
          std::string::npos);
    CHECK(errors_of("model P Integer i; algorithm i := 1.5; end P;").find("cannot be assigned") != std::string::npos);
    CHECK(errors_of("package P type E = enumeration(a); model P parameter E e = E.b; end P; end P;")
              .find("has no literal `b`") != std::string::npos);
    CHECK(errors_of("package P function f input Real x; output Real y; end f; model P Real a; Real b; Real c; "
                    "equation (a, b) = f(c); end P; end P;")
              .find("2 variables for the 1 results") != std::string::npos);
    CHECK(errors_of("model P Real x; partition Clock c = Clock(1.0); subpartition (clock = d) equation x = 1; end P;")
              .find("not declared in the partition") != std::string::npos);
}
