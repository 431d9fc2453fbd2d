package Parts
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  model Resistor "nonlinear, so that loops stay"
    Pin p, n;
    Real v "voltage";
    Real i "current";
  equation
    v = p.v - n.v;
    i = p.i;
    p.i + n.i = 0;
    v = i + 0.1*i^3;
  end Resistor;
  model Source
    Pin p, n;
    parameter Real V = 1;
  equation
    p.v - n.v = V*sin(time);
    p.i + n.i = 0;
  end Source;
  model Ground
    Pin p;
  equation
    p.v = 0;
  end Ground;
  model Ring
    Resistor r1, r2;
    Source source;
    Ground ground;
  equation
    connect(source.p, r1.p);
    connect(r1.n, r2.p);
    connect(r2.n, source.n);
    connect(source.n, ground.p);
  end Ring;
end Parts;
model Circuit
  Parts.Ring ring;
end Circuit;
