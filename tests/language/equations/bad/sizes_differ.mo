// expect: 6: TypeMismatch: the left side of this equation has type Real[3], the right side Real[2]
model SizesDiffer
  Real x[3];
  Real y[2] = {time, time};
equation
  x = y;
end SizesDiffer;
