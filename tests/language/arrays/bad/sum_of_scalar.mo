// expect: 3: TypeMismatch: `time` has type Real; expected an array
model M
  Real y = sum(time);
end M;
