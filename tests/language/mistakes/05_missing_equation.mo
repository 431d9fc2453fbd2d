// An equation is missing
// Add the equation, or make the variable a parameter or an input.
model M
  Real x;
  Real y;
equation
  der(x) = -x;
end M;
