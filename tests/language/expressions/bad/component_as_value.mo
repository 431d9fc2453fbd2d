// expect: 7: NotAValue: `c` is of the model M.C, which has no value of its own
model M
  model C
    Real x = time;
  end C;
  C c;
  Real y = c;
end M;
