// expect: 5: TypeMismatch: `==` compares `x` and `1`, which are Real, outside of a function
// expect: 6: TypeMismatch: `<>` compares `x` and `y`, which are Real, outside of a function
model RealEquality
  Real x = time;
  Boolean b = x == 1;
  Real y = if x <> y then 1 else 2;
end RealEquality;
