connector Pin
  Real v;
  flow Real i;
end Pin;

// Connections that share a connector make one set with one sum.
model ThreeInOneSet
  model Ground
    Pin p;
  equation
    p.v = 0;
  end Ground;
  model Load
    Pin p;
  equation
    p.i = p.v - 1;
  end Load;
  Ground g;
  Load a;
  Load b;
equation
  connect(g.p, a.p);
  connect(a.p, b.p);
end ThreeInOneSet;
