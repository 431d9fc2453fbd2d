model ConnectZeroSize
  connector C
    Real e;
    flow Real f;
  end C;
  model A
    parameter Integer n = 0;
    C c[n];
  equation
    c.e = zeros(n);
  end A;
  A a;
  A b;
equation
  connect(a.c, b.c);
end ConnectZeroSize;
