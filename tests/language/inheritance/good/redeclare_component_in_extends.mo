model A
  parameter Real p = 1;
end A;
model B
  parameter Real p = 2;
  Real y = p;
end B;
model Holder
  replaceable A a(p = 5);
end Holder;
model RedeclareComponentInExtends
  extends Holder(redeclare B a);
end RedeclareComponentInExtends;
