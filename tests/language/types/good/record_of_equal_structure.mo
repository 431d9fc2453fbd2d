record A
  Real x;
  Real y;
end A;
record B
  Real x;
  Real y;
end B;
model RecordOfEqualStructure
  A a = A(1, time);
  B b;
equation
  b = a;
end RecordOfEqualStructure;
