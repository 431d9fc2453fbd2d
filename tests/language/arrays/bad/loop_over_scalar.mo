// expect: 5: TypeMismatch: `2` has type Integer; expected a vector
model M
  Real x[2];
equation
  for i in 2 loop
    x[i] = time;
  end for;
end M;
