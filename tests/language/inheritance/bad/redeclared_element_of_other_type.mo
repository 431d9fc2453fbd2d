// expect: 12: NotSubtype: `B` cannot replace `A` for `a`: its element `x` is of another type
model A
  Real x = 1;
end A;
model B
  Boolean x = true;
end B;
model Holder
  replaceable A a;
end Holder;
model RedeclaredElementOfOtherType
  Holder h(redeclare B a);
end RedeclaredElementOfOtherType;
