// expect: 6: WrongSize: the value has the size 3, but it is for an array of 2 components
model A
  parameter Real p = 1;
end A;
model ArrayModifierOfWrongSize
  A a[2](p = {1, 2, 3});
end ArrayModifierOfWrongSize;
