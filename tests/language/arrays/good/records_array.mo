// An array of records: the parts are arrays of the values.
model M
  record P
    Real x;
    Real y;
  end P;
  P p[2](x = {1, 2}, y = {3, 4});
  Real s = sum(p.x) + p[2].y + time;
end M;
