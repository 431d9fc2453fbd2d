model A
  parameter Real p = 1;
end A;
model B
  extends A;
  Real y = p;
end B;
model Holder
  replaceable A a;
end Holder;
model RedeclareComponentAsElement
  extends Holder;
  redeclare B a(p = 2);
end RedeclareComponentAsElement;
