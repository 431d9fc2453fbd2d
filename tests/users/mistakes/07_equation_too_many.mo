model M
  Parts.Resistor load;
  Parts.VoltageSource source(V = 5);
  Parts.Ground ground;
equation
  connect(source.p, load.p);
  connect(load.n, source.n);
  connect(source.n, ground.p);
  load.v = 5; //!
end M;
