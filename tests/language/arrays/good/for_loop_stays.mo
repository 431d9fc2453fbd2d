// A loop over elements of arrays stays a loop.
model M
  parameter Integer n = 4;
  Real x[n];
equation
  x[1] = time;
  for i in 2:n loop
    x[i] = x[i - 1]/2;
  end for;
end M;
