// v[2:3], m[:, 1], m[{2, 1}, :] are arrays; a scalar subscript removes its dimension (section 10.5).
model M
  parameter Real m[2, 3] = {{1, 2, 3}, {4, 5, 6}};
  parameter Real row[3] = m[2, :];
  parameter Real column[2] = m[:, 1];
  parameter Real swapped[2, 3] = m[{2, 1}, :];
  parameter Real part[1, 2] = m[1:1, 2:3];
end M;
