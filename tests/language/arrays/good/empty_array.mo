// Arrays without elements have no equations; sums over them are zero (section 10.7).
model M
  parameter Integer n = 0;
  Real x[n];
  Real y = sum(x) + time;
  parameter Real m[0, 3] = fill(0.0, 0, 3);
  parameter Real z[3] = transpose(m)*zeros(0);
equation
  for i in 1:n loop
    x[i] = i;
  end for;
end M;
