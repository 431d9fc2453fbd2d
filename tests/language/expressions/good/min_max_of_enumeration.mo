// min and max of scalars, also of Integers.
model M
  parameter Integer a = min(3, 4);
  parameter Real b = max(1.5, 1);
  Real c = max(time, 1);
end M;
