partial model Interface
  parameter Real p = 0;
end Interface;
model A
  extends Interface;
end A;
model B
  extends Interface;
  Real y = p;
end B;
model Holder
  replaceable model M = A constrainedby Interface(p = 7);
  M m;
end Holder;
model ConstrainedbyClass
  Holder h(redeclare model M = B);
end ConstrainedbyClass;
