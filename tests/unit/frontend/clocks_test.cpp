#include <catch2/catch.hpp>

#include "tests/unit/frontend/clock_model.h"

namespace {

using namespace moo;
using test::ClockModel;

// A plant with a controller: the example of section 16.7.3, without the factors.
struct Plant : ClockModel {
    ExprId x = variable("x");
    ExprId y = variable("y");
    ExprId u = variable("u");
    ExprId yd = variable("yd");
    ExprId ud = variable("ud");

    Plant() {
        equation(s().der(x), u);
        equation(y, s().mul(r(2), x));
        equation(u, f(Builtin::hold, {ud}));
    }
    void controller() { equation(ud, s().sub(yd, previous(ud))); }
};

}  // namespace

TEST_CASE("a model without clocks stays as it is") {
    ClockModel t;
    ExprId const x = t.variable("x");
    t.equation(t.s().der(x), t.s().neg(x));
    CHECK(t.run());
    CHECK(t.flat.partitions.empty());
    CHECK(t.continuous() == "der(x) = -x; ");
    CHECK(t.flat.listing.empty());
}

TEST_CASE("sample and hold cut a model into a clocked and a continuous part") {
    Plant t;
    t.equation(t.yd, t.f(Builtin::sample, {t.y, t.make_clock({t.n(1), t.n(10)})}));
    t.controller();
    CHECK(t.run());
    CHECK(t.messages().empty());
    CHECK(t.continuous() == "der(x) = u; y = 2.0*x; u = hold(ud); ");
    CHECK(t.partitions() ==
          "_baseClock1 = Clock(1, 10)\n"
          "  *1 +0: yd = sample(y); ud = yd - previous(ud);\n");
}

TEST_CASE("clock variables name partitions, and are not listed as variables") {
    Plant t;
    ExprId const c = t.clock("c");
    ExprId const c2 = t.clock("c2");
    t.equation(c, t.make_clock({t.r(0.1)}));
    t.equation(c2, c);
    t.equation(t.yd, t.f(Builtin::sample, {t.y, c2}));
    t.controller();
    CHECK(t.run());
    CHECK(t.messages().empty());
    CHECK(t.partitions() ==
          "c = Clock(0.1)\n"
          "  *1 +0: yd = sample(y); ud = yd - previous(ud);\n");
    CHECK(t.flat.listing.size() == 5);
}

TEST_CASE("a clocked when-clause is opened, whatever clock it infers") {
    Plant t;
    t.equation(t.yd, t.f(Builtin::sample, {t.y, t.make_clock({t.n(2)})}));
    t.when(t.make_clock({}), {ClockModel::equality(t.ud, t.s().sub(t.yd, t.previous(t.ud)))});
    CHECK(t.run());
    CHECK(t.partitions() ==
          "_baseClock1 = Clock(2)\n"
          "  *1 +0: yd = sample(y); ud = yd - previous(ud);\n");
}

TEST_CASE("sub-partitions have exact factors and shifts against the base clock") {
    ClockModel t;
    ExprId const u = t.variable("u");
    ExprId const a = t.variable("a");
    ExprId const b = t.variable("b");
    ExprId const c = t.variable("c");
    ExprId const d = t.variable("d");
    ExprId const k = t.parameter("k", t.n(3));
    t.equation(a, t.f(Builtin::sample, {u, t.make_clock({t.n(1), t.n(10)})}));
    t.equation(b, t.f(Builtin::sub_sample, {a, k}));
    t.equation(c, t.f(Builtin::super_sample, {b, t.n(2)}));
    t.equation(d, t.f(Builtin::shift_sample, {c, t.n(1), t.n(2)}));
    CHECK(t.run());
    CHECK(t.messages().empty());
    CHECK(t.partitions() ==
          "_baseClock1 = Clock(1, 10)\n"
          "  *1 +0: a = sample(u);\n"
          "  *3 +0: b = noClock(a);\n"
          "  *3/2 +0: c = noClock(b);\n"
          "  *3/2 +3/4: d = noClock(c);\n");
    CHECK(t.flat.variables[t.s().variable_of(k)].is_evaluated);
}

TEST_CASE("partitions are ordered by what they read, not by the text") {
    ClockModel t;
    ExprId const u = t.variable("u");
    ExprId const a = t.variable("a");
    ExprId const b = t.variable("b");
    t.equation(b, t.f(Builtin::sub_sample, {a, t.n(2)}));
    t.equation(a, t.f(Builtin::sample, {u, t.make_clock({t.n(1)})}));
    CHECK(t.run());
    CHECK(t.partitions() ==
          "_baseClock1 = Clock(1)\n"
          "  *1 +0: a = sample(u);\n"
          "  *2 +0: b = noClock(a);\n");
}

TEST_CASE("shiftSample and backSample undo each other; too far back is an error") {
    ClockModel t;
    ExprId const a = t.variable("a");
    ExprId const b = t.variable("b");
    ExprId const c = t.variable("c");
    t.when(t.make_clock({t.n(3), t.n(10)}), {ClockModel::equality(a, t.s().add(t.previous(a), t.r(1)))});
    t.equation(b, t.f(Builtin::shift_sample, {a, t.n(3)}));
    SECTION("fits") {
        t.equation(c, t.f(Builtin::back_sample, {b, t.n(2)}));
        CHECK(t.run());
        CHECK(t.partitions() ==
              "_baseClock1 = Clock(3, 10)\n"
              "  *1 +0: a = previous(a) + 1.0;\n"
              "  *1 +3: b = noClock(a);\n"
              "  *1 +1: c = noClock(b);\n");
    }
    SECTION("too early") {
        t.equation(c, t.f(Builtin::back_sample, {b, t.n(4)}));
        CHECK_FALSE(t.run());
        CHECK(t.messages() ==
              "error: the clock of `c = backSample(b, 4)` ticks before its base clock, that of `when Clock(3, 10) then "
              "…` [ClockMismatch]\nnote: `when Clock(3, 10) then …` is here\n");
    }
}

TEST_CASE("a factor that is not given follows from the clocks on both sides") {
    ClockModel t;
    ExprId const a = t.variable("a");
    ExprId const b = t.variable("b");
    t.when(t.make_clock({t.n(1), t.n(10)}), {ClockModel::equality(a, t.s().add(t.previous(a), t.r(1)))});
    SECTION("fits") {
        t.when(t.make_clock({t.n(4), t.n(10)}), {ClockModel::equality(b, t.f(Builtin::sub_sample, {a}))});
        CHECK(t.run());
        CHECK(t.partitions() ==
              "_baseClock1 = Clock(1, 10)\n"
              "  *1 +0: a = previous(a) + 1.0;\n"
              "  *4 +0: b = noClock(a);\n");
    }
    SECTION("does not divide") {
        t.when(t.make_clock({t.n(1), t.n(3)}), {ClockModel::equality(b, t.f(Builtin::sub_sample, {a}))});
        CHECK_FALSE(t.run());
        CHECK(t.diagnostics.items()[0].kind == DiagnosticKind::ClockMismatch);
    }
    SECTION("zero is no factor") {
        t.equation(b, t.f(Builtin::super_sample, {a, t.n(0)}));
        CHECK(t.run());
        CHECK(t.flat.partitions[0].sub_partitions[1].sub_numerator == 1);
    }
}

TEST_CASE("two clocks for the same variable are an error that names both equations") {
    ClockModel t;
    ExprId const x = t.variable("x");
    ExprId const y = t.variable("y");
    t.when(t.make_clock({t.n(1), t.n(10)}), {ClockModel::equality(x, t.s().add(t.previous(x), t.r(1)))});
    t.when(t.make_clock({t.n(1), t.n(5)}), {ClockModel::equality(y, t.s().add(t.previous(y), x))});
    CHECK_FALSE(t.run());
    CHECK(t.messages() ==
          "error: the clock of `when Clock(1, 5) then …` is not the clock that `when Clock(1, 10) then …` gives to the "
          "same variables [ClockMismatch]\nnote: `when Clock(1, 10) then …` is here\n");
}

TEST_CASE("what is clocked cannot be continuous as well") {
    Plant t;
    t.equation(t.yd, t.f(Builtin::sample, {t.y, t.make_clock({t.n(1), t.n(10)})}));
    SECTION("a continuous variable without sample") {
        t.equation(t.ud, t.s().add(t.yd, t.u));
        CHECK_FALSE(t.run());
        CHECK(t.messages() ==
              "error: `sample(y, Clock(1, 10))` is clocked, but its variables are continuous because of `hold(ud)` "
              "[ClockMismatch]\nnote: `hold(ud)` is here\nnote: they are connected by `yd`, `u`\n");
    }
    SECTION("previous of a state") {
        t.equation(t.ud, t.yd);
        t.equation(t.variable("z"), t.previous(t.x));
        CHECK_FALSE(t.run());
        CHECK(t.messages() ==
              "error: `previous(x)` is clocked, but its variables are continuous because of `hold(ud)` "
              "[ClockMismatch]\nnote: `hold(ud)` is here\nnote: they are connected by `x`, `u`\n");
    }
}

TEST_CASE("previous of a variable with a derivative and no clock is an error") {
    ClockModel t;
    ExprId const x = t.variable("x");
    t.equation(t.s().der(x), t.s().neg(x));
    t.equation(t.variable("z"), t.previous(x));
    CHECK_FALSE(t.run());
    CHECK(t.messages() ==
          "error: `previous(x)` is clocked, but its variables are continuous because of `der(x) = -x` "
          "[ClockMismatch]\nnote: `der(x) = -x` is here\nnote: they are connected by `x`\n");
}

TEST_CASE("a partition without a clock ticks every second, with a warning") {
    ClockModel t;
    ExprId const x = t.variable("x");
    ExprId const y = t.variable("y");
    t.equation(x, t.s().add(t.previous(x), t.r(1)));
    t.equation(y, t.f(Builtin::super_sample, {x, t.n(4)}));
    CHECK(t.run());
    CHECK(t.messages() ==
          "warning: no clock is given for `x = previous(x) + 1.0` and the equations connected with it; they tick "
          "every second [ClockMissing]\n");
    CHECK(t.partitions() ==
          "_baseClock1 = Clock(1.0)\n"
          "  *4 +0: x = previous(x) + 1.0;\n"
          "  *1 +0: y = noClock(x);\n");
}

TEST_CASE("event clocks tick with a continuous condition") {
    ClockModel t;
    ExprId const x = t.variable("x");
    ExprId const n = t.variable("n");
    ExprId const m = t.variable("m");
    t.equation(t.s().der(x), t.r(1));
    ExprId const condition = t.s().binary(ExprKind::greater, x, t.r(3));
    t.when(t.make_clock({condition, t.r(0.1)}), {ClockModel::equality(n, t.s().add(t.previous(n), t.r(1)))});
    SECTION("every second event") {
        t.equation(m, t.f(Builtin::sub_sample, {n, t.n(2)}));
        CHECK(t.run());
        CHECK(t.continuous() == "der(x) = 1.0; ");
        CHECK(t.partitions() ==
              "_baseClock1 = Clock(x > 3.0, 0.1)\n"
              "  *1 +0: n = previous(n) + 1.0;\n"
              "  *2 +0: m = noClock(n);\n");
    }
    SECTION("between events") {
        t.equation(m, t.f(Builtin::super_sample, {n, t.n(2)}));
        CHECK_FALSE(t.run());
        CHECK(t.messages().starts_with(
            "error: the clock of `m = superSample(n, 2)` ticks between the events of its base clock, that of"));
    }
}

TEST_CASE("an interval may be a variable of the clock itself") {
    ClockModel t;
    ExprId const next = t.variable("next", types::integer);
    t.when(t.make_clock({next, t.n(1000)}), {ClockModel::equality(next, t.s().add(t.previous(next), t.n(1)))});
    CHECK(t.run());
    CHECK(t.messages().empty());
    CHECK(t.partitions() ==
          "_baseClock1 = Clock(next, 1000)\n"
          "  *1 +0: next = previous(next) + 1;\n");
}

TEST_CASE("expressions below clock operators become variables of their own clock") {
    ClockModel t;
    ExprId const u = t.variable("u");
    ExprId const y = t.variable("y");
    ExprId const z = t.variable("z");
    t.when(t.make_clock({t.n(1), t.n(10)}), {ClockModel::equality(u, t.s().add(t.previous(u), t.r(1)))});
    t.equation(y, t.f(Builtin::shift_sample, {t.previous(u), t.n(1)}));
    t.equation(z, t.f(Builtin::super_sample, {t.f(Builtin::interval, {u}), t.n(2)}));
    CHECK(t.run());
    CHECK(t.messages().empty());
    CHECK(t.partitions() ==
          "_baseClock1 = Clock(1, 10)\n"
          "  *1 +0: u = previous(u) + 1.0; _clocked1 = previous(u); _clocked2 = interval();\n"
          "  *1 +1: y = noClock(_clocked1);\n"
          "  *1/2 +0: z = noClock(_clocked2);\n");
}

TEST_CASE("parameters have no clock") {
    ClockModel t;
    ExprId const p = t.parameter("p", t.r(3));
    ExprId const x = t.variable("x");
    t.when(t.make_clock({t.n(1)}), {ClockModel::equality(x, t.s().add(t.f(Builtin::sub_sample, {p, t.n(2)}), p))});
    CHECK(t.run());
    CHECK(t.partitions() == "_baseClock1 = Clock(1)\n  *1 +0: x = p + p;\n");
}

TEST_CASE("cascaded controllers of two rates are split so that each reads only from earlier ones") {
    ClockModel t;
    ExprId const speed = t.variable("speed");
    ExprId const m = t.variable("m");
    ExprId const slow = t.variable("slow");
    ExprId const out = t.variable("out");
    ExprId const torque = t.variable("torque");
    t.equation(torque, t.s().sub(t.f(Builtin::super_sample, {out, t.n(5)}), m));
    t.equation(m, t.f(Builtin::sample, {speed, t.make_clock({t.n(1), t.n(100)})}));
    t.equation(slow, t.f(Builtin::sub_sample, {m, t.n(5)}));
    SECTION("without a loop") {
        t.equation(out, t.s().sub(t.previous(out), slow));
        CHECK(t.run());
        CHECK(t.messages().empty());
        CHECK(t.partitions() ==
              "_baseClock1 = Clock(1, 100)\n"
              "  *1 +0: m = sample(speed);\n"
              "  *5 +0: slow = noClock(m); out = previous(out) - slow;\n"
              "  *1 +0: torque = noClock(out) - m;\n");
    }
    SECTION("with a loop over both clocks") {
        t.equation(out, t.s().sub(t.f(Builtin::sub_sample, {torque, t.n(5)}), slow));
        CHECK_FALSE(t.run());
        CHECK(t.messages().find("have different clocks, but need each other at the same tick") != std::string::npos);
    }
}

TEST_CASE("continuous equations on a clock need a solver method, their own or that of a neighbour") {
    ClockModel t;
    ExprId const x = t.variable("x");
    ExprId const z = t.variable("z");
    ExprId const one = t.variable("one");
    ExprId const ten = t.make_clock({t.n(1), t.n(10)});
    auto const x_with = [&](ExprId clock) {
        t.equation(t.s().der(x), t.s().sub(t.f(Builtin::sample, {one, clock}), x));
    };
    SECTION("own and neighbour") {
        x_with(t.make_clock({ten, t.text_literal("ExplicitEuler")}));
        t.equation(t.s().der(z), t.s().add(t.f(Builtin::sub_sample, {x, t.n(2)}), z));
        CHECK(t.run());
        CHECK(t.messages().empty());
        CHECK(t.partitions() ==
              "_baseClock1 = Clock(1, 10)\n"
              "  *1 +0 ExplicitEuler: der(x) = sample(one) - x;\n"
              "  *2 +0 ExplicitEuler: der(z) = noClock(x) + z;\n");
    }
    SECTION("two different neighbours") {
        x_with(t.make_clock({ten, t.text_literal("ExplicitEuler")}));
        ExprId const y = t.variable("y");
        t.equation(
            t.s().der(y),
            t.s().add(t.f(Builtin::sub_sample, {x, t.n(2)}),
                      t.f(Builtin::sample,
                          {one, t.make_clock({t.make_clock({t.n(2), t.n(10)}), t.text_literal("ImplicitEuler")})})));
        t.equation(t.s().der(z), t.s().add(t.f(Builtin::sub_sample, {x, t.n(4)}), t.f(Builtin::sub_sample, {y})));
        CHECK_FALSE(t.run());
        INFO(t.messages());
        CHECK(t.messages().find("but its neighbours have both `ExplicitEuler` and `ImplicitEuler`") !=
              std::string::npos);
    }
    SECTION("an empty method is none") {
        x_with(t.make_clock({t.make_clock({ten, t.text_literal("ExplicitEuler")}), t.text_literal("")}));
        CHECK_FALSE(t.run());
        CHECK(t.messages().find("is clocked and has a derivative or delay, but no solver method is given") !=
              std::string::npos);
    }
}

TEST_CASE("parameters choose between clocks in if-equations and if-expressions") {
    ClockModel t;
    ExprId const exact = t.parameter("exact", t.s().boolean(true));
    ExprId const c = t.clock("c");
    ExprId const d = t.clock("d");
    ExprId const x = t.variable("x");
    FlatEquation choice =
        ClockModel::branch(FlatEquationKind::if_, exact, {ClockModel::equality(c, t.make_clock({t.n(1), t.n(4)}))});
    choice.branches.push_back({{}, {ClockModel::equality(c, t.make_clock({t.r(0.3)}))}});
    t.flat.equations.push_back(choice);
    t.equation(d, t.s().if_else(exact, t.f(Builtin::sub_sample, {c, t.n(2)}), c));
    t.when(d, {ClockModel::equality(x, t.s().add(t.previous(x), t.r(1)))});
    CHECK(t.run());
    CHECK(t.messages().empty());
    CHECK(t.partitions() == "c = Clock(1, 4)\n  *2 +0: x = previous(x) + 1.0;\n");
}

TEST_CASE("arrays of clocks have a clock for each element") {
    ClockModel t;
    TypeId const type = t.s().types().array(types::clock, std::array<std::int64_t, 1>{2});
    ExprId const c = t.variable("c", type);
    ExprId const x = t.variable("x");
    ExprId const y = t.variable("y");
    t.equation(c, t.s().array({t.make_clock({t.n(1)}), t.make_clock({t.n(2)})}));
    t.when(t.s().subscript(c, {t.n(1)}), {ClockModel::equality(x, t.s().add(t.previous(x), t.r(1)))});
    t.when(t.s().subscript(c, {t.n(2)}), {ClockModel::equality(y, t.s().add(t.previous(y), t.r(1)))});
    CHECK(t.run());
    CHECK(t.messages().empty());
    CHECK(t.partitions() ==
          "_baseClock1 = Clock(1)\n  *1 +0: x = previous(x) + 1.0;\n"
          "_baseClock2 = Clock(2)\n  *1 +0: y = previous(y) + 1.0;\n");
    CHECK(t.flat.listing.size() == 2);
}

TEST_CASE("elements of an array that are used one by one may have different clocks") {
    ClockModel t;
    ExprId const v = t.variable("v", t.s().types().array(types::real, std::array<std::int64_t, 1>{2}));
    ExprId const u = t.variable("u");
    t.equation(t.s().subscript(v, {t.n(1)}), t.f(Builtin::sample, {u, t.make_clock({t.n(1)})}));
    t.equation(t.s().subscript(v, {t.n(2)}), t.f(Builtin::sample, {u, t.make_clock({t.n(2)})}));
    SECTION("one by one") {
        CHECK(t.run());
        CHECK(t.flat.partitions.size() == 2);
    }
    SECTION("whole") {
        t.equation(t.variable("s"), t.f(Builtin::sum, {v}));
        CHECK_FALSE(t.run());
    }
}

TEST_CASE("algorithms go with the clock of their variables") {
    ClockModel t;
    ExprId const x = t.variable("x");
    ExprId const y = t.variable("y");
    t.when(t.make_clock({t.n(1)}), {ClockModel::equality(x, t.s().add(t.previous(x), t.r(1)))});
    FlatStatement statement;
    statement.a = y;
    statement.b = t.s().mul(t.r(2), x);
    t.flat.algorithms.push_back({{statement}, {}, {}});
    CHECK(t.run());
    CHECK(t.flat.algorithms.empty());
    CHECK(t.partitions() == "_baseClock1 = Clock(1)\n  *1 +0: x = previous(x) + 1.0; 1 algorithms\n");
}

TEST_CASE("counters must be known and in range") {
    ClockModel t;
    ExprId const x = t.variable("x");
    ExprId const y = t.variable("y");
    t.when(t.make_clock({t.n(1)}), {ClockModel::equality(x, t.s().add(t.previous(x), t.r(1)))});
    SECTION("unknown") {
        t.equation(y, t.f(Builtin::sub_sample, {x, t.variable("k", types::integer)}));
        CHECK_FALSE(t.run());
        CHECK(t.messages() == "error: `k` must be an Integer that is known at translation [ClockArgument]\n");
    }
    SECTION("negative") {
        t.equation(y, t.f(Builtin::shift_sample, {x, t.n(-1)}));
        CHECK_FALSE(t.run());
        CHECK(t.messages() == "error: `-1` is -1; the minimum is 0 [ClockArgument]\n");
    }
    SECTION("previous of an expression") {
        t.equation(y, t.previous(t.s().mul(t.r(2), x)));
        CHECK_FALSE(t.run());
        CHECK(t.messages() == "error: `2.0*x` is not a variable; `previous` needs a variable [ClockArgument]\n");
    }
    SECTION("parameters that refer to themselves") {
        ExprId const p = t.parameter("p", t.n(0));
        t.flat.variables[t.s().variable_of(p)].binding = t.s().add(p, t.n(1));
        t.equation(y, t.f(Builtin::sub_sample, {x, p}));
        CHECK_FALSE(t.run());
    }
    SECTION("elsewhen") {
        t.when(t.make_clock({}), {ClockModel::equality(y, x)});
        t.flat.equations.back().branches.push_back(t.flat.equations.back().branches[0]);
        CHECK_FALSE(t.run());
        CHECK(t.messages().find("a when-clause with a clock has no elsewhen") != std::string::npos);
    }
}

TEST_CASE("noClock alone gives no clock of its own") {
    ClockModel t;
    ExprId const x = t.variable("x");
    ExprId const y = t.variable("y");
    t.when(t.make_clock({t.n(1)}), {ClockModel::equality(x, t.s().add(t.previous(x), t.r(1)))});
    t.equation(y, t.f(Builtin::no_clock, {x}));
    CHECK(t.run());
    CHECK(t.messages() ==
          "warning: only `noClock` determines the clock of `y = noClock(x)`; it ticks together with the variables that "
          "it reads "
          "[ClockMissing]\n");
}

TEST_CASE("a chain of a hundred thousand clocked equations takes linear time and no stack", "[large]") {
    ClockModel t;
    ExprId const u = t.variable("u");
    ExprId last = t.variable("x0");
    t.equation(last, t.f(Builtin::sample, {u, t.make_clock({t.n(1), t.n(10)})}));
    for (int i = 1; i < 100'000; ++i) {
        ExprId const next = t.variable("x" + std::to_string(i));
        t.equation(next, i % 100 == 0 ? t.f(Builtin::shift_sample, {last, t.n(1)}) : t.s().add(t.previous(next), last));
        last = next;
    }
    CHECK(t.run());
    CHECK(t.messages().empty());
    REQUIRE(t.flat.partitions.size() == 1);
    CHECK(t.flat.partitions[0].sub_partitions.size() == 1000);
    CHECK(t.flat.partitions[0].sub_partitions[999].shift_numerator == 999);
}
