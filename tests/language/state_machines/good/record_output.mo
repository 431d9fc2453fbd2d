// An outer output that is a record is merged field by field.
// warns: 5: ClockMissing: no clock is given
model RecordOutput
  record R
    Integer n(start = 0);
    Boolean b(start = false);
  end R;
  inner R r;
  block A
    outer output R r;
  equation
    r.n = previous(r.n) + 1;
    r.b = true;
  end A;
  block B
    outer output R r;
  equation
    r = R(previous(r.n) + 10, not previous(r.b));
  end B;
  block C
  end C;
  A a;
  B b;
  C c;
equation
  initialState(a);
  transition(a, b, r.n >= 2, immediate = false);
  transition(b, c, r.n >= 20, immediate = false);
end RecordOutput;
