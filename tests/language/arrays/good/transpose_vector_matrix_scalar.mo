// Conversions between numbers of dimensions (section 10.3.2).
model M
  parameter Real m[2, 3] = {{1, 2, 3}, {4, 5, 6}};
  parameter Real t[3, 2] = transpose(m);
  parameter Real v[3] = vector({{7}, {8}, {9}});
  parameter Real w[3, 1] = matrix(v);
  parameter Real s = scalar({{5}});
end M;
