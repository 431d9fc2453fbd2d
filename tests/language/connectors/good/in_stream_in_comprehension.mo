connector Port
  Real p;
  flow Real m;
  stream Real h;
end Port;
model Source
  Port port;
  parameter Real h0 = 1;
equation
  port.p = 1;
  port.h = h0;
end Source;
model Mixer
  Port a;
  Port b[2];
equation
  a.m + sum(b.m) = 0;
  b.p = fill(a.p, 2);
  a.h = sum({max(b[j].m, 1e-6)*inStream(b[j].h) for j in 1:2});
  for j in 1:2 loop
    b[j].h = inStream(a.h);
  end for;
end Mixer;
model InStreamInComprehension
  Mixer m;
  Source s[2];
  Source t;
equation
  connect(m.a, t.port);
  connect(m.b, s.port);
end InStreamInComprehension;
