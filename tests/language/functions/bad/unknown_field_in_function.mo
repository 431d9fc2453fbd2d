// expect: 10: UnknownName: `p` has no element named `z`
model M
  record P
    Real x;
  end P;
  function f
    input P p;
    output Real y;
  algorithm
    y := p.z;
  end f;
  Real y = f(P(time));
end M;
