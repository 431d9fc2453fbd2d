// expect: 3: TypeMismatch: the size of a dimension has type Real; expected Integer
model M
  Real x[2.5] = {1, 2};
end M;
