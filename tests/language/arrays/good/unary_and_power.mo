model UnaryAndPower
  Real x = -2^2*time;
  Real y = (-2)^2*time;
  Real z[2, 2] = [1, 2; 3, 4]^2;
  Real w[3] = 2 .^ {1, 2, 3};
  Real v[3] = {1, 2, 3} .^ {2, 2, 2};
  Real m = -(time)^3;
end UnaryAndPower;
