model A
  parameter Real p = 1;
end A;
model B
  parameter Real p = 1;
end B;
model SameElementInheritedTwice
  extends A;
  extends B;
  Real x = p;
end SameElementInheritedTwice;
