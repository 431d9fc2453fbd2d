// expect: 27: ConnectMismatch: only one of `a.c.h` and `b.c.h` is a flow or stream variable
connector Port
  Real p;
  flow Real m;
  stream Real h;
end Port;
connector Other
  Real p;
  flow Real m;
  Real h;
end Other;
model StreamToPotential
  model A
    Port c;
  equation
    c.p = 1;
    c.h = 10;
  end A;
  model B
    Other c;
  equation
    c.p = 1;
  end B;
  A a;
  B b;
equation
  connect(a.c, b.c);
end StreamToPotential;
