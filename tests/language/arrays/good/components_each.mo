// `each` gives the same value to all elements (section 7.2.5).
model M
  model C
    parameter Real k = 1;
    Real y = k*time;
  end C;
  C c[2](each k = 5);
end M;
