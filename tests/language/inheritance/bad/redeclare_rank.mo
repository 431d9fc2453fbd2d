// expect: 6: NotSubtype: `x` is redeclared with 2 dimensions, but it was declared with 1
model RedeclareRank
  model A
    replaceable Real x[3] = {1, 2, 3};
  end A;
  A a(redeclare Real x[2, 2] = {{1, 2}, {1, 2}});
end RedeclareRank;
