// The ideal transformer couples voltages, not potentials: each side needs a ground.
// warns: 47: LevelUndetermined: nothing fixes the level of `transformer.p2.v`, `load.p.v` and 2 more
connector Pin
  Real v;
  flow Real i;
end Pin;
partial model TwoPins
  Pin p;
  Pin n;
  Real v;
equation
  v = p.v - n.v;
  p.i + n.i = 0;
end TwoPins;
model Resistor
  extends TwoPins;
  parameter Real R = 1;
equation
  v = R*p.i;
end Resistor;
model Source
  extends TwoPins;
equation
  v = 1;
end Source;
model Ground
  Pin p;
equation
  p.v = 0;
end Ground;
model Transformer
  Pin p1;
  Pin n1;
  Pin p2;
  Pin n2;
  Real v1 = p1.v - n1.v;
  Real v2 = p2.v - n2.v;
equation
  v1 = 10*v2;
  p2.i = -10*p1.i;
  p1.i + n1.i = 0;
  p2.i + n2.i = 0;
end Transformer;
model LevelOfEachSide
  Source source;
  Ground ground;
  Transformer transformer;
  Resistor load;
equation
  connect(source.p, transformer.p1);
  connect(source.n, transformer.n1);
  connect(source.n, ground.p);
  connect(transformer.p2, load.p);
  connect(transformer.n2, load.n);
end LevelOfEachSide;
