// expect: 6: DuplicateModifier: `p` is modified twice
model A
  parameter Real p = 1;
end A;
model ModifierTwice
  A a(p = 2, p = 3);
end ModifierTwice;
