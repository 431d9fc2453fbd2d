// expect: 7: TypeMismatch: input `x` of `RecordFieldOfOtherSize.S` has size 3 in dimension 1 of this call, but `{4, 5}` has type Integer[2]
model RecordFieldOfOtherSize
  record S
    parameter Integer n = 2;
    Real x[n] = fill(1.0, n);
  end S;
  parameter S t = S(n = 3, x = {4, 5});
end RecordFieldOfOtherSize;
