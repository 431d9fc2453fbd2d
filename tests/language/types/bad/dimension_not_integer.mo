// expect: 3: TypeMismatch: the size of a dimension has type Real; expected Integer
model DimensionNotInteger
  Real x[2.5];
end DimensionNotInteger;
