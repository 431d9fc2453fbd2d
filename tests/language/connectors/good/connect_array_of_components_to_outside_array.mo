model ConnectArrayOfComponentsToOutsideArray
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
  model Bank
    parameter Integer m = 3;
    C plug[m];
    C star;
    R r[m];
  equation
    connect(plug, r.p);
    for i in 1:m loop
      connect(r[i].n, star);
    end for;
  end Bank;
  model G
    C p;
  equation
    p.e = 0;
  end G;
  Bank b;
  G g[2];
equation
  connect(b.plug[1:2], g.p);
  connect(b.plug[end], b.star);
end ConnectArrayOfComponentsToOutsideArray;
