// expect: 5: CyclicClass: `A` contains itself
model ModelContainsItself
  model A
    Real x = 1;
    A a;
  end A;
  A a;
end ModelContainsItself;
