model A
  Real v[3];
  Real x;
  Integer n;
equation
  for i in 1:3 loop
    v[i] = i*time;
  end for;
  x = v*{1, 2, 3};
algorithm
  n := integer(x);
end A;
