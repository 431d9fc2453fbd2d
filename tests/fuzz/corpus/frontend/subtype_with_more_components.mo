model A
  Real x = 1;
end A;
model C
  Real x = 2;
  Real y = 3;
end C;
model Holder
  replaceable A a;
  Real z = a.x;
end Holder;
model SubtypeWithMoreComponents
  Holder h(redeclare C a);
end SubtypeWithMoreComponents;
