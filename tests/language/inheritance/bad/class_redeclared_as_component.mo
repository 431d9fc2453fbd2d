// expect: 10: NotSubtype: `M` is a class; it cannot be redeclared as a component
model A
  Real x = 1;
end A;
model Holder
  replaceable model M = A;
  M m;
end Holder;
model ClassRedeclaredAsComponent
  Holder h(redeclare A M);
end ClassRedeclaredAsComponent;
