model VanDerPol "Test Set for IVP Solvers, problem vdpol"
  parameter Real eps = 1e-6;
  Real y(start = 2, fixed = true);
  Real z(start = 0, fixed = true);
equation
  der(y) = z;
  eps*der(z) = (1 - y^2)*z - y;
  annotation(experiment(StopTime = 2, Tolerance = 1e-8));
end VanDerPol;
