// expect: 5: DuplicateName: `DeclaredAndInherited` has two declarations of `p` that are not the same
model A
  parameter Real p = 1;
end A;
model DeclaredAndInherited
  extends A;
  parameter Integer p = 1;
end DeclaredAndInherited;
