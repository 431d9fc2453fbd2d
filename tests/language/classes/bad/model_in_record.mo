// expect: 5: WrongClassKind: a component of a record cannot be of the model `A`
model ModelInRecord
  model A Real x = 1; end A;
  record R
    A a;
  end R;
  R r;
end ModelInRecord;
