// expect: 3: TypeMismatch: `time > 1` has type Boolean; expected a number
model SmoothOfBoolean
  Boolean b = smooth(1, time > 1);
end SmoothOfBoolean;
