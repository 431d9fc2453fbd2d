// expect: 5: TypeMismatch: the left side of this equation has type Real[2], the right side Real
model M
  Real x[2];
equation
  x = time;
end M;
