model ClockedInverse "The inverse of a plant y'' = w - y behind a filter of order two: index 3, in a clocked partition"
  Real u "what y shall be";
  Real f(start = 0, fixed = true);
  Real df(start = 0, fixed = true);
  Real y;
  Real dy;
  Real w "what the plant needs for it";
  Real w_held;
  Real f_held;
equation
  u = sample(1 + 0*time, Clock(Clock(0.1), solverMethod = "ExplicitEuler"));
  der(f) = df;
  der(df) = 4*(u - f) - 4*df;
  y = f;
  der(y) = dy;
  der(dy) = w - y;
  w_held = hold(w);
  f_held = hold(f);
  annotation(experiment(StopTime = 1.05));
end ClockedInverse;
