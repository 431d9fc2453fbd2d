model RecordEqualityAndArrays
  record R
    Real x;
    Integer n;
  end R;
  R a = R(time, 2);
  R b;
  R c[2];
  Real s[2] = c.x;
equation
  b = a;
  c = {a, R(1, 1)};
end RecordEqualityAndArrays;
