// expect: 5: TypeMismatch: `a` has type A, but its value has type B
type A = enumeration(x, y);
type B = enumeration(x, y, z);
model EnumerationOfOtherType
  parameter A a = B.x;
end EnumerationOfOtherType;
