// expect: 13: TypeMismatch: the left side of this equation has type RecordMissesFieldInEquation.S, the right side RecordMissesFieldInEquation.R
model RecordMissesFieldInEquation
  record R
    Real x;
    Integer n;
  end R;
  record S
    Real x;
  end S;
  R a = R(time, 2);
  S b;
equation
  b = a;
end RecordMissesFieldInEquation;
