model InputConstraint "an equation between inputs"
  input Real u1;
  input Real u2;
  Real x(start = 0, fixed = true);
  Real y;
equation
  der(x) = u1 - x;
  u1 + u2 = 0;
end InputConstraint;
