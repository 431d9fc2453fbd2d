// Statements in a loop that assign to components are written out.
model M
  model C
    Real y;
  end C;
  C c[3];
algorithm
  for i in 1:3 loop
    c[i].y := i*time;
  end for;
end M;
