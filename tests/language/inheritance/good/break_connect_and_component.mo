model BreakConnectAndComponent
  connector C
    Real e;
    flow Real f;
  end C;
  model R
    C p;
    C n;
  equation
    p.f + n.f = 0;
    p.e - n.e = p.f;
  end R;
  model G
    C p;
  equation
    p.e = 0;
  end G;
  model Base
    R r1;
    R r2;
    R r3;
    G g;
  equation
    connect(r1.p, g.p);
    connect(r1.n, r2.p);
    connect(r2.n, r3.p);
    connect(r3.n, g.p);
  end Base;
  extends Base(break r2, break connect(r3.n, g.p));
  R r4;
equation
  connect(r1.n, r4.p);
  connect(r4.n, r3.p);
  connect(r3.n, g.p);
end BreakConnectAndComponent;
