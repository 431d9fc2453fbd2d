model M
  Parts.VoltageSource source(V = 5);
  Parts.Resistor load;
  Parts.Capacitor store(v(start = 1, fixed = true)); //!
  Parts.Ground ground;
initial equation
  der(store.v) = 0; //!
equation
  connect(source.p, load.p);
  connect(load.n, store.p);
  connect(store.n, source.n);
  connect(source.n, ground.p);
end M;
