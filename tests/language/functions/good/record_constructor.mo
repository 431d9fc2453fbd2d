// The constructor of a record takes its fields by position or name, with their defaults (section 12.6).
model M
  record P
    Real x;
    Real y = 2;
  end P;
  P p = P(time);
  P q = P(y = 3, x = time);
end M;
