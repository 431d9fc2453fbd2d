model M
  Parts.VoltageSource source(V = 5);
  Parts.Conductor load(R = 0); //!
  Parts.Ground ground;
equation
  connect(source.p, load.p);
  connect(load.n, source.n);
  connect(source.n, ground.p);
end M;
