// Arrays in arrays of components: c.x is 2 x 3.
model M
  model C
    Real x[3] = {1, 2, 3}*time;
  end C;
  C c[2];
  Real m[2, 3] = c.x;
end M;
