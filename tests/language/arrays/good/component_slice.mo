// c[1:2].y selects components first, then the part of each.
model M
  model C
    parameter Real k = 1;
    Real y = k*time;
  end C;
  C c[3];
  Real z[2] = c[2:3].y;
  Real w = c[end].y;
end M;
