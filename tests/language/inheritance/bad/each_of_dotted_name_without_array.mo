// expect: 7: WrongEach: `each a` is used, but there is no array
// expect: 8: UnknownModifier: `C` has no element `q` to be modified
model C
  parameter Real a = 1;
end C;
model EachOfDottedNameWithoutArray
  model B C c; end B; B b1(each c.a = 2);
  B b2(c.q = 1);
end EachOfDottedNameWithoutArray;
