model A
  parameter Real p = 1;
end A;
model B
  A a[2];
end B;
model EachOnNestedArray
  B b[2](each a(p = {5, 6}));
end EachOnNestedArray;
