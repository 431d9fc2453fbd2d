model Root
  parameter Real p = 1;
  Real x = p;
end Root;
model A
  extends Root;
end A;
model B
  extends Root;
  Real b = 2 * x;
end B;
model DiamondWithModifier
  extends A(p = 3);
  extends B(p = 3);
end DiamondWithModifier;
