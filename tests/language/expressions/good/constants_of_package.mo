// A constant of a package is its value.
model M
  package P
    constant Real g = 9.81;
    constant Integer n[2] = {1, 2};
  end P;
  Real x = P.g*time;
  Real y[P.n[2]] = fill(time, 2);
end M;
