// expect: 4: UnknownName: `x` has no element named `start`
model M
  Real x = time;
  Real y = x.start;
end M;
