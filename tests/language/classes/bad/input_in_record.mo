// expect: 4: WrongClassKind: `x` is declared as `input` in a record
model InputInRecord
  record R
    input Real x;
  end R;
  R r(x = 1);
end InputInRecord;
