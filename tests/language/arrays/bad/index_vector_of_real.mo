// expect: 4: TypeMismatch: `{1.0, 2.0}` has type Real[2]; expected Integer, Boolean, an enumeration or a vector
model IndexVectorOfReal
  Real x[3] = {1, 2, 3};
  Real y[2] = x[{1.0, 2.0}];
end IndexVectorOfReal;
