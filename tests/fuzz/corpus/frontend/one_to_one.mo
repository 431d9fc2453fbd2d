connector Port
  Real p;
  flow Real m;
  stream Real h;
end Port;

// Two connectors: inStream is the other side's value.
model OneToOne
  model Source
    Port c;
  equation
    c.p = 1;
    c.h = 10;
  end Source;
  model Sink
    Port c;
    Real h = inStream(c.h);
  equation
    c.m = 2;
    c.h = 20;
  end Sink;
  Source a;
  Sink b;
equation
  connect(a.c, b.c);
end OneToOne;
