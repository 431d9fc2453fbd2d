// A function of a scalar applied to an array (section 12.4.6).
model M
  parameter Real v[2] = {0, 1};
  Real y[2] = sin(v*time);
  Real z[2] = atan2(v, {time, 2});
end M;
