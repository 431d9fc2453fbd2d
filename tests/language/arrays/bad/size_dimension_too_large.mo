// expect: 4: SubscriptOutOfRange: there is no dimension 2 in `v` of type Real[2]
model M
  parameter Real v[2] = {1, 2};
  parameter Integer n = size(v, 2);
end M;
