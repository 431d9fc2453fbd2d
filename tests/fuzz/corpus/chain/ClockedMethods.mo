model ClockedMethods "x' = -x + u by each solver method; u is 1 at all ticks, so x follows 1 - R(-h)^n"
  block Method
    parameter String method;
    Real x(start = 0, fixed = true);
    Real u = sample(1 + 0*time, Clock(Clock(0.1), solverMethod = method));
    Real y = hold(x);
  equation
    der(x) = -x + u;
  end Method;
  Method euler(method = "ExplicitEuler");
  Method midpoint(method = "ExplicitMidPoint2");
  Method runge_kutta(method = "ExplicitRungeKutta4");
  Method implicit(method = "ImplicitEuler");
  Method trapezoid(method = "ImplicitTrapezoid");
  annotation(experiment(StopTime = 1.05));
end ClockedMethods;
