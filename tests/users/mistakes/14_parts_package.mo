package P
  model Load "forgets that no current gets lost" //!
    Parts.Pin p;
    Parts.Pin n;
    parameter Real R = 10;
  equation
    p.v - n.v = R*p.i;
  end Load;
  model M
    Load load;
    Parts.VoltageSource source(V = 5);
    Parts.Ground ground;
  equation
    connect(source.p, load.p);
    connect(load.n, source.n);
    connect(source.n, ground.p);
  end M;
end P;
