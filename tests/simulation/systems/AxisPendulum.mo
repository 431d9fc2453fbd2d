model AxisPendulum "let go from the side: on the axis the rod says nothing about y"
  parameter Real L = 1;
  parameter Real g = 9.81;
  Real x(start = 1);
  Real y;
  Real vx;
  Real vy;
  Real F;
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -F*x;
  der(vy) = -F*y - g;
  x^2 + y^2 = L^2;
  annotation(experiment(StopTime = 3, Tolerance = 1e-8));
end AxisPendulum;
