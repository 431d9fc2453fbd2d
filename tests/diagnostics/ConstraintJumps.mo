model ConstraintJumps "a mass that jumps with a counter"
  parameter Real m = 1;
  Integer n(start = 0, fixed = true);
  Real x;
  Real v;
  Real f;
equation
  when sample(0.1, 0.1) then
    n = pre(n) + 1;
  end when;
  x = 2*n + time;
  v = der(x);
  m*der(v) = f;
end ConstraintJumps;
