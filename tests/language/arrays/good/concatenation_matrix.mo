// [a, b; c, d] concatenates along columns and rows; scalars are 1 x 1, vectors are n x 1 (section 10.4.2.1).
model M
  parameter Real v[2] = {3, 4};
  parameter Real m[2, 2] = [1, 2; 5, 6];
  parameter Real n[2, 3] = [m, v];
  parameter Real o[3, 2] = [m; 7, 8];
end M;
