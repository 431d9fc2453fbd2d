// expect: 6: UnknownModifier: `A` has no element `q` to be modified
model A
  parameter Real p = 1;
end A;
model ModifierOfMissingElement
  A a(q = 2);
end ModifierOfMissingElement;
