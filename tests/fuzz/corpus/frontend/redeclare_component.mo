model A
  Real x = time;
end A;
model B
  extends A;
  Real y = x;
end B;
model Holder
  replaceable A a;
end Holder;
model RedeclareComponent
  Holder h(redeclare B a);
end RedeclareComponent;
