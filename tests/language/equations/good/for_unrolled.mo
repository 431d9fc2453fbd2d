// A loop over components is taken apart: each component has variables of its own.
model ForUnrolled
  model C
    Real x;
  end C;
  C c[2];
equation
  for i in 1:2 loop
    c[i].x = i*time;
  end for;
end ForUnrolled;
