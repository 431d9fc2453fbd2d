connector Port
  Real p;
  flow Real m;
  stream Real h;
end Port;

// Nothing is connected: inStream is the connector's own value, and nothing flows.
model Unconnected
  model Source
    Port c;
    Real h = inStream(c.h);
  equation
    c.p = 1;
    c.h = 10;
  end Source;
  Source a;
end Unconnected;
