// expect: 7: WrongArguments: input `y` of `M.P` is not given
model M
  record P
    Real x;
    Real y;
  end P;
  P p = P(time);
end M;
