model M
  Parts.VoltageSource source(V = 5); //!
  Parts.Resistor load;
  Parts.Capacitor store;
equation
  connect(source.p, load.p); //!
  connect(load.n, store.p);
  connect(store.n, source.n); //!
end M;
