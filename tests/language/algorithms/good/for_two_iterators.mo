model ForTwoIterators
  Real a[2, 2];
algorithm
  for i in 1:2, j in 1:2 loop
    a[i, j] := i*j*time;
  end for;
end ForTwoIterators;
