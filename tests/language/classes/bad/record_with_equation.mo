// expect: 5: WrongClassKind: the record `R` cannot have equations
record R
  Real x;
equation
  x = 1;
end R;
model RecordWithEquation
  R r;
end RecordWithEquation;
