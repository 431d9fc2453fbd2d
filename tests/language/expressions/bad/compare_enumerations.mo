// expect: 5: TypeMismatch: `E.a` has type M.E, but `F.a` has type M.F
model M
  type E = enumeration(a, b);
  type F = enumeration(a, b);
  Boolean b = E.a == F.a;
end M;
