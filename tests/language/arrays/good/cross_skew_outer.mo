// Vector functions (section 10.3.5).
model M
  parameter Real a[3] = {1, 0, 0};
  parameter Real b[3] = {0, 1, 0};
  parameter Real c[3] = cross(a, b);
  parameter Real s[3, 3] = skew({1, 2, 3});
  parameter Real o[2, 2] = outerProduct({1, 2}, {3, 4});
  parameter Real y[2, 2] = symmetric({{1, 2}, {3, 4}});
end M;
