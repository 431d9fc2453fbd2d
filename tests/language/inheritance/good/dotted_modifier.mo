model A
  parameter Real p = 1;
  parameter Real q = 1;
end A;
model B
  A a(q = 5);
end B;
model DottedModifier
  B b(a.p = 2);
end DottedModifier;
