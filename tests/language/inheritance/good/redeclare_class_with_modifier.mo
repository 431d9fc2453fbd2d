model A
  parameter Real p = 1;
end A;
model B
  parameter Real p = 2;
  parameter Real q = 3;
end B;
model Holder
  replaceable model M = A;
  M m;
end Holder;
model RedeclareClassWithModifier
  parameter Real r = 8;
  Holder h(redeclare model M = B(q = r));
end RedeclareClassWithModifier;
