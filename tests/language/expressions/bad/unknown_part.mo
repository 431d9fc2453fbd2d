// expect: 7: UnknownName: `c` has no element named `valeu`
model M
  model C
    Real value = time;
  end C;
  C c;
  Real y = c.valeu;
end M;
