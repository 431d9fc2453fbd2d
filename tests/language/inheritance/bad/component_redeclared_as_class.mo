// expect: 9: NotSubtype: `a` is a component; it cannot be redeclared as a class
model A
  Real x = 1;
end A;
model Holder
  replaceable A a;
end Holder;
model ComponentRedeclaredAsClass
  Holder h(redeclare model a = A);
end ComponentRedeclaredAsClass;
