// expect: 5: TypeMismatch: a value of type Real cannot be assigned to a variable of type Integer
model Type
  Integer n;
algorithm
  n := time;
end Type;
