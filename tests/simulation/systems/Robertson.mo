model Robertson "three chemical reactions of very different speed; Test Set for IVP Solvers, problem rober"
  Real y[3](start = {1, 0, 0}, nominal = {1e-6, 1e-12, 1}, each fixed = true);
equation
  der(y[1]) = -0.04*y[1] + 1e4*y[2]*y[3];
  der(y[2]) = 0.04*y[1] - 1e4*y[2]*y[3] - 3e7*y[2]^2;
  der(y[3]) = 3e7*y[2]^2;
  annotation(experiment(StopTime = 1e11, Tolerance = 1e-8));
end Robertson;
