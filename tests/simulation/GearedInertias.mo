model GearedInertias "Two inertias that a gear couples rigidly"
  parameter Real j1 = 0.5;
  parameter Real j2 = 18;
  parameter Real ratio = 3;
  parameter Real torque = 5;
  Real phi1(start = 0, fixed = true);
  Real phi2;
  Real w1(start = 0, fixed = true);
  Real w2;
  Real tau1 "into the gear";
  Real tau2 "out of it";
equation
  der(phi1) = w1;
  der(phi2) = w2;
  j1*der(w1) = torque - tau1;
  j2*der(w2) = tau2;
  phi1 = ratio*phi2;
  tau2 = ratio*tau1;
  annotation(experiment(StopTime = 2));
end GearedInertias;
