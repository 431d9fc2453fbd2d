model A
  parameter Real p = 1;
end A;
model ModifierScope
  parameter Real p = 7;
  A a(p = p);
end ModifierScope;
