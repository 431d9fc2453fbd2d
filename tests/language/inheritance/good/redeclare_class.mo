model A
  parameter Real p = 1;
end A;
model B
  parameter Real p = 2;
  Real y = p;
end B;
model Holder
  replaceable model M = A;
  M first;
  M second(p = 9);
end Holder;
model RedeclareClass
  Holder h(redeclare model M = B);
end RedeclareClass;
