// expect: 9: FinalModified: `k` is final, but it is modified here
model FinalEachModifiedAgain
  model A
    parameter Real k(min = 0) = 1;
  end A;
  model B
    A a[3](each final k = 2);
  end B;
  B b(a(each k = 3));
end FinalEachModifiedAgain;
