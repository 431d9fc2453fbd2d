// expect: 6: TypeMismatch: `a.p` has type Real, but its value has type Boolean
model A
  parameter Real p = 1;
end A;
model ModifierType
  A a(p = true);
end ModifierType;
