// expect: 7: WrongArguments: `M.P` has no input `z`
model M
  record P
    Real x;
    Real y = 1;
  end P;
  P p = P(time, z = 2);
end M;
