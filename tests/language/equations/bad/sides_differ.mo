// expect: 6: TypeMismatch: the left side of this equation has type Real, the right side Boolean
model SidesDiffer
  Real x;
  Boolean b = time > 1;
equation
  x = b;
end SidesDiffer;
