// cat(k, A, B) concatenates along dimension k (section 10.4.2).
model M
  parameter Real a[2, 1] = {{1}, {2}};
  parameter Real b[2, 2] = {{3, 4}, {5, 6}};
  parameter Real c[2, 3] = cat(2, a, b);
  parameter Real d[5] = cat(1, {1.0, 2.0}, {3.0, 4.0, 5.0});
end M;
