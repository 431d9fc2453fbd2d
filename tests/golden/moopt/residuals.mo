model residuals "a DAE: what residuals and assigned derivatives depend on"
  parameter Real p = 2;
  input Real u;
  output Real y;
  Real x(start = 1, fixed = true);
  Real w(start = 0, fixed = true);
  Real a(start = 1);
  Real b;
equation
  // Solved for der(x) by iteration, beside x, u and a.
  der(x) + 0.1*der(x)^3 = u - a;
  // Torn: b is assigned from a.
  a + b^3 = p*x + time;
  b = 3*a - w;
  der(w) = p*a - 2*u;
  y = b + der(x);
end residuals;
