// The scalars of expressions, construct by construct.
#include <catch2/catch.hpp>

#include "tests/unit/scalarize/fixture.h"

using namespace moo;
using namespace moo::test;

TEST_CASE("operators go element by element") {
    std::string const vectors = "Real x[2]; Real y[2]; Real s; Boolean b[2]; Boolean c[2];";
    CHECK(equations_of(vectors, "x = -y;") == "x[1] = -y[1]\nx[2] = -y[2]\n");
    CHECK(equations_of(vectors, "x = x + y - x;") == "x[1] = x[1] + y[1] - x[1]\nx[2] = x[2] + y[2] - x[2]\n");
    CHECK(equations_of(vectors, "x = s*y/3;") == "x[1] = s*y[1]/3\nx[2] = s*y[2]/3\n");
    CHECK(equations_of(vectors, "x = x .* y .^ 2 ./ s .+ 1 .- s;") ==
          "x[1] = x[1]*y[1]^2/s + 1 - s\nx[2] = x[2]*y[2]^2/s + 1 - s\n");
    CHECK(equations_of(vectors, "b = not c and b;") == "b[1] = not c[1] and b[1]\nb[2] = not c[2] and b[2]\n");
    CHECK(equations_of(vectors, "x = if s > 0 then y else {1, s};") ==
          "x[1] = if s > 0 then y[1] else 1.0\nx[2] = if s > 0 then y[2] else s\n");
}

TEST_CASE("functions of numbers, events and time go element by element") {
    std::string const v = "Real x[2]; Real y[2]; discrete Real d[2]; Boolean b[2];";
    CHECK(equations_of(v, "x = sin(y);") == "x[1] = sin(y[1])\nx[2] = sin(y[2])\n");
    CHECK(equations_of(v, "der(x) = noEvent(y);") == "der(x[1]) = noEvent(y[1])\nder(x[2]) = noEvent(y[2])\n");
    CHECK(equations_of(v, "x = smooth(0, y);") == "x[1] = smooth(0, y[1])\nx[2] = smooth(0, y[2])\n");
    CHECK(equations_of(v, "x = homotopy(y, x);") == "x[1] = homotopy(y[1], x[1])\nx[2] = homotopy(y[2], x[2])\n");
    CHECK(equations_of(v, "x = delay(y, 0.1);") == "x[1] = delay(y[1], 0.1)\nx[2] = delay(y[2], 0.1)\n");
    CHECK(equations_of(v, "x = pre(d);") == "x[1] = pre(d[1])\nx[2] = pre(d[2])\n");
    CHECK(equations_of(v, "b = edge(b);") == "b[1] = edge(b[1])\nb[2] = edge(b[2])\n");
}

TEST_CASE("linear algebra") {
    std::string const v = "Real A[2, 2]; Real B[2, 2]; Real x[2]; Real y[2]; Real s; Real p[3]; Real q[3];";
    CHECK(equations_of(v, "s = x*y;") == "s = x[1]*y[1] + x[2]*y[2]\n");
    CHECK(equations_of(v, "x = A*y;") == "x[1] = A[1,1]*y[1] + A[1,2]*y[2]\nx[2] = A[2,1]*y[1] + A[2,2]*y[2]\n");
    CHECK(equations_of(v, "x = y*A;") == "x[1] = y[1]*A[1,1] + y[2]*A[2,1]\nx[2] = y[1]*A[1,2] + y[2]*A[2,2]\n");
    CHECK(equations_of(v, "A = A*B;").starts_with("A[1,1] = A[1,1]*B[1,1] + A[1,2]*B[2,1]\n"));
    CHECK(equations_of(v, "B = A^2;").starts_with("B[1,1] = A[1,1]*A[1,1] + A[1,2]*A[2,1]\n"));
    CHECK(equations_of(v, "B = A^0;") == "B[1,1] = 1.0\nB[1,2] = 0.0\nB[2,1] = 0.0\nB[2,2] = 1.0\n");
    CHECK(equations_of(v, "p = cross(p, q);").starts_with("p[1] = p[2]*q[3] - p[3]*q[2]\n"));
    CHECK(equations_of(v, "s = sum(skew(p)*q);").starts_with("s = 0.0*q[1] + (-p[3])*q[2] + p[2]*q[3]"));
    CHECK(equations_of(v, "A = outerProduct(x, y);") ==
          "A[1,1] = x[1]*y[1]\nA[1,2] = x[1]*y[2]\nA[2,1] = x[2]*y[1]\nA[2,2] = x[2]*y[2]\n");
}

TEST_CASE("arrays are put together and taken apart") {
    std::string const v = "Real A[2, 2]; Real B[2, 2]; Real x[2]; Real z[4]; Real s;";
    CHECK(equations_of(v, "A = transpose(B);") ==
          "A[1,1] = B[1,1]\nA[1,2] = B[2,1]\nA[2,1] = B[1,2]\nA[2,2] = B[2,2]\n");
    CHECK(equations_of(v, "A = symmetric(B);") ==
          "A[1,1] = B[1,1]\nA[1,2] = B[1,2]\nA[2,1] = B[1,2]\nA[2,2] = B[2,2]\n");
    CHECK(equations_of(v, "z = cat(1, x, {s, 2});") == "z[1] = x[1]\nz[2] = x[2]\nz[3] = s\nz[4] = 2.0\n");
    CHECK(equations_of(v, "A = [x, {1, s}];") == "A[1,1] = x[1]\nA[1,2] = 1.0\nA[2,1] = x[2]\nA[2,2] = s\n");
    CHECK(equations_of(v, "A = [s, 1; x[1], 2];") == "A[1,1] = s\nA[1,2] = 1.0\nA[2,1] = x[1]\nA[2,2] = 2.0\n");
    CHECK(equations_of(v, "A = diagonal(x);") == "A[1,1] = x[1]\nA[1,2] = 0.0\nA[2,1] = 0.0\nA[2,2] = x[2]\n");
    CHECK(equations_of(v, "A = identity(2);") == "A[1,1] = 1\nA[1,2] = 0\nA[2,1] = 0\nA[2,2] = 1\n");
    CHECK(equations_of(v, "x = fill(s, 2) + zeros(2) + ones(2);") == "x[1] = s + 1\nx[2] = s + 1\n");
    CHECK(equations_of(v, "z = linspace(s, 1, 4);")
              .starts_with("z[1] = s\nz[2] = s + (1.0 - s)/3.0\nz[3] = s + 2.0*((1.0 - s)/3.0)\n"));
    CHECK(equations_of(v, "z = vector([x; x]);") == "z[1] = x[1]\nz[2] = x[2]\nz[3] = x[1]\nz[4] = x[2]\n");
    CHECK(equations_of(v, "s = scalar([s]) + ndims(A) + size(z, 1);") == "s = s + 2 + 4\n");
    CHECK(equations_of(v, "x = size(A);") == "x[1] = 2\nx[2] = 2\n");
}

TEST_CASE("reductions are unrolled") {
    std::string const v = "parameter Integer n = 3; Real x[3]; Real A[2, 3]; Real s;";
    CHECK(equations_of(v, "s = sum(x) + product(x) + max(x);") ==
          "s = x[1] + x[2] + x[3] + x[1]*x[2]*x[3] + max(max(x[1], x[2]), x[3])\n");
    CHECK(equations_of(v, "s = sum(i*x[i] for i in 1:n);") == "s = x[1] + 2*x[2] + 3*x[3]\n");
    CHECK(equations_of(v, "s = min(x[i] for i in {3, 1});") == "s = min(x[3], x[1])\n");
    CHECK(equations_of(v, "s = sum(0 for i in 1:0);") == "s = 0\n");
    CHECK(equations_of(v, "s = min(x[i] for i in 1:0);") == "s = 1.7976931348623157e+308\n");
    CHECK(equations_of(v, "s = max(i for i in 1:0);") == "s = -9007199254740992\n");
    CHECK(equations_of(v, "A = {{i*x[j] for j in 1:3} for i in 1:2};")
              .starts_with("A[1,1] = x[1]\nA[1,2] = x[2]\nA[1,3] = x[3]\nA[2,1] = 2*x[1]\n"));
    CHECK(equations_of(v, "A = {i*x[j] for j in 1:3, i in 1:2};") ==
          equations_of(v, "A = {{i*x[j] for j in 1:3} for i in 1:2};"));
    CHECK(equations_of(v, "s = sum(sum(x[i]*x[j] for j in 1:i) for i in 1:2);") ==
          "s = x[1]*x[1] + (x[2]*x[1] + x[2]*x[2])\n");
    // The number of terms is known later only.
    CHECK(equations_of(v + "Integer k;", "s = sum(x[i] for i in 1:k);") ==
          "s = sum(({x[1], x[2], x[3]})[i] for i in 1:k)\n");
}

TEST_CASE("subscripts") {
    std::string const v =
        "constant Integer c = 2; final parameter Integer m = c + 1; parameter Integer p = 1; Integer k; "
        "Real x[3]; Real A[2, 3]; Real s; Real y[2]; Real z[3];";
    CHECK(equations_of(v, "s = x[m] + x[c] + x[end] + A[end, 1];") == "s = x[3] + x[2] + x[3] + A[2,1]\n");
    CHECK(equations_of(v, "y = x[2:3];") == "y[1] = x[2]\ny[2] = x[3]\n");
    CHECK(equations_of(v, "y = x[{3, 1}];") == "y[1] = x[3]\ny[2] = x[1]\n");
    CHECK(equations_of(v, "z = A[2, :];") == "z[1] = A[2,1]\nz[2] = A[2,2]\nz[3] = A[2,3]\n");
    CHECK(equations_of(v, "y = A[:, 3];") == "y[1] = A[1,3]\ny[2] = A[2,3]\n");
    CHECK(equations_of(v, "y = (x + z)[1:2];") == "y[1] = x[1] + z[1]\ny[2] = x[2] + z[2]\n");
    // What may change is chosen when the model runs.
    CHECK(equations_of(v, "s = x[p];") == "s = ({x[1], x[2], x[3]})[p]\n");
    CHECK(equations_of(v, "x[k] = s;") == "({x[1], x[2], x[3]})[k] = s\n");
    CHECK(equations_of(v, "s = pre(x[k]);") == "s = ({pre(x[1]), pre(x[2]), pre(x[3])})[k]\n");
    CHECK(equations_of(v, "s = A[2, k];") == "s = ({A[2,1], A[2,2], A[2,3]})[k]\n");
    CHECK(equations_of(v, "y = A[:, k];") ==
          "y[1] = ({A[1,1], A[1,2], A[1,3]})[k]\ny[2] = ({A[2,1], A[2,2], A[2,3]})[k]\n");
    CHECK(equations_of(v, "y = x[k:k + 1];") == "y[1] = ({x[1], x[2], x[3]})[k]\ny[2] = ({x[1], x[2], x[3]})[k + 1]\n");
    CHECK(equations_of(v, "s = A[k, p];") == "s = ({{A[1,1], A[1,2], A[1,3]}, {A[2,1], A[2,2], A[2,3]}})[k, p]\n");
}

TEST_CASE("branches that cannot be taken are not looked into") {
    std::string const v = "parameter Integer n = 3; final parameter Integer one = 1; Real x[3]; Real y[3]; Real s;";
    CHECK(equations_of(v, "for i in 1:n loop x[i] = if i > 1 then y[i - 1] else s; end for;") ==
          "x[1] = s\nx[2] = y[1]\nx[3] = y[2]\n");
    CHECK(equations_of(v, "for i in 1:n loop x[i] = if mod(i, 2) == 0 and y[i - 1] > s then 1 else 0; end for;") ==
          "x[1] = 0\nx[2] = if y[1] > s then 1 else 0\nx[3] = 0\n");
    CHECK(equations_of(v, "s = if one > 1 then y[one - 1] else x[1];") == "s = x[1]\n");
}

TEST_CASE("arguments keep their shape, results are taken element by element") {
    std::string const functions =
        "record R Real a; Real b[2]; end R;\n"
        "function f input Real x[:]; output Real y[size(x, 1)]; algorithm y := 2*x; end f;\n"
        "function g input Real x; output Real y; output Real z[2]; algorithm y := x; z := {x, x}; end g;\n"
        "function h input R r; output R s; algorithm s := r; end h;\n"
        "function k input Real x[2, 2]; output Real y; algorithm y := x[1, 1]; end k;\n";
    std::string const v = "Real x[2]; Real y[2]; Real A[2, 2]; Real s;";
    auto const equations = [&](std::string const& text) { return equations_of(v, text, functions); };
    CHECK(equations("y = f(x);") == "y[1] = (f({x[1], x[2]}))[1]\ny[2] = (f({x[1], x[2]}))[2]\n");
    CHECK(equations("y = f(f(x + y));") ==
          "y[1] = (f(f({x[1] + y[1], x[2] + y[2]})))[1]\n"
          "y[2] = (f(f({x[1] + y[1], x[2] + y[2]})))[2]\n");
    CHECK(equations("s = k(A);") == "s = k({{A[1,1], A[1,2]}, {A[2,1], A[2,2]}})\n");
    CHECK(equations("s = k(zeros(2, 2)) + k(fill(s, 2, 2));") == "s = k(zeros(2, 2)) + k({{s, s}, {s, s}})\n");
    CHECK(equations("(s, y) = g(x[1]);") == "s = (g(x[1]))._1\ny[1] = (g(x[1]))._2[1]\ny[2] = (g(x[1]))._2[2]\n");
    CHECK(equations("(, y) = g(s);") == "y[1] = (g(s))._2[1]\ny[2] = (g(s))._2[2]\n");
    CHECK(equations("s = (h(R(s, x))).b[2] + (R(s, y)).b[1];") == "s = (h(R(s, {x[1], x[2]}))).b[2] + y[1]\n");
    CHECK(equations_of(v + "R r;", "r = h(r);", functions) ==
          "r.a = (h(R(r.a, {r.b[1], r.b[2]}))).a\nr.b[1] = (h(R(r.a, {r.b[1], r.b[2]}))).b[1]\n"
          "r.b[2] = (h(R(r.a, {r.b[1], r.b[2]}))).b[2]\n");
    CHECK(equations_of(v + "Integer i;", "s = (f(x))[i];", functions) == "s = (f({x[1], x[2]}))[i]\n");
}

TEST_CASE("constants beside the model stay whole") {
    std::string const beside = "constant Real C[2, 2] = {{1, 2}, {3, 4}};\nconstant Real D[2] = 2*C[1];\n";
    CHECK(equations_of("Real s; Real x[2]; Integer i;", "s = C[2, 1] + C[i, 2] + D[1];\nx = C[2];", beside) ==
          "s = 3.0 + C[i, 2] + D[1]\nx[1] = 3.0\nx[2] = 4.0\n");
}
