// A field that is final is no input of the constructor (section 12.6); it stays in the record.
model RecordFinalField
  record R
    final constant Integer n = 2;
    Real x[n];
    final parameter Real a = 3;
    Real y = a;
  end R;
  record S
    extends R(final y = 5);
    Real z;
  end S;
  R r = R({1, 2});
  S s = S({1, 2}, 7);
end RecordFinalField;
