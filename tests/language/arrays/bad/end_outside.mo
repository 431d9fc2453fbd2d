// expect: 3: WrongArguments: `end` stands outside of subscripts
model M
  Real y = end;
end M;
