connector Pin
  Real v;
  flow Real i;
end Pin;

// Connectors inside connectors, and a part connected by itself.
model NestedConnectors
  connector Plug
    Pin a;
    Pin b;
  end Plug;
  model Source
    Plug p;
  equation
    p.a.v = 1;
    p.b.v = 0;
  end Source;
  model Load
    Pin p;
    Pin n;
  equation
    p.i + n.i = 0;
    p.v - n.v = p.i;
  end Load;
  Source s;
  Load k;
equation
  connect(s.p.a, k.p);
  connect(s.p.b, k.n);
end NestedConnectors;
