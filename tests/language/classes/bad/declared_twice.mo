// expect: 4: DuplicateName: `x` is declared twice
model DeclaredTwice
  Real x = 1;
  Integer x = 2;
end DeclaredTwice;
