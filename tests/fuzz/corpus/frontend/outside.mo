connector Port
  Real p;
  flow Real m;
  stream Real h;
end Port;

// A connector of a class that contains others: its stream variable is what comes from inside.
model Outside
  model Source
    Port c;
  equation
    c.p = 1;
    c.h = 10;
  end Source;
  model Wrapped
    Port c;
    Source s;
  equation
    connect(c, s.c);
  end Wrapped;
  model Sink
    Port c;
    Real h = inStream(c.h);
  equation
    c.m = 2;
    c.h = 20;
  end Sink;
  Wrapped a;
  Sink b;
equation
  connect(a.c, b.c);
end Outside;
