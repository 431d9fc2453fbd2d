model AlgorithmSlices
  Real x[4](each start = 0);
  Real m[2, 2];
algorithm
  x[1:2] := {time, 2*time};
  x[{4, 3}] := {1, 2};
  for i in 1:2 loop
    m[i, :] := x[2*i - 1:2*i];
  end for;
end AlgorithmSlices;
