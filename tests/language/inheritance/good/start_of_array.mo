model StartOfArray
  Real x[2](start = {1, 2}, each fixed = true);
equation
  der(x) = -x;
end StartOfArray;
