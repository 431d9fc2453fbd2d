// expect: 9: DuplicateModifier: `a` is modified twice
model A
  Real x = 1;
end A;
model Holder
  replaceable A a;
end Holder;
model RedeclareTwice
  Holder h(redeclare A a, redeclare A a);
end RedeclareTwice;
