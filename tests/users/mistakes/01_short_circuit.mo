model M "a wire from one pole of the source to the other"
  Parts.VoltageSource source(V = 5); //!
  Parts.Resistor load;
  Parts.Ground ground;
equation
  connect(source.p, load.p);
  connect(load.n, source.n);
  connect(source.n, ground.p);
  connect(source.p, ground.p); //!
end M;
