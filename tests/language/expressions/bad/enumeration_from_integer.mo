// expect: 4: TypeMismatch: `e` has type M.E, but its value has type Integer
model M
  type E = enumeration(red, green);
  parameter E e = 1;
end M;
