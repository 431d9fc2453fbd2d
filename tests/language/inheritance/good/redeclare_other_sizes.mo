model RedeclareOtherSizes
  model A
    replaceable Real x[3] = {1, 2, 3};
    Real y = sum(x);
  end A;
  A a(redeclare Real x[2] = {1, 2});
end RedeclareOtherSizes;
