model DoublePendulum "two masses on rods in Cartesian coordinates"
  parameter Real g = 9.81;
  parameter Real L1 = 1;
  parameter Real L2 = 0.7;
  parameter Real m1 = 1;
  parameter Real m2 = 0.6;
  Real x1(start = 1, fixed = true);
  Real y1(start = 0);
  Real x2(start = 1);
  Real y2(start = 0.7);
  Real vx1;
  Real vy1;
  Real vx2;
  Real vy2;
  Real F1 "force in the rod, by its length";
  Real F2;
  Real energy;
initial equation
  x2 - x1 = 0;
  vy1 = 0;
  vx2 = 0;
equation
  der(x1) = vx1;
  der(y1) = vy1;
  der(x2) = vx2;
  der(y2) = vy2;
  m1*der(vx1) = -F1*x1 + F2*(x2 - x1);
  m1*der(vy1) = -F1*y1 + F2*(y2 - y1) - m1*g;
  m2*der(vx2) = -F2*(x2 - x1);
  m2*der(vy2) = -F2*(y2 - y1) - m2*g;
  x1^2 + y1^2 = L1^2;
  (x2 - x1)^2 + (y2 - y1)^2 = L2^2;
  energy = m1*(vx1^2 + vy1^2)/2 + m2*(vx2^2 + vy2^2)/2 + g*(m1*y1 + m2*y2);
  annotation(experiment(StopTime = 2, Tolerance = 1e-9));
end DoublePendulum;
