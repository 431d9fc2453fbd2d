model ClockedWish "The state of a discretized partition is the one that is asked for, which its steps show"
  Real u;
  Real x;
  Real T(start = 2, fixed = true, stateSelect = StateSelect.always) "no equation has its derivative";
  Real x_held;
  Real T_held;
equation
  u = sample(0*time, Clock(Clock(0.1), solverMethod = "ExplicitEuler"));
  der(x) = u - x;
  T = x + x^3;
  x_held = hold(x);
  T_held = hold(T);
  annotation(experiment(StopTime = 1.05));
end ClockedWish;
