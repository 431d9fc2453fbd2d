// expect: 10: ProtectedAccess: `a` is protected in `Holder`
model A
  Real x = 1;
end A;
model Holder
protected
  replaceable A a;
end Holder;
model ProtectedRedeclared
  Holder h(redeclare A a);
end ProtectedRedeclared;
