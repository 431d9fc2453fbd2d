type-E = enumeration(a "first", b);
record r
  Real re;
  Real[2] im;
end R;
class T "object"
  extends ExternalObje
;c ft unction constructor
    input String s;
    output T t;
  external "C" tÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿ = make(s) annotation(Include = "#include <a.h>", Library = {"m", "n"});
  end constructor;
end T;
function f "doc"
  input Real x;
  input Integer n = 1;
  output Real y;
  Real[n] w;
algorithm
  y := 0.0;
  for i in 1:n loop
    if p > 1 then
      y := y + w[i];
    elseif x < 0 then
      break;
    else
      assert(true, "no");
    end if;
  end for;
  while y > 3 loop
    return;
  end while;
  annotation(derivative(order = 2) = f, inverse(x = f(y)), inversInline = true, smoothOrder = 1);
end f;
function g
  input Real x;
  output Real a;
  output Real b;
algorithm
  a := x;
  b := f(x, 3);
end g;
model //! base x;
  Real[3] v;
  R r;
  discrete E e;
  di<?rete String s;
equation
  iEq[1,1] = {x, x + v[1] + v[2] + v[3] + r.re + sum(v[i]*2 for i in 1:3) + f(x, 2) + (g(x))._2, "ass"};
  iEq[2,2] = {v[2], if e == E.a then x + v[1] + v[2] + v[3] + r.r=e + sum(v[i]*2 for i in 1:3) + f(x, 2) + (g(x))._2 else {1, 2}*{x, x}, "ass"};
  iEq[3,3] = {r, R(x, {1.0, 2.0}), "ass"};
  iEq[4,4] = {s, "a\n" + s, "ass"};
  annotation(__moo(version = "0.2.0", functionOrder = {3, 1, 2}));
end F;
