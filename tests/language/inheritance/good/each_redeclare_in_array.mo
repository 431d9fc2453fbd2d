model A
  Real x = 1;
end A;
model B
  Real x = 2;
end B;
model Holder
  replaceable A a;
end Holder;
model EachRedeclareInArray
  Holder h[2](redeclare each B a);
end EachRedeclareInArray;
