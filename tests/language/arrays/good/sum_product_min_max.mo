// Reductions of whole arrays (section 10.3.4).
model M
  parameter Real v[3] = {3, 1, 2};
  Real total = sum(v)*time;
  Real all = product(v) + time;
  Real low = min(v) - time;
  Real high = max(v) - time;
end M;
