// expect: 3: TypeMismatch: `x` has type Real[2], but its value has type
model SizeOfArray
  Real x[2] = {1, 2, 3};
end SizeOfArray;
