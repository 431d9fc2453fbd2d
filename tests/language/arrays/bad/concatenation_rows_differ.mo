// expect: 3: TypeMismatch: a row of this matrix has 1 elements, but the first row has 2
model M
  parameter Real m[2, 2] = [1, 2; 3];
end M;
