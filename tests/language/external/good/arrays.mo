// arguments: -L ../libraries
// Arrays with sizes as size_t, row by row; an output with a value; a local variable as memory (section 12.9.1).
model M
  constant Integer v[3] = Foreign.reverse({5, 6, 7});
  Real a[v[1]] "7";
  Real b[integer(Foreign.foreign_trace([1, 2, 3; 4, 5, 6]))] "1 + 5";
  constant Integer w[3] = Foreign.accumulate({1, 2, 3});
  Real c[w[3]] "6";
  Real d[integer(Foreign.median({9, 1, 4, 8, 2}))] "4";
  Real e[size(Foreign.reverse(fill(0, 0)), 1)] "0";
equation
  a = fill(time, 7);
  b = fill(time, 6);
  c = fill(time, 6);
  d = fill(time, 4);
end M;
