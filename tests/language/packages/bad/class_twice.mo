// expect: 5: DuplicateName: class `A` is defined
model A
  Real x = 1;
end A;
model A
  Real x = 2;
end A;
model ClassTwice
  A a;
end ClassTwice;
