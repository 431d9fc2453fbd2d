// expect: 7: WrongSize: `c` has 1 dimensions, but 2 subscripts are given
model M
  model C
    Real y = time;
  end C;
  C c[2];
  Real z = c[1, 1].y;
end M;
