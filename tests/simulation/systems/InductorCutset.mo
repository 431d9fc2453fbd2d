model InductorCutset "three inductors meet in a node"
  parameter Real R1 = 1;
  parameter Real R2 = 2;
  parameter Real R3 = 3;
  parameter Real L1 = 0.1;
  parameter Real L2 = 0.2;
  parameter Real L3 = 0.3;
  Real i1(start = 0, fixed = true);
  Real i2(start = 0, fixed = true);
  Real i3;
  Real u "of the node";
equation
  10 - R1*i1 - L1*der(i1) = u;
  5 - R2*i2 - L2*der(i2) = u;
  -R3*i3 - L3*der(i3) = u;
  i1 + i2 + i3 = 0;
  annotation(experiment(StopTime = 2, Tolerance = 1e-8));
end InductorCutset;
