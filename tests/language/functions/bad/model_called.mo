// expect: 6: NotAValue: `C` is not a function
model M
  model C
    Real x = time;
  end C;
  Real y = C(1);
end M;
