// An equation between records is one for each field.
model RecordEquation
  record R
    Real a;
    Real b[2];
  end R;
  R r;
  R s(a = time, b = {1, 2});
equation
  r = s;
end RecordEquation;
