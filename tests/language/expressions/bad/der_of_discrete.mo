// expect: 4: TypeMismatch: `n` has type Integer; expected Real
model M
  Integer n = 1;
  Real x = der(n);
end M;
