// A number times an array, and an array divided by a number (sections 10.6.3 and 10.6.5).
model M
  Real a[2] = 2*{time, 1};
  Real b[2] = a/4;
  Real c[2] = -a;
end M;
