package Parts "a library that users connect components of"
  connector Pin
    Real v(unit = "V");
    flow Real i(unit = "A");
  end Pin;
  connector Flange
    Real phi(unit = "rad");
    flow Real tau(unit = "N.m");
  end Flange;
  connector In = input Real;
  connector Out = output Real;
  partial model TwoPin
    Pin p;
    Pin n;
    Real v(unit = "V");
    Real i(unit = "A");
  equation
    v = p.v - n.v;
    i = p.i;
    0 = p.i + n.i;
  end TwoPin;
  model Ground
    Pin p;
  equation
    p.v = 0;
  end Ground;
  model Resistor
    extends TwoPin;
    parameter Real R(unit = "Ohm") = 1;
  equation
    v = R*i;
  end Resistor;
  model Conductor
    extends TwoPin;
    parameter Real R(unit = "Ohm") = 1;
  equation
    i = v/R;
  end Conductor;
  model Capacitor
    extends TwoPin(v(start = 0));
    parameter Real C(unit = "F") = 1;
  equation
    C*der(v) = i;
  end Capacitor;
  model Inductor
    extends TwoPin(i(start = 0));
    parameter Real L(unit = "H") = 1;
  equation
    L*der(i) = v;
  end Inductor;
  model VoltageSource
    extends TwoPin;
    parameter Real V(unit = "V") = 1;
  equation
    v = V;
  end VoltageSource;
  model CurrentSource
    extends TwoPin;
    parameter Real I(unit = "A") = 1;
  equation
    i = I;
  end CurrentSource;
  model SignalVoltage
    extends TwoPin;
    In u;
  equation
    v = u;
  end SignalVoltage;
  model VoltageSensor
    extends TwoPin;
    Out y;
  equation
    i = 0;
    y = v;
  end VoltageSensor;
  model Gain
    parameter Real k = 1;
    In u;
    Out y;
  equation
    y = k*u;
  end Gain;
  model Inertia
    Flange a;
    Flange b;
    parameter Real J(unit = "kg.m2") = 1;
    Real phi(unit = "rad", start = 0);
    Real w(unit = "rad/s", start = 0);
  equation
    phi = a.phi;
    phi = b.phi;
    der(phi) = w;
    J*der(w) = a.tau + b.tau;
  end Inertia;
  model Spring
    Flange a;
    Flange b;
    parameter Real c(unit = "N.m/rad") = 1;
  equation
    b.tau = c*(b.phi - a.phi);
    a.tau + b.tau = 0;
  end Spring;
  model Fixed
    Flange flange;
  equation
    flange.phi = 0;
  end Fixed;
  model Torque
    Flange flange;
    In tau;
  equation
    flange.tau = -tau;
  end Torque;
  model Position
    Flange flange;
    In phi;
  equation
    flange.phi = phi;
  end Position;
  model Tank
    parameter Real A = 1;
    parameter Real h_max = 2;
    In q;
    Real h(start = 1);
  equation
    A*der(h) = q;
    assert(h <= h_max, "the tank flows over");
  end Tank;
  model Root
    In u;
    Out y;
  equation
    y = sqrt(u);
  end Root;
end Parts;
