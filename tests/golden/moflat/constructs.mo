within;
package Other
  model Inner
    Real x;
  equation
    x = time;
  end Inner;
end Other;

model Constructs "what is flattened today"
  constant Integer n = 3 "a constant";
  parameter Real 'odd name' = 1/n "a quoted name";
  parameter Real p(min = 0, max = 10, unit = "m") = 2*n;
  input Real u = 0.5;
  output Real y;
  discrete Real d(start = 0, fixed = true);
  Integer k(start = 1);
  Real x(start = p, nominal = 100);
protected
  Boolean b;
initial equation
  x = -p;
equation
  if b then
    y = x;
    der(x) = -(x + u);
  elseif p > 3 then
    y = 0;
    der(x) = 1;
  else
    y = -x;
    der(x) = 2^(-1);
  end if;
  b = not (x > 1 and time < 2) or time >= 3 "comment of an equation";
  when {initial(), b} then
    d = if edge(b) then pre(d) + 1 else noEvent(abs(sin(x)));
    k = if change(b) then 2 else 3;
  end when;
  assert(x < 1000, "x is \"large\"");
  annotation(experiment(StartTime = -1, StopTime = 2.5, Tolerance = 1e-8, Interval = 0.01));
end Constructs;
