// expect: 12: FinalModified: `a` is final
model A
  Real x = 1;
end A;
model Holder
  replaceable A a;
end Holder;
model Middle
  extends Holder(redeclare final A a);
end Middle;
model FinalRedeclared
  Middle middle(redeclare A a);
end FinalRedeclared;
