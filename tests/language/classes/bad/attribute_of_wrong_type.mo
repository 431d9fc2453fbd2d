// expect: 3: TypeMismatch: attribute `unit` has type Real; expected String
model AttributeOfWrongType
  Real x(unit = 1.0) = time;
end AttributeOfWrongType;
