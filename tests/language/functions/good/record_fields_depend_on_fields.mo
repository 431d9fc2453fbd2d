// Defaults and sizes of fields that depend on other fields, in constructors and components.
model RecordFieldsDependOnFields
  record R
    Real a = 1;
    Real b = 2*a;
  end R;
  record S
    parameter Integer n = 2;
    Real x[n] = fill(1.0, n);
  end S;
  function f
    input S s;
    output Real y = sum(s.x);
  algorithm
  end f;
  R r = R(a = 3);
  R r1 = R();
  parameter Real q = 4;
  parameter R p = R(a = q);
  S s(n = 3, x = {1, 2, 3});
  parameter S t = S(n = 3, x = {4, 5, 6});
  parameter S u = S(4);
  parameter S v = S();
  Real y = f(s) + f(t) + f(S(1, {time}));
end RecordFieldsDependOnFields;
