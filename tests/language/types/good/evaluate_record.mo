// `Evaluate` of a record is that of its fields, and of what they are computed from.
model EvaluateRecord
  record Data
    Real r;
    Real c;
  end Data;
  function scaled
    input Data d;
    input Real factor;
    output Data y;
  algorithm
    y.r := factor*d.r;
    y.c := d.c;
  end scaled;
  parameter Data given(r = 0.0, c = 2.0);
  parameter Real factor = 3.0;
  parameter Data used = scaled(given, factor) annotation(Evaluate = true);
  Real x(start = 1, fixed = true);
  Real i;
equation
  used.r*i = x - 1;
  used.c*der(x) = i;
end EvaluateRecord;
