// expect: 5: DuplicateName: `DeclaredAndInherited` has two different declarations of `p`
model A
  parameter Real p = 1;
end A;
model DeclaredAndInherited
  extends A;
  parameter Integer p = 1;
end DeclaredAndInherited;
