// A number where a condition is needed
// Write a comparison, such as `x > 0`.
model M
  Real x = time;
  Real y = if x then 1 else 2;
end M;
