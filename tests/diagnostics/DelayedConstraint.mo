model DelayedConstraint "a constraint with the past, which has no derivative before the start"
  Real x(start = 1, fixed = true);
  Real y;
  Real f;
  Real wished(stateSelect = StateSelect.always);
equation
  der(x) = -x;
  der(y) = f;
  y = delay(x, 0.1);
  wished = 2*x + delay(x, 0.2);
end DelayedConstraint;
