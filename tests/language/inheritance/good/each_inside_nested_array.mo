model A
  parameter Real p = 1;
end A;
model B
  A a[2];
end B;
model EachInsideNestedArray
  B b[2](a(each p = 5));
end EachInsideNestedArray;
