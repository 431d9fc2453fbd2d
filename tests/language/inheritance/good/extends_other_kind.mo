// A connector may extend types and records, a block records, a model records and blocks.
model ExtendsOtherKind
  record R
    Real x;
  end R;
  connector C
    extends R;
    flow Real f;
  end C;
  block B
    extends R(x = 1);
  end B;
  model A
    extends B;
  end A;
  connector Signal
    extends Real;
  end Signal;
  C c;
  A a;
  output Signal s = 2;
equation
  c.x = 3;
end ExtendsOtherKind;
