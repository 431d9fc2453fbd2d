// expect: 14: ProtectedAccess: `c` is protected in `a`
model ConnectProtected
  connector C
    Real e;
    flow Real f;
  end C;
  model A
  protected
    C c;
  end A;
  A a;
  C c;
equation
  connect(a.c, c);
  c.e = 1;
end ConnectProtected;
