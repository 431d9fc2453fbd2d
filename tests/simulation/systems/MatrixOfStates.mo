model MatrixOfStates "Preferred states that follow from others by a matrix of parameters"
  parameter Real A[2, 2] = {{1, 2}, {3, 4}};
  Real x[2](start = {1, -1}, each fixed = true);
  Real z[2](each stateSelect = StateSelect.prefer);
equation
  der(x) = {-x[1], -2*x[2]};
  z = A*x;
  annotation(experiment(StopTime = 1));
end MatrixOfStates;
