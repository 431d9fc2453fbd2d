// The branch that is not taken may use elements that the array does not have, or have another size. Where both fit, the
// parameter stays as it is.
model IfExpressionUntaken
  parameter Integer n = 0;
  parameter Boolean b = false;
  parameter Boolean c = false;
  parameter Integer k = 4;
  Real x[n] = fill(1, n);
  Real y = if n > 0 then x[1] else 0;
  Real z = if n == 0 then time elseif b then x[n + 1] else x[k];
  Real v[2] = if b then {1, 2, 3} else {1, 2};
  Real w = if c then time else 2*time;
end IfExpressionUntaken;
