model M
  Parts.VoltageSource first(V = 5); //!
  Parts.VoltageSource second(V = 6); //!
  Parts.Resistor load;
  Parts.Ground ground;
equation
  connect(first.p, load.p);
  connect(load.n, first.n);
  connect(first.p, second.p); //!
  connect(first.n, second.n); //!
  connect(first.n, ground.p);
end M;
