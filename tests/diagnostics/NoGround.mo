model NoGround "nothing fixes the level of the voltages"
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  model Resistor
    Pin p;
    Pin n;
  equation
    p.v - n.v = 10*p.i;
    p.i + n.i = 0;
  end Resistor;
  model Source
    Pin p;
    Pin n;
  equation
    p.v - n.v = 5;
    p.i + n.i = 0;
  end Source;
  Source source;
  Resistor resistor;
equation
  connect(source.p, resistor.p);
  connect(source.n, resistor.n);
end NoGround;
