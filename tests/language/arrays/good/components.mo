// An array of components: each has its own variables; `c.y` is the array of them (section 10.1).
model M
  model C
    parameter Real k = 1;
    Real y = k*time;
  end C;
  C c[2](k = {3, 4});
  Real total = sum(c.y);
end M;
