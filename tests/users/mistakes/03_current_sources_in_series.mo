model M
  Parts.CurrentSource first(I = 1); //!
  Parts.CurrentSource second(I = 2); //!
  Parts.Ground ground;
equation
  connect(first.n, second.p); //!
  connect(second.n, first.p);
  connect(first.p, ground.p);
end M;
