// A parameter whose value changes with time
// Parameters depend on parameters and constants only; declare it without `parameter`.
model M
  Real x = time;
  parameter Real p = 2*x;
end M;
