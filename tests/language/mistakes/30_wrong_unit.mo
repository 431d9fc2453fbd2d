// Units that do not agree
// Convert one side, or correct the unit of a declaration.
model M
  Real x(unit = "m", start = 1, fixed = true);
  Real v(unit = "m/s");
equation
  der(x) = v;
  v = 2*x;
end M;
