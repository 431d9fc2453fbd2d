model Interface
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
  replaceable A a constrainedby Interface(p = 7);
end Holder;
model ConstrainedbyModifier
  Holder one;
  Holder two(redeclare B a);
end ConstrainedbyModifier;
