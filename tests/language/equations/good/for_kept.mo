// A loop over an array of variables stays a loop.
model ForKept
  Real x[3];
equation
  for i in 1:3 loop
    x[i] = i*time;
  end for;
end ForKept;
