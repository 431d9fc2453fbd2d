connector Port
  Real p;
  flow Real m;
  stream Real h;
end Port;

// actualStream takes the value upstream.
model Actual
  model Source
    Port c;
  equation
    c.p = 1;
    c.h = 10;
  end Source;
  model Sink
    Port c;
    Real h = actualStream(c.h);
  equation
    c.m = time - 1;
    c.h = 20;
  end Sink;
  Source a;
  Sink b;
equation
  connect(a.c, b.c);
end Actual;
