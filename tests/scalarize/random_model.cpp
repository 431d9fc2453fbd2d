#include "tests/scalarize/random_model.h"

#include <random>
#include <vector>

namespace moo::test {

namespace {

using Dims = std::vector<int>;

constexpr char const* declarations = R"(
  constant Real C[3, 3] = {{1, 2, 3}, {4, 5.5, 6}, {7, 8, 9}};
  record R Real a; Real b[2]; end R;
  function fv input Real x[:]; output Real y[size(x, 1)];
  algorithm for i in 1:size(x, 1) loop y[i] := x[i]*i + C[1, 2]; end for; end fv;
  function fm input Real x[:, :]; output Real y[size(x, 2), size(x, 1)]; algorithm y := transpose(x); end fm;
  function fs input Real x[:]; input Real z; output Real y; algorithm y := sum(x) + z; end fs;
  function fr input Real x; input Real y[2]; output R r; algorithm r := R(x, 2*y); end fr;
  function fq input R r; output Real y; algorithm y := r.a + r.b[2]; end fq;
  function ft input Real x; input Real v[3]; output Real a; output Real b[3]; output R r;
  algorithm a := x + v[1]; b := x*v; r := R(a, b[2:3]); end ft;
)";

constexpr char const* variables = R"(
    constant Integer c = 2;
    final parameter Integer f = c - 1;
    parameter Integer p = 2;
    parameter Real q[3] = {0.5, 1.5, 2.5};
    Integer k;
    Boolean t;
    Real s; Real u;
    Real x2[2]; Real y2[2];
    Real x3[3]; Real y3[3];
    Real x22[2, 2]; Real y22[2, 2];
    Real x23[2, 3]; Real y23[2, 3];
    Real x32[3, 2]; Real y32[3, 2];
    Real x33[3, 3]; Real y33[3, 3];
    R r; R rs[2];
    discrete Real d3[3];
)";

class Generator {
public:
    explicit Generator(std::uint64_t seed) : random_(seed) {}

    std::string model() {
        std::string text = "package M" + std::string(declarations) + "  model M" + variables;
        text += "  initial equation\n";
        for (int i = 0; i < 2; ++i) text += equation(1);
        text += "  equation\n";
        for (int i = 0; i < 6; ++i) text += equation(2);
        text += "  algorithm\n";
        for (int i = 0; i < 4; ++i) text += statement(2);
        return text + "  end M;\nend M;\n";
    }

private:
    int below(int bound) { return static_cast<int>(random_() % static_cast<std::uint64_t>(bound)); }
    bool chance(int percent) { return below(100) < percent; }

    static std::string number(int value) { return std::to_string(value); }
    Dims any_dims() {
        switch (below(8)) {
            case 0:
            case 1: return {};
            case 2: return {2};
            case 3: return {3};
            case 4: return {2, 2};
            case 5: return {2, 3};
            case 6: return {3, 2};
            default: return {3, 3};
        }
    }
    int two_or_three() { return 2 + below(2); }

    std::string variable(Dims const& dims) {
        if (dims.empty()) return chance(50) ? "s" : "u";
        std::string name = chance(50) ? "x" : "y";
        for (int const dim : dims) name += number(dim);
        return name;
    }

    // ---- scalars that choose ----

    // An Integer from 1 to `size`.
    std::string index(int size) {
        for (Iterator const& iterator : iterators_) {
            if (iterator.last <= size && chance(60)) {
                return iterator.last < size && chance(30) ? iterator.name + " + 1" : iterator.name;
            }
        }
        switch (below(7)) {
            case 0: return "k";  // 1 or 2 at random points
            case 1: return "p";
            case 2: return "f";
            case 3: return "end";
            case 4: return "c";
            default: return number(1 + below(size));
        }
    }

    std::string condition(int depth) {
        switch (below(5)) {
            case 0: return "t";
            case 1: return "(not t or " + scalar(depth) + " > 0.5)";
            case 2: return iterators_.empty() ? "p > 1" : "mod(" + iterators_.back().name + ", 2) == 0";
            default: return scalar(depth) + " < " + scalar(depth);
        }
    }

    // ---- expressions ----

    std::string scalar(int depth) { return expression({}, depth); }

    std::string leaf(Dims const& dims) {
        if (dims.empty()) {
            switch (below(9)) {
                case 0: return number(below(4));
                case 1: return "1.5";
                case 2: return "x3[" + index(3) + "]";
                case 3: return "x23[" + index(2) + ", " + index(3) + "]";
                case 4: return "q[" + index(3) + "]";
                case 5: return "C[" + index(3) + ", " + index(3) + "]";
                case 6: return chance(50) ? "r.a" : "rs[" + index(2) + "].b[" + index(2) + "]";
                case 7: return iterators_.empty() ? "time" : iterators_.back().name;
                default: return variable(dims);
            }
        }
        if (dims == Dims{2}) {
            switch (below(9)) {
                case 0: return "x3[2:3]";
                case 1: return "y3[{3, " + index(3) + "}]";
                case 2: return "x23[:, " + index(3) + "]";
                case 3: return "x32[" + index(3) + ", :]";
                case 4: return "rs.a";
                case 5: return "rs[" + index(2) + "].b";
                case 6: return "C[" + index(3) + ", 2:3]";
                case 7: return "{pre(d3[" + index(3) + "]), " + number(1 + below(3)) + "}";
                default: return variable(dims);
            }
        }
        if (dims == Dims{3}) {
            switch (below(7)) {
                case 0: return "C[:, " + index(3) + "]";
                case 1: return "x33[" + index(3) + ", :]";
                case 2: return "pre(d3)";
                case 3: return "q";
                case 4: return "(1:3)";
                default: return variable(dims);
            }
        }
        if (chance(20)) return "fill(" + leaf({}) + ", " + number(dims[0]) + ", " + number(dims[1]) + ")";
        if (dims == Dims{2, 2} && chance(40)) return "x33[{1, " + index(3) + "}, 2:3]";
        return variable(dims);
    }

    std::string expression(Dims const& dims, int depth) {
        if (depth <= 0 || chance(15)) return leaf(dims);
        std::string const same = chance(35) ? of_shape(dims, depth - 1) : std::string();
        if (!same.empty()) return same;
        auto const e = [&] { return expression(dims, depth - 1); };
        switch (below(9)) {
            case 0: return "(" + e() + " + " + e() + ")";
            case 1: return "(" + e() + " - " + e() + ")";
            case 2: return "(" + e() + " .* " + e() + ")";
            case 3: return "(-" + e() + ")";
            case 4: return "sin(" + e() + ")";
            case 5: return "(" + scalar(depth - 1) + "*" + e() + ")";
            case 6: return "(" + e() + "/(2 + " + scalar(depth - 1) + "^2))";
            case 7: return "(if " + condition(depth - 1) + " then " + e() + " else " + e() + ")";
            default: return chance(50) ? "noEvent(" + e() + ")" : "smooth(0, " + e() + ")";
        }
    }

    // What only values of these sizes have; empty for none.
    std::string of_shape(Dims const& dims, int depth) {
        if (dims.empty()) return scalar_form(depth);
        if (dims.size() == 1) return vector_form(dims[0], depth);
        return matrix_form(dims[0], dims[1], depth);
    }

    std::string scalar_form(int depth) {
        int const n = two_or_three();
        auto const v = [&] { return expression({n}, depth); };
        switch (below(8)) {
            case 0: return "(" + v() + "*" + v() + ")";
            case 1: return "sum(" + expression({n, two_or_three()}, depth) + ")";
            case 2: return "max(" + v() + ")";
            case 3: return "fs(" + v() + ", " + scalar(depth) + ")";
            case 4: return "fq(R(" + scalar(depth) + ", " + expression({2}, depth) + "))";
            case 5: return "(fr(" + scalar(depth) + ", " + expression({2}, depth) + ")).b[" + index(2) + "]";
            case 6: return chance(50) ? "product(" + v() + ")" : "(fv(" + v() + "))[" + index(n) + "]";
            default: return reduction(depth);
        }
    }

    struct Iterator {
        std::string name;
        int last;
    };

    std::string reduction(int depth) {
        Iterator const iterator = enter(two_or_three());
        std::string const kind = chance(50) ? "sum" : chance(50) ? "product" : "min";
        std::string const body = scalar(depth);
        iterators_.pop_back();
        return kind + "(" + body + " for " + iterator.name + " in 1:" + number(iterator.last) + ")";
    }

    std::string comprehension(int n, Dims const& inner, int depth) {
        Iterator const iterator = enter(n);
        std::string const body = expression(inner, depth);
        iterators_.pop_back();
        return "{" + body + " for " + iterator.name + " in 1:" + number(n) + "}";
    }

    // The last iterator runs over the rows.
    std::string grid(int rows, int columns, int depth) {
        Iterator const row = enter(rows);
        Iterator const column = enter(columns);
        std::string const body = scalar(depth) + "*x33[" + row.name + ", " + column.name + "]";
        iterators_.pop_back();
        iterators_.pop_back();
        return "{" + body + " for " + column.name + " in 1:" + number(columns) + ", " + row.name +
               " in 1:" + number(rows) + "}";
    }

    Iterator enter(int last) {
        iterators_.push_back({"i" + number(static_cast<int>(iterators_.size()) + 1), last});
        return iterators_.back();
    }

    std::string vector_form(int n, int depth) {
        int const m = two_or_three();
        switch (below(9)) {
            case 0: return "(" + expression({n, m}, depth) + "*" + expression({m}, depth) + ")";
            case 1: return "(" + expression({m}, depth) + "*" + expression({m, n}, depth) + ")";
            case 2: return "fv(" + expression({n}, depth) + ")";
            case 3: return comprehension(n, {}, depth);
            case 4: {
                std::string const last = n == 2 ? "{" + scalar(depth) + "}" : expression({2}, depth);
                return "cat(1, {" + scalar(depth) + "}, " + last + ")";
            }
            case 5:
                return n == 2 ? "(fr(" + scalar(depth) + ", " + expression({2}, depth) + ")).b"
                              : "cross(" + expression({3}, depth) + ", " + expression({3}, depth) + ")";
            case 6: return "linspace(" + scalar(depth) + ", " + scalar(depth) + ", " + number(n) + ")";
            case 7:
                return n == 3 ? "(skew(" + expression({3}, depth) + ")*" + expression({3}, depth) + ")"
                              : "(" + expression({3}, depth) + ")[1:2]";
            default: {
                std::string text = "{" + scalar(depth);
                for (int i = 1; i < n; ++i) text += ", " + scalar(depth);
                return text + "}";
            }
        }
    }

    std::string matrix_form(int rows, int columns, int depth) {
        int const m = two_or_three();
        bool const is_square = rows == columns;
        switch (below(9)) {
            case 0: return "(" + expression({rows, m}, depth) + "*" + expression({m, columns}, depth) + ")";
            case 1: return "transpose(" + expression({columns, rows}, depth) + ")";
            case 2: return "fm(" + expression({columns, rows}, depth) + ")";
            case 3: return "outerProduct(" + expression({rows}, depth) + ", " + expression({columns}, depth) + ")";
            case 4: return chance(50) ? comprehension(rows, {columns}, depth) : grid(rows, columns, depth);
            case 5: return is_square ? "symmetric(" + expression({rows, rows}, depth) + ")" : std::string();
            case 6: return is_square ? "(" + variable({rows, rows}) + ")^" + number(below(4)) : std::string();
            case 7:
                return is_square ? "(diagonal(" + expression({rows}, depth) + ") + identity(" + number(rows) + "))"
                                 : std::string();
            default: {
                std::string text = "[" + expression({rows}, depth);
                for (int i = 1; i < columns; ++i) text += ", " + expression({rows}, depth);
                return text + "]";
            }
        }
    }

    // ---- equations ----

    std::string equation(int depth) {
        switch (below(depth > 0 ? 9 : 5)) {
            case 0: return "r = fr(" + scalar(2) + ", " + expression({2}, 2) + ");\n";
            case 1:
                return "(u, , rs[" + number(1 + below(2)) + "]) = ft(" + scalar(1) + ", " + expression({3}, 1) + ");\n";
            case 5: {
                Iterator const iterator = enter(two_or_three());
                std::string const body = equation(depth - 1) + equation(depth - 1);
                iterators_.pop_back();
                return "for " + iterator.name + " in 1:" + number(iterator.last) + " loop\n" + body + "end for;\n";
            }
            case 6: {
                Dims const dims = any_dims();
                std::string const left = variable(dims);
                return "if " + condition(1) + " then\n" + left + " = " + expression(dims, 3) + ";\nelse\n" + left +
                       " = " + expression(dims, 2) + ";\nend if;\n";
            }
            case 7: return "when " + condition(1) + " then\nd3 = " + expression({3}, 2) + ";\nend when;\n";
            case 8: {
                Dims const dims = any_dims();
                return "der(" + variable(dims) + ") = " + expression(dims, 3) + ";\n";
            }
            default: {
                Dims const dims = any_dims();
                return expression(dims, 1) + " = " + expression(dims, 4) + ";\n";
            }
        }
    }

    // ---- statements ----

    std::string statement(int depth) {
        switch (below(depth > 0 ? 9 : 6)) {
            case 0: return "x3[" + index(3) + "] := " + scalar(2) + ";\n";
            case 1: return "x23[" + index(2) + ", :] := " + expression({3}, 2) + ";\n";
            case 2: return "x2 := {x2[2], x2[1]} + " + expression({2}, 1) + ";\n";
            case 3: return "(s, x3, r) := ft(" + scalar(1) + ", " + expression({3}, 1) + ");\n";
            case 4: return "x3 := fv(x3);\n";
            case 6: {
                Iterator const iterator = enter(two_or_three());
                std::string const body = statement(depth - 1) + statement(depth - 1);
                iterators_.pop_back();
                std::string const way_out = chance(30) ? "if " + condition(1) + " then break; end if;\n" : "";
                return "for " + iterator.name + " in 1:" + number(iterator.last) + " loop\n" + body + way_out +
                       "end for;\n";
            }
            case 7:
                return "if " + condition(1) + " then\n" + statement(depth - 1) + "else\n" + statement(depth - 1) +
                       "end if;\n";
            case 8: return "while s < 2 loop\ns := s + 0.5;\n" + statement(0) + "break;\nend while;\n";
            default: {
                Dims const dims = any_dims();
                return variable(dims) + " := " + expression(dims, 3) + ";\n";
            }
        }
    }

    std::mt19937_64 random_;
    std::vector<Iterator> iterators_;
};

}  // namespace

std::string random_model(std::uint64_t seed) { return Generator(seed).model(); }

}  // namespace moo::test
