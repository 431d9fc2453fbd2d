// Every way in which arrays, records and loops become scalars; docs/scalarize.md has the rules.
model Scalarize
  record Pair
    Real a;
    Real b[2];
  end Pair;
  function split
    input Real u[2];
    output Real first;
    output Real rest[2];
  algorithm
    first := u[1] + u[2];
    rest := 2*u;
  end split;
  parameter Real k[2, 2] = [1, 2; 3, 4];
  parameter Integer which = 1 "may change, so it stays a subscript";
  Real x[2](start = {1, 2}, each fixed = true);
  Real y[2];
  Pair p;
  Pair q[2];
  Real s;
  Real r[2];
  Real chosen;
  discrete Real z[2];
  Real none[0];
equation
  der(x) = -k*x;
  y = if time > 1 then x else {x[2], x[1]};
  p = Pair(s, y);
  for i in 1:2 loop
    q[i].a = i*x[i];
    q[i].b = fill(p.a, 2);
  end for;
  (s, r) = split(x .* y);
  chosen = x[which];
  when sample(0, 0.5) then
    z = pre(z) + {sum(x), max(y)};
  end when;
  none = zeros(0);
end Scalarize;
