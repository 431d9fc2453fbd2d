connector Port
  Real p;
  flow Real m;
  stream Real h;
end Port;

// Three connectors: the mixture of the others, weighted with what flows out of them.
model ThreeMix
  model Source
    Port c;
    Real h = inStream(c.h);
  equation
    c.p = 1;
    c.h = 10;
  end Source;
  model Tap
    Port c;
  equation
    c.m = 1;
    c.h = 20;
  end Tap;
  Source a;
  Tap b;
  Tap d;
equation
  connect(a.c, b.c);
  connect(a.c, d.c);
end ThreeMix;
