// Which potential is the larger one does not depend on the level, and neither does what is made of their difference.
// warns: 18: LevelUndetermined: nothing fixes the level of `valve.a.v` and `valve.b.v`
connector Pin
  Real v;
  flow Real i;
end Pin;
model Valve
  Pin a;
  Pin b;
  Real upper = if a.v > b.v then a.v else b.v;
  Real lower = noEvent(min(a.v, b.v));
  Real factor = smooth(0, if upper < lower + 1 then 2 else sqrt(upper - lower));
equation
  factor*(upper - lower)*sin(b.v - a.v) = a.i - 1;
  a.i + b.i = 0;
end Valve;
model LevelOfChoices
  Valve valve;
end LevelOfChoices;
