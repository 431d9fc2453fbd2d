// expect: 9: SubscriptOutOfRange: subscript 2 of dimension 1
// The branch that is taken has to fit.
model IfTakenSize
  parameter Integer n = 1;
  Real x[n] = {time};
  Real y;
equation
  if n > 0 then
    y = x[2];
  else
    y = x[n + 3];
  end if;
end IfTakenSize;
