// The default of an input that is a record.
model M
  record P
    Real x = 1;
    Real y = 2;
  end P;
  function f
    input Real u;
    input P p = P(y = 5);
    output Real z;
  algorithm
    z := u*p.x + p.y;
  end f;
  Real a = f(time);
  Real b = f(time, P(3, 4));
end M;
