model M "the second equation repeats the first with another name"
  Parts.Resistor load;
  Parts.VoltageSource source(V = 5);
  Parts.Ground ground;
  Real power;
  Real heat;
equation
  connect(source.p, load.p);
  connect(load.n, source.n);
  connect(source.n, ground.p);
  power = load.v*load.i; //!
  power = load.R*load.i^2; //!
end M;
