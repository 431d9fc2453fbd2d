// 1:3, 1:2:6 and the empty range 3:1 (section 10.4.3).
model M
  parameter Integer a[3] = 1:3;
  parameter Integer b[3] = 1:2:6;
  parameter Integer c[:] = 3:1;
  parameter Integer n = size(c, 1);
  parameter Integer down[4] = 4:-1:1;
  parameter Real r[3] = 0:0.5:1;
end M;
