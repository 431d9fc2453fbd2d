package P
  record A
    Integer n = 2;
    Real x[n] = fill(1.0, n);
  end A;
  constant A a(n = 3);
  constant A b = A(n = 2, x = {4, 5});
end P;
model RecordConstantWithSizes
  Real y = sum(P.a.x) + P.b.x[2];
  Real z[P.a.n] = P.a.x;
end RecordConstantWithSizes;
