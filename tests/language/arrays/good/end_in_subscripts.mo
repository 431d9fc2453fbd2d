// `end` is the size of the dimension in which it stands (section 10.5.2).
model M
  parameter Real v[4] = {1, 2, 3, 4};
  parameter Integer k[2] = {1, 4};
  Real last = v[end] + time;
  Real before = v[end - 1] + time;
  Real inner_end = v[k[end]] + time;
  parameter Real tail[2] = v[end - 1:end];
end M;
