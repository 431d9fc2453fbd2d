// expect: 6: NotAValue: `C` is a class, not a value
model M
  model C
    Real x = time;
  end C;
  Real y = C;
end M;
