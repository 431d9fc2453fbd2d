model Bridges "rectifiers with two and six ideal diodes"
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  model Ground
    Pin p;
  equation
    p.v = 0;
  end Ground;
  model Source
    Pin p;
    Pin n;
    parameter Real omega(unit = "rad/s") = 10;
    parameter Real phase = 0;
  equation
    p.v - n.v = 100*sin(omega*time - phase);
    p.i + n.i = 0;
  end Source;
  model Resistor
    Pin p;
    Pin n;
    parameter Real R = 1;
  equation
    p.v - n.v = R*p.i;
    p.i + n.i = 0;
  end Resistor;
  model Diode
    Pin p;
    Pin n;
    Boolean off;
    Real s;
  equation
    off = s < 0;
    p.v - n.v = if off then s else 0;
    p.i = if off then 0 else s;
    p.i + n.i = 0;
  end Diode;
  model TwoPulse
    Source up;
    Source down;
    Diode d[2];
    Resistor load(R = 5);
    Ground ground;
  equation
    connect(up.n, ground.p);
    connect(down.p, ground.p);
    connect(up.p, d[1].p);
    connect(down.n, d[2].p);
    connect(d[1].n, load.p);
    connect(d[2].n, load.p);
    connect(load.n, ground.p);
  end TwoPulse;
  model SixPulse
    constant Real third = 2*3.14159265358979323846/3;
    Source u[3](phase = {0, third, 2*third});
    Diode upper[3];
    Diode lower[3];
    Resistor load(R = 5);
    Ground ground;
  equation
    for k in 1:3 loop
      connect(u[k].n, ground.p);
      connect(u[k].p, upper[k].p);
      connect(upper[k].n, load.p);
      connect(lower[k].n, u[k].p);
      connect(load.n, lower[k].p);
    end for;
  end SixPulse;
  TwoPulse two;
  SixPulse six;
  annotation(experiment(StopTime = 1.5));
end Bridges;
