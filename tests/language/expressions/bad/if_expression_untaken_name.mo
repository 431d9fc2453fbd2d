// expect: 7: UnknownName: nothing named `q`
// expect: 8: UnknownName: nothing named `p`
// A name must be declared wherever it stands, also in a branch that is not taken.
model IfExpressionUntakenName
  parameter Integer n = 0;
  Real x[n] = fill(1, n);
  Real y = if n > 0 then x[1] + q else 0;
  Real z = if false then p else 0;
end IfExpressionUntakenName;
