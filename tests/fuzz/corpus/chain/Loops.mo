model Loops "systems of equations that have to be solved together"
  Real a;
  Real b;
  Real c(start = 1);
  Real d;
  Real x(start = 0, fixed = true);
equation
  a + b = 3*time;
  a - 2*b = time;
  c^3 + c*d = 2;
  d = c^2;
  der(x) = if noEvent(a > b) then c else -c;
end Loops;
