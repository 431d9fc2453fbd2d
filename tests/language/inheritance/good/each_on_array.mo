model A
  parameter Real p = 1;
end A;
model EachOnArray
  A a[2](each p = 3);
end EachOnArray;
