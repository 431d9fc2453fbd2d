// expect: 4: SubscriptOutOfRange: subscript 0 of dimension 1 is outside of `v[0]`, which is of type Real[3]
model M
  parameter Real v[3] = {1, 2, 3};
  Real y = v[0] + time;
end M;
