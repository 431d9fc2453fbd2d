record R
  Real a;
  Real b;
end R;
function f
  input Real u;
  output R r;
algorithm
  r.a := u;
  r.b := 2*u;
end f;
connector ROutput = output R;
model RecordValueOfCalls
  R both[2] = {f(time), f(2*time)};
  R other = both[1];
  ROutput y[2] = both;
end RecordValueOfCalls;
