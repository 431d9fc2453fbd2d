// expect: 6: WrongEach: `3` is a single value, but it is given to an array of components
model A
  parameter Real p = 1;
end A;
model EachMissing
  A a[2](p = 3);
end EachMissing;
