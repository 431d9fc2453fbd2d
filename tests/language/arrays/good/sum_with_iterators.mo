// sum(e for i in range), also with two iterators (section 10.3.4.1).
model M
  parameter Real v[3] = {1, 2, 3};
  Real a = sum(v[i]^2 for i in 1:3)*time;
  Real b = sum(i*j for i in 1:2, j in 1:3) + time;
  parameter Integer empty = sum(i for i in 1:0);
end M;
