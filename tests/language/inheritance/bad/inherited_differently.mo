// expect: 8: DuplicateName: `InheritedDifferently` has two different declarations of `p`
model A
  parameter Real p = 1;
end A;
model B
  parameter Real p = 2;
end B;
model InheritedDifferently
  extends A;
  extends B;
  Real x = p;
end InheritedDifferently;
