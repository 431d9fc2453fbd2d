// expect: 4: TypeMismatch: `1.5` has type Real; expected Integer, Boolean, an enumeration or a vector
model M
  parameter Real v[3] = {1, 2, 3};
  Real y = v[1.5];
end M;
