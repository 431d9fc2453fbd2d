model StreamJunctionOfArray
  connector F
    Real p;
    flow Real m;
    stream Real h;
  end F;
  model Vol
    parameter Integer n = 3;
    F f[n];
    Real h;
    Real p;
  equation
    f.p = fill(p, n);
    f.h = fill(h, n);
    der(h) = sum(f[i].m*actualStream(f[i].h) for i in 1:n);
    der(p) = sum(f.m);
  end Vol;
  model Bnd
    F f;
    parameter Real p = 1;
  equation
    f.p = p;
    f.h = 10;
  end Bnd;
  model Pipe
    F a;
    F b;
  equation
    a.m + b.m = 0;
    a.m = a.p - b.p;
    a.h = inStream(b.h);
    b.h = inStream(a.h);
  end Pipe;
  Vol v;
  Bnd b[3](p = {1, 2, 3});
  Pipe pp[3];
equation
  connect(b.f, pp.a);
  connect(pp.b, v.f);
end StreamJunctionOfArray;
