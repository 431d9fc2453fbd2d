// In a when-clause everything has a value before the event.
model PreInWhen
  Real x(start = 1, fixed = true);
  Real y(start = 0, fixed = true);
  parameter Integer n = 2;
  Integer m = pre(n);
equation
  der(x) = -x;
  when x < 0.5 then
    y = pre(x) + pre(y);
  end when;
end PreInWhen;
