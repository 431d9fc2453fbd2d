model SingularLoop "nonlinear loops: one begins where its Jacobian is singular, one has a bound"
  Real x(start = 0) "the cube root of 8 + time; the derivative of the cube is zero at the start";
  Real y(start = 1);
  Real z(start = 1, min = 0) "the positive root";
  Real s(start = 0, fixed = true);
equation
  x*x*x = 8 + time;
  y + exp(z) = 3 + x + homotopy(s, 0);
  y*z = 1 + s;
  der(s) = y/(1 + z*z);
  annotation(experiment(StopTime = 2));
end SingularLoop;
