// The inner loop stays where only elements of one variable are meant.
model M
  model C
    Real y[2];
  end C;
  C c[2];
algorithm
  for i in 1:2, j in 1:2 loop
    c[i].y[j] := i*j*time;
  end for;
end M;
