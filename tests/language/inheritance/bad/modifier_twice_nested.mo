// expect: 9: DuplicateModifier: `a.p` is modified twice
model A
  parameter Real p = 1;
end A;
model B
  A a;
end B;
model ModifierTwiceNested
  B b(a(p = 2), a.p = 3);
end ModifierTwiceNested;
