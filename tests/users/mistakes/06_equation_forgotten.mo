model M
  Parts.Resistor load;
  Parts.VoltageSource source(V = 5);
  Parts.Ground ground;
  Real power = load.v*load.i;
  Real energy; //!
equation
  connect(source.p, load.p);
  connect(load.n, source.n);
  connect(source.n, ground.p);
end M;
