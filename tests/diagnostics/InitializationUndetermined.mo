model InitializationUndetermined "a parameter that the initialization shall find, but nothing says from what"
  parameter Real k(fixed = false);
  Real x(start = 1, fixed = true);
equation
  der(x) = -k*x;
end InitializationUndetermined;
