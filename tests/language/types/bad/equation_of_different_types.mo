// expect: 6: TypeMismatch: the left side of this equation has type Boolean, the right side Real
model EquationOfDifferentTypes
  Boolean b;
  Real x = time;
equation
  b = x;
end EquationOfDifferentTypes;
