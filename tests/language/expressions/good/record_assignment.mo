// An equation between records is one for each field (section 6.7).
model M
  record R
    Real a;
    Integer b;
  end R;
  R r;
  R s(a = time, b = 2);
equation
  r = s;
end M;
