// expect: 3: WrongArguments: `end` is used outside of subscripts
model M
  Real y = end;
end M;
