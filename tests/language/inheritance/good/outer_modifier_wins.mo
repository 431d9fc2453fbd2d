model A
  parameter Real p = 1;
end A;
model B
  A a(p = 2);
end B;
model C
  extends B(a(p = 3));
end C;
model OuterModifierWins
  C c(a(p = 4));
end OuterModifierWins;
