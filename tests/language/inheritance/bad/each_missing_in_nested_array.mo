// expect: 9: WrongEach: `{1, 2}` is a single value, but it is given to an array of components
model A
  parameter Real p = 1;
end A;
model B
  A a[2];
end B;
model EachMissingInNestedArray
  B b[2](a(p = {1, 2}));
end EachMissingInNestedArray;
