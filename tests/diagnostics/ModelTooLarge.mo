model ModelTooLarge "An array that nobody can want as scalars"
  Real x[5000, 5000];
equation
  x = fill(time, 5000, 5000);
end ModelTooLarge;
