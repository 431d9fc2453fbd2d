model ClockedMethods "x' = -x + u by each solver method; u is 1 at all ticks, so x follows 1 - R(-h)^n"
  constant Real h = 0.1;
  Real x[5](each start = 0, each fixed = true);
  Real u[5];
  Real y[5];
equation
  u[1] = sample(1 + 0*time, Clock(Clock(h), solverMethod = "ExplicitEuler"));
  u[2] = sample(1 + 0*time, Clock(Clock(h), solverMethod = "ExplicitMidPoint2"));
  u[3] = sample(1 + 0*time, Clock(Clock(h), solverMethod = "ExplicitRungeKutta4"));
  u[4] = sample(1 + 0*time, Clock(Clock(h), solverMethod = "ImplicitEuler"));
  u[5] = sample(1 + 0*time, Clock(Clock(h), solverMethod = "ImplicitTrapezoid"));
  for i in 1:5 loop
    der(x[i]) = -x[i] + u[i];
    y[i] = hold(x[i]);
  end for;
  annotation(experiment(StopTime = 1.05));
end ClockedMethods;
