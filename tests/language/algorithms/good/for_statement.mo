// Loops of algorithms stay loops.
model ForStatement
  Real s;
  Real a[3] = {1, 2, time};
algorithm
  s := 0;
  for i in 1:3 loop
    s := s + a[i];
  end for;
end ForStatement;
