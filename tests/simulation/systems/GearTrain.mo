model GearTrain "two inertias in one piece drive a third one through a gear, and a spring behind it a fourth one"
  connector Flange
    Real phi;
    flow Real tau;
  end Flange;
  model Inertia
    Flange a;
    Flange b;
    parameter Real J = 1;
    Real phi(start = 0);
    Real w(start = 0);
  equation
    phi = a.phi;
    phi = b.phi;
    w = der(phi);
    J*der(w) = a.tau + b.tau;
  end Inertia;
  model Gear
    Flange a;
    Flange b;
    parameter Real ratio = 1;
  equation
    a.phi = ratio*b.phi;
    ratio*a.tau + b.tau = 0;
  end Gear;
  model Spring
    Flange a;
    Flange b;
    parameter Real c = 1;
  equation
    b.tau = c*(b.phi - a.phi);
    a.tau + b.tau = 0;
  end Spring;
  Inertia first(J = 0.5, phi(start = 2, fixed = true), w(fixed = true));
  Inertia second(J = 0.3);
  Gear gear(ratio = 2);
  Inertia third(J = 0.8);
  Spring spring(c = 20);
  Inertia last(J = 2, phi(fixed = true), w(fixed = true));
equation
  connect(first.b, second.a);
  connect(second.b, gear.a);
  connect(gear.b, third.a);
  connect(third.b, spring.a);
  connect(spring.b, last.a);
  annotation(experiment(StopTime = 3, Tolerance = 1e-8));
end GearTrain;
