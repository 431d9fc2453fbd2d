// A loop with an empty range has no equations.
model ForEmpty
  parameter Integer n = 0;
  Real x = time;
  Real y[n];
equation
  for i in 1:n loop
    y[i] = x;
  end for;
end ForEmpty;
