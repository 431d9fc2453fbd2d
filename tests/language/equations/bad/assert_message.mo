// expect: 5: TypeMismatch: String
model AssertMessage
  Real x = time;
equation
  assert(x < 10, x);
end AssertMessage;
