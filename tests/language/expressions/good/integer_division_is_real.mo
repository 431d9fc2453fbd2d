// Integer / Integer is Real (section 10.6.5).
model M
  parameter Integer n = 3;
  parameter Real half = n/2;
  parameter Real power = n^2;
end M;
