// Random functions of Modelica over numbers, arrays, records and enumerations.
#pragma once

#include <cstdint>
#include <string>

namespace moo::test {

// Functions f1, f2, … of (Real x, Real v[:], Integer n, Boolean b, E e) with the results (Real y, Real z[3]); each may
// call those before it. The vector has three elements. Most of them have a value.
class RandomFunction {
public:
    explicit RandomFunction(std::uint64_t seed) : state_(seed * 0x9e3779b97f4a7c15ull + 1) {}

    std::string function(int number) {
        number_ = number;
        std::string text = "function f" + std::to_string(number) +
                           " input Real x; input Real v[:]; input Integer n; input Boolean b; input E e;\n"
                           "  output Real y; output Real z[3];\nprotected\n"
                           "  Real a = x; Real w[size(v, 1)] = 2*v; Real m[3, 3] = identity(3); Integer k = n;\n"
                           "  Boolean d = not b; R r = R(x, {1, x}, n); String s = \"s\"; Integer turns = 0;\n"
                           "  R q[2] = {r, R(2*x, {x, 3}, 1)};\nalgorithm\n  y := 0; z := v;\n";
        text += statements(3, 6);
        text +=
            "  y := bound(y) + bound(sum(w)) + bound(sum(m)) + k + (if d then 1 else 0) + bound(r.re)\n"
            "    + bound(sum(r.list)) + r.count + bound(q[2].re + q[1].list[2]) + (if s < \"t\" then 1 else 2);\n"
            "  for i in 1:3 loop z[i] := bound(z[i]); end for;\n";
        return text + "end f" + std::to_string(number) + ";\n";
    }

    static std::string declarations() {
        return "type E = enumeration(a, b, c);\n"
               "record R Real re; Real list[2]; Integer count; end R;\n"
               "function bound input Real x; output Real y; algorithm y := x/(1 + abs(x)); end bound;\n";
    }

    std::uint64_t below(std::uint64_t limit) {
        state_ ^= state_ << 13;
        state_ ^= state_ >> 7;
        state_ ^= state_ << 17;
        return state_ % limit;
    }

private:
    template <class... Texts>
    std::string one_of(Texts const&... texts) {
        std::string const all[] = {texts...};
        return all[below(sizeof...(texts))];
    }
    std::string digit() { return std::to_string(1 + below(3)); }
    std::string place(int depth) { return depth <= 0 ? digit() : "(1 + mod(" + integer(depth - 1) + ", 3))"; }
    std::string arguments(int depth) {
        return "(" + real(depth) + ", " + vector(depth) + ", " + integer(depth) + ", " + boolean(depth) + ", " +
               one_of("e", "E.b", "E.c") + ")";
    }

    std::string real(int depth) {
        if (depth <= 0) return one_of("x", "a", "y", "r.re", "1.5", "(-0.25)", "k", "q[1].re", "z[2]");
        int const d = depth - 1;
        switch (below(22)) {
            case 0: return "(" + real(d) + " + " + real(d) + ")";
            case 1: return "(" + real(d) + " - " + real(d) + ")";
            case 2: return "(" + real(d) + "*" + real(d) + ")";
            case 3: return "(" + real(d) + "/(2 + abs(" + real(d) + ")))";
            case 4: return "sin(" + real(d) + ")";
            case 5: return "(if " + boolean(d) + " then " + real(d) + " else " + real(d) + ")";
            case 6: return "sum(" + vector(d) + ")";
            case 7: return "max(" + vector(d) + ")";
            case 8: return "min(" + real(d) + ", " + real(d) + ")";
            case 9: return "(" + vector(d) + "*" + vector(d) + ")";
            case 10: return "v[" + place(d) + "]";
            case 11: return "w[" + place(d) + "]";
            case 12: return "m[" + place(d) + ", " + place(d) + "]";
            case 13: return "r.list[1 + mod(" + integer(d) + ", 2)]";
            case 14: return "sum(j*" + real(d) + " for j in 1:" + digit() + ")";
            case 15:
                return number_ > 1
                           ? "f" + std::to_string(1 + below(static_cast<std::uint64_t>(number_ - 1))) + arguments(d)
                           : "x";
            case 16: return "q[1 + mod(" + integer(d) + ", 2)].list[end]";
            case 17: return "sqrt(abs(" + real(d) + "))";
            case 18: return "(1 + abs(" + real(d) + "))^0.5";
            case 19: return "product({" + real(d) + ", 0.5, z[end]})";
            case 20: return "atan2(" + real(d) + ", 2)";
            default: return real(0);
        }
    }

    std::string integer(int depth) {
        if (depth <= 0) return one_of("n", "k", "2", "7", "r.count", "Integer(e)", "size(v, 1)", "turns");
        int const d = depth - 1;
        switch (below(10)) {
            case 0: return "(" + integer(d) + " + " + integer(d) + ")";
            case 1: return "(" + integer(d) + " - " + integer(d) + ")";
            case 2: return "mod(" + integer(d) + ", 5)";
            case 3: return "rem(" + integer(d) + ", 4)";
            case 4: return "div(" + integer(d) + ", 3)";
            case 5: return "integer(3*sin(" + real(d) + "))";
            case 6: return "(if " + boolean(d) + " then " + integer(d) + " else " + integer(d) + ")";
            case 7: return "abs(" + integer(d) + ")";
            case 8: return "sign(" + real(d) + ")";
            default: return integer(0);
        }
    }

    std::string boolean(int depth) {
        if (depth <= 0) return one_of("b", "d", "true", "e == E.b", "e < E.c", "s == \"s\"");
        int const d = depth - 1;
        switch (below(7)) {
            case 0: return "(" + real(d) + " < " + real(d) + ")";
            case 1: return "(" + integer(d) + " == " + integer(d) + ")";
            case 2: return "(" + boolean(d) + " and " + boolean(d) + ")";
            case 3: return "(" + boolean(d) + " or " + boolean(d) + ")";
            case 4: return "(not " + boolean(d) + ")";
            case 5: return "(" + integer(d) + " >= " + integer(d) + ")";
            default: return boolean(0);
        }
    }

    std::string vector(int depth) {
        if (depth <= 0) return one_of("v", "w", "z", "m[2, :]", "m[:, 3]", "{x, a, 1}");
        int const d = depth - 1;
        switch (below(18)) {
            case 0: return "(" + vector(d) + " + " + vector(d) + ")";
            case 1: return "(" + vector(d) + " - " + vector(d) + ")";
            case 2: return "(" + real(d) + "*" + vector(d) + ")";
            case 3: return "(-" + vector(d) + ")";
            case 4: return "{" + real(d) + ", " + real(d) + ", " + real(d) + "}";
            case 5: return "(" + matrix(d) + "*" + vector(d) + ")";
            case 6: return "(" + vector(d) + "*" + matrix(d) + ")";
            case 7: return "{j*" + real(d) + " for j in 1:3}";
            case 8: return "cross(" + vector(d) + ", " + vector(d) + ")";
            case 9: return "w[{3, 1, 2}]";
            case 10: return "sin(" + vector(d) + ")";
            case 11: return "(if " + boolean(d) + " then " + vector(d) + " else " + vector(d) + ")";
            case 12: return "cat(1, w[1:2], {" + real(d) + "})";
            case 13: return "linspace(" + real(d) + ", " + real(d) + ", 3)";
            case 14: return "fill(" + real(d) + ", 3)";
            case 15: return "(" + vector(d) + " .* " + vector(d) + ")";
            case 16: return "w[3:-1:1]";
            default: return vector(0);
        }
    }

    std::string matrix(int depth) {
        if (depth <= 0) return one_of("m", "identity(3)", "[v, w, z]");
        int const d = depth - 1;
        switch (below(9)) {
            case 0: return "transpose(" + matrix(d) + ")";
            case 1: return "(" + matrix(d) + " + " + matrix(d) + ")";
            case 2: return "(" + matrix(d) + "*" + matrix(d) + ")";
            case 3: return "outerProduct(" + vector(d) + ", " + vector(d) + ")";
            case 4: return "diagonal(" + vector(d) + ")";
            case 5: return "skew(" + vector(d) + ")";
            case 6: return "{" + vector(d) + ", " + vector(d) + ", " + vector(d) + "}";
            case 7: return "{i*" + real(d) + " + j for i in 1:3, j in 1:3}";
            default: return matrix(0);
        }
    }

    std::string statements(int depth, std::uint64_t most) {
        std::string text;
        std::uint64_t const count = 1 + below(most);
        for (std::uint64_t i = 0; i < count; ++i) text += "  " + statement(depth) + "\n";
        return text;
    }

    std::string statement(int depth) {
        int const d = 2;
        std::uint64_t const choices = depth > 0 ? 21 : 17;
        switch (below(choices)) {
            case 0: return "y := " + real(d) + ";";
            case 1: return "a := " + real(d) + ";";
            case 2: return "w := " + vector(d) + ";";
            case 3: return "z := " + vector(d) + ";";
            case 4: return "m := " + matrix(d) + ";";
            case 5: return "w[" + place(1) + "] := " + real(d) + ";";
            case 6: return "m[" + place(1) + ", :] := " + vector(d) + ";";
            case 7: return "m[" + place(1) + ", " + place(1) + "] := " + real(d) + ";";
            case 8: return "r.re := " + real(d) + ";";
            case 9: return "r.list := {" + real(1) + ", " + real(1) + "};";
            case 10: return "k := mod(" + integer(d) + ", 11);";
            case 11: return "d := " + boolean(d) + ";";
            case 12: return "r := R(" + real(1) + ", {r.re, " + real(1) + "}, mod(" + integer(1) + ", 7));";
            case 13:
                return "q[" + one_of("1", "2") + "]" + one_of(".re := " + real(1), " := r", ".list[2] := " + real(1)) +
                       ";";
            case 14: return "s := s + String(mod(" + integer(1) + ", 3)) + String(" + boolean(1) + ");";
            case 15: return "assert(" + boolean(1) + " or true, \"never\");";
            case 16:
                return number_ > 1
                           ? "(a, w) := f" + std::to_string(1 + below(static_cast<std::uint64_t>(number_ - 1))) +
                                 arguments(1) + ";"
                           : "y := a;";
            case 17:
                return "if " + boolean(d) + " then\n" + statements(depth - 1, 2) + "  elseif " + boolean(1) +
                       " then\n" + statements(depth - 1, 2) + "  else\n" + statements(depth - 1, 2) + "  end if;";
            case 18:
                return "for i in 1:" + one_of("3", "n", "size(w, 1)", "0") + " loop\n" + "  w[i] := w[i] + " + real(1) +
                       ";\n" + statements(depth - 1, 2) + one_of("", "  if " + boolean(1) + " then break; end if;\n") +
                       "  end for;";
            case 19:
                return "turns := 0; while turns < 4 and " + boolean(1) + " loop\n  turns := turns + 1;\n" +
                       statements(0, 2) + "  end while;";
            default: return "for item in " + vector(1) + " loop a := a + item; " + statement(depth - 1) + " end for;";
        }
    }

    std::uint64_t state_;
    int number_ = 1;
};

}  // namespace moo::test
