model SlicesWithEndNested
  Real a[3, 4] = {{i + 10*j for j in 1:4} for i in 1:3};
  Integer k[2] = {1, 3};
  Real b = a[end, end];
  Real c[2] = a[end - 1, {1, end}];
  Real d = a[k[end], k[end - 1]];
  Real e[3] = a[:, end];
  Real f[2, 2] = a[2:end, 3:end];
end SlicesWithEndNested;
