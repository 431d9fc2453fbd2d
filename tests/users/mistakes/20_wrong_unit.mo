model M
  Parts.VoltageSource source(V = 5);
  Parts.Resistor load;
  Parts.Ground ground;
  Real energy(unit = "J");
equation
  connect(source.p, load.p);
  connect(load.n, source.n);
  connect(source.n, ground.p);
  energy = load.v*load.i; //!
end M;
