// Defaults may use other inputs; arguments by position come before those by name (section 12.4.1).
model M
  function f
    input Real a;
    input Real b = 2*a;
    input Real c = 1;
    output Real y;
  algorithm
    y := a + b + c;
  end f;
  Real x = f(time);
  Real y = f(time, c = 3);
  Real z = f(b = 4, a = time);
end M;
