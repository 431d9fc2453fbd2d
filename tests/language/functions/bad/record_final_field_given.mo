// expect: 7: WrongArguments: `RecordFinalFieldGiven.R` has no input `a`
model RecordFinalFieldGiven
  record R
    final parameter Real a = 3;
    Real y = a;
  end R;
  R r = R(a = 1);
end RecordFinalFieldGiven;
