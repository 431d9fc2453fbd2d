// expect: 6: UnknownModifier: `A` has no element `b` to be redeclared
model A
  parameter Real p = 1;
end A;
model RedeclareOfMissingElement
  A a(redeclare Real b);
end RedeclareOfMissingElement;
