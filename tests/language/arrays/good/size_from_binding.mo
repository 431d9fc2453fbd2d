// A dimension `:` takes its size from the value (section 10.1).
model M
  parameter Real v[:] = {1, 2, 3};
  Real x[size(v, 1)];
equation
  for i in 1:size(v, 1) loop
    x[i] = v[i]*time;
  end for;
end M;
