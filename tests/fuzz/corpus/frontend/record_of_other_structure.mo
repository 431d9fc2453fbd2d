// expect: 12: TypeMismatch: the left side of this equation has type B, the right side A
record A
  Real x;
end A;
record B
  Real y;
end B;
model RecordOfOtherStructure
  A a = A(1);
  B b;
equation
  b = a;
end RecordOfOtherStructure;
