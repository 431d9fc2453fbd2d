// The range of an iterator may be deduced from its use as a subscript (section 10.4.1.1).
model M
  parameter Real v[3] = {1, 2, 3};
  parameter Real w[3] = {2*v[i] for i};
  Real s = sum(v[i]*w[i] for i) + time;
end M;
