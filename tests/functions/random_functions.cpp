#include "tests/functions/random_functions.h"

#include <random>

namespace moo::test {

namespace {

class RandomFunctions {
public:
    RandomFunctions(std::uint64_t seed, RandomFunctionOptions const& options) : random_(seed), options_(options) {}

    std::string package() {
        std::string text = "package M\nrecord R\n  Real u;\n  Integer n;\n  Real[2] v;\nend R;\n";
        for (defined_ = 0; defined_ < random_function_count; ++defined_) text += function(defined_);
        return text + "model M\n" + options_.model + "end M;\nend M;\n";
    }

private:
    std::uint64_t below(std::uint64_t bound) { return random_() % bound; }
    bool chance(std::uint64_t percent) { return below(100) < percent; }
    std::string number(std::uint64_t from, std::uint64_t to) { return std::to_string(from + below(to - from + 1)); }
    std::string choose(std::initializer_list<std::string> items) { return items.begin()[below(items.size())]; }

    std::string function(int number_of) {
        std::string const name = "f" + std::to_string(number_of + 1);
        std::string text = "function " + name +
                           "\n  input Real x;\n  input Real y;\n  input Real[3] v;\n  input R r;\n  input Integer n;\n";
        int const kind = number_of % 4;
        // Before the variables are there, expressions use the inputs only.
        has_locals_ = false;
        if (kind == 0 || kind == 3) text += "  output Real out = " + scalar(1) + ";\n";
        if (kind == 3) text += "  output Integer whole = n + 1;\n";
        if (kind == 1 || kind == 3) text += "  output Real[3] vec = " + vector(1) + ";\n";
        if (kind == 2) text += "  output R rec = " + record(1) + ";\n";
        text += "  Real t = " + scalar(1) + ";\n  Real[3] p = " + vector(1) + ";\n  Real[2,3] A = [" + row() + "; " +
                row() + "];\n  R q = " + record(1) + ";\n  Integer m = 1;\n  Real[n] g = fill(" + scalar(1) + ", n);\n";
        text += "algorithm\n";
        has_locals_ = true;
        std::uint64_t const count = 1 + below(5);
        for (std::uint64_t i = 0; i < count; ++i) text += statement(2);
        if (kind == 0 || kind == 3) text += "  out := " + scalar(2) + ";\n";
        if (kind == 3) text += "  whole := whole + m;\n";
        if (kind == 1 || kind == 3) text += "  vec := " + vector(2) + ";\n";
        if (kind == 2) text += "  rec := " + record(2) + ";\n";
        return text + "end " + name + ";\n";
    }

    std::string row() { return scalar(0) + ", " + scalar(0) + ", " + scalar(0); }

    // ---- statements ----

    std::string statement(int depth) {
        std::uint64_t const kind = below(depth > 0 ? (options_.straight ? 13 : 17) : 10);
        switch (kind) {
            case 0:
            case 1: return "  t := " + scalar(2) + ";\n";
            case 2: return "  p := " + vector(2) + ";\n";
            case 3: return "  p[" + number(1, 3) + "] := " + scalar(2) + ";\n";
            case 4: return "  A[" + number(1, 2) + ", :] := " + vector(1) + ";\n";
            case 5: return "  A[" + number(1, 2) + ", " + number(1, 3) + "] := " + scalar(2) + ";\n";
            case 6: return "  q := " + record(2) + ";\n";
            case 7: return "  q.u := " + scalar(2) + ";\n";
            case 8: return "  q.v[" + number(1, 2) + "] := " + scalar(1) + ";\n";
            case 9: return choose({"  q.n := n + 1;\n", "  m := m + 1;\n", "  t := 2;\n", "  p := {1, 2, 3};\n"});
            case 10: return several();
            case 11:
            case 12:
                return "  if " + choose({"n > 1", "n == 2", "m > 2"}) + " then\n" + statement(depth - 1) +
                       (chance(30) ? "  elseif n > 2 then\n" + statement(depth - 1) : "") +
                       (chance(70) ? "  else\n" + statement(depth - 1) : "") + "  end if;\n";
            case 13:
                return "  for i in 1:" + choose({"n", "3", "size(g, 1)"}) + " loop\n" +
                       (chance(20) ? "  if i > 2 then\n  break;\n  end if;\n" : "") + statement(depth - 1) +
                       "  t := 0.5*t + " + scalar(0) + "*i;\n  g[min(i, n)] := tanh(t)*v[min(i, 3)];\n  end for;\n";
            case 14:
                return "  while m < 3 loop\n  m := m + 1;\n" + statement(depth - 1) +
                       "  t := sin(t) + x*m;\n  end while;\n";
            case 15: return "  for s in {0.5, 1.5} loop\n  t := t*s + " + scalar(0) + ";\n  end for;\n";
            default: return "  if n > 3 then\n  return;\n  end if;\n";
        }
    }

    std::string several() {
        if (defined_ < 4) return "  t := " + scalar(2) + ";\n";
        return "  (" + choose({"t, m, p", "t, , p", ", , p", "q.u, m", "A[1, 2], , A[2, :]", "t"}) + ") := f4" +
               arguments(1) + ";\n";
    }

    // ---- expressions ----

    std::string arguments(int depth) {
        return "(" + scalar(depth - 1) + ", " + scalar(depth - 1) + ", " + vector(depth - 1) + ", " +
               record(depth - 1) + ", " + choose({"n", "2", "1", "n + 1"}) + ")";
    }

    std::string leaf() {
        std::string const i = number(1, 3);
        std::string const j = number(1, 2);
        if (!has_locals_ || chance(50)) {
            return choose({"x", "y", "v[" + i + "]", "r.u", "r.v[" + j + "]", "0.75", "1.5", "n"});
        }
        return choose({"t", "p[" + i + "]", "A[" + j + ", " + i + "]", "q.u", "q.v[" + j + "]", "g[1]", "g[n]", "m"});
    }

    std::string scalar(int depth) {
        if (depth <= 0) return leaf();
        std::string const a = scalar(depth - 1);
        switch (below(18)) {
            case 0: return "(" + a + " + " + scalar(depth - 1) + ")";
            case 1: return "(" + a + " - " + scalar(depth - 1) + ")";
            case 2: return "(" + a + "*" + scalar(depth - 1) + ")";
            case 3: return "(" + a + "/(2 + cos(" + scalar(depth - 1) + ")))";
            case 4: return "sin(" + a + ")";
            case 5: return "cos(" + a + ")";
            case 6: return "tanh(" + a + ")";
            case 7: return "sqrt(1 + (" + a + ")^2)";
            case 8: return "(if n > 1 then " + a + " else " + scalar(depth - 1) + ")";
            case 9: return "exp(sin(" + a + "))";
            case 10: return "(" + vector(depth - 1) + "*" + vector(depth - 1) + ")";
            case 11: return "sum(" + vector(depth - 1) + ")";
            case 12: return "sum(v[k]*k + " + a + " for k in 1:3)";
            case 13: return "noEvent(-" + a + ")";
            default: return defined_ > 0 ? "tanh(" + call_scalar(depth) + ")" : leaf();
        }
    }

    std::string call_scalar(int depth) {
        int const which = static_cast<int>(below(static_cast<std::uint64_t>(defined_)));
        std::string const call = "f" + std::to_string(which + 1) + arguments(depth);
        if (which % 4 == 1) return "(" + call + ")[" + number(1, 3) + "]";
        if (which % 4 == 2) return choose({"(" + call + ").u", "(" + call + ").v[2]"});
        return call;
    }

    std::string vector(int depth) {
        if (depth <= 0) return has_locals_ && chance(50) ? choose({"p", "A[1, :]", "A[2, :]"}) : "v";
        switch (below(9)) {
            case 0: return "{" + scalar(depth - 1) + ", " + scalar(depth - 1) + ", " + scalar(depth - 1) + "}";
            case 1: return "(" + vector(depth - 1) + " + " + vector(depth - 1) + ")";
            case 2: return "(" + scalar(depth - 1) + "*" + vector(depth - 1) + ")";
            case 3: return has_locals_ ? "(transpose(A)*{" + scalar(0) + ", " + scalar(0) + "})" : "v";
            case 4: return "cross(" + vector(depth - 1) + ", " + vector(depth - 1) + ")";
            case 5: return "{" + scalar(depth - 1) + "*v[k] for k in 1:3}";
            case 6: return "(if n > 2 then " + vector(depth - 1) + " else " + vector(depth - 1) + ")";
            case 7: return "sin(" + vector(depth - 1) + ")";
            default: return defined_ > 1 ? "f2" + arguments(depth) : "v";
        }
    }

    std::string record(int depth) {
        if (depth <= 0) return has_locals_ && chance(50) ? "q" : "r";
        switch (below(4)) {
            case 0: return "R(" + scalar(depth - 1) + ", n, {" + scalar(depth - 1) + ", " + scalar(depth - 1) + "})";
            case 1: return "(if n > 1 then " + record(depth - 1) + " else " + record(depth - 1) + ")";
            case 2: return record(0);
            default: return defined_ > 2 ? "f3" + arguments(depth) : "r";
        }
    }

    std::mt19937_64 random_;
    RandomFunctionOptions const& options_;
    int defined_ = 0;  // functions that may be called
    bool has_locals_ = false;
};

}  // namespace

std::string random_functions(std::uint64_t seed, RandomFunctionOptions const& options) {
    return RandomFunctions(seed, options).package();
}

}  // namespace moo::test
