// expect: 7: WrongSize: the value has the size 3, but it is for an array of 2 components
model M
  model C
    parameter Real k = 1;
    Real y = k*time;
  end C;
  C c[2](k = {1, 2, 3});
end M;
