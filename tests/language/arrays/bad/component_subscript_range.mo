// expect: 7: SubscriptOutOfRange: subscript of `c` is 3, but the size is 2
model M
  model C
    Real y = time;
  end C;
  C c[2];
  Real z = c[3].y;
end M;
