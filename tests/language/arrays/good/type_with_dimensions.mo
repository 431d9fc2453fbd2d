// Dimensions of a type follow those of the component: `Vector x[2]` is 2 x 3 (section 10.1).
model M
  type Vector = Real[3];
  Vector x[2];
  Vector y;
equation
  x = {{1, 2, 3}, {4, 5, 6}}*time;
  y = x[1];
end M;
