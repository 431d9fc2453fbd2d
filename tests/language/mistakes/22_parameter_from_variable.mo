// A parameter whose value changes with time
// A parameter can only depend on parameters and constants. Declare the variable without `parameter`.
model M
  Real x = time;
  parameter Real p = 2*x;
end M;
