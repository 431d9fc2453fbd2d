// expect: 6: DuplicateModifier: `u` is modified twice
model A
  replaceable Real u = 1;
end A;
model RedeclareAndModifyTwice
  A a(redeclare Real u = 2, u = 3);
end RedeclareAndModifyTwice;
