// The range of the inner loop depends on the outer one.
model M
  model C
    Real x[2];
  end C;
  C c[2];
equation
  for i in 1:2 loop
    for j in 1:i loop
      c[i].x[j] = j*time;
    end for;
  end for;
  c[1].x[2] = 0;
end M;
