model ConnectRecordInConnector
  record R
    Real a;
    Real b[2];
  end R;
  connector C
    R r;
    flow R f;
  end C;
  model A
    C c;
  equation
    c.r.a = time;
    c.r.b = {1, 2};
  end A;
  model B
    C c;
  equation
    c.f.a = c.r.a;
    c.f.b = 2*c.r.b;
  end B;
  A a;
  B b;
equation
  connect(a.c, b.c);
end ConnectRecordInConnector;
