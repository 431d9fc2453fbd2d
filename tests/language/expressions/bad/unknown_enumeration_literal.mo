// expect: 4: UnknownName: `E` has no element named `gren`
model M
  type E = enumeration(red, green);
  parameter E e = E.gren;
end M;
