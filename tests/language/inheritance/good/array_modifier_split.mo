model A
  parameter Real p = 1;
  parameter Real v[2] = {1, 2};
end A;
model ArrayModifierSplit
  A a[2](p = {3, 4}, v = {{1, 2}, {3, 4}});
end ArrayModifierSplit;
