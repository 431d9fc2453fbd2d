// A loop whose body selects components is written out.
model M
  model C
    Real x;
  end C;
  C c[3];
equation
  for i in 1:3 loop
    c[i].x = i*time;
  end for;
end M;
