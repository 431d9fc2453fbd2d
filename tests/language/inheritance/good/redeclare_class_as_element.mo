model A
  Real x = 1;
end A;
model Holder
  replaceable model M = A;
  M m;
end Holder;
model RedeclareClassAsElement
  extends Holder;
  redeclare model M
    Real x = 2;
    Real y = 3;
  end M;
end RedeclareClassAsElement;
