// expect: 3: UnknownName: no function named `foo` is declared here
model M
  Real y = foo(time);
end M;
