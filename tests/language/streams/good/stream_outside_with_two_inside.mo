model StreamOutsideWithTwoInside
  connector F
    Real p;
    flow Real m;
    stream Real h;
  end F;
  model Pipe
    F a;
    F b;
  equation
    a.m + b.m = 0;
    a.m = a.p - b.p;
    a.h = inStream(b.h);
    b.h = inStream(a.h);
  end Pipe;
  model Par
    F a;
    F b;
    Pipe p1;
    Pipe p2;
  equation
    connect(a, p1.a);
    connect(a, p2.a);
    connect(b, p1.b);
    connect(b, p2.b);
  end Par;
  model Bnd
    F f;
    parameter Real p = 1;
  equation
    f.p = p;
    f.h = 10;
  end Bnd;
  Par par;
  Bnd l;
  Bnd r(p = 2);
equation
  connect(l.f, par.a);
  connect(par.b, r.f);
end StreamOutsideWithTwoInside;
