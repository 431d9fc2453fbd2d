model M "a component of the user lacks an equation"
  model Load
    extends Parts.TwoPin;
    parameter Real R = 10;
    Real heat; //!
  equation
    v = R*i;
  end Load; 
  Load load; 
  Parts.VoltageSource source(V = 5);
  Parts.Ground ground;
equation
  connect(source.p, load.p);
  connect(load.n, source.n);
  connect(source.n, ground.p);
end M;
