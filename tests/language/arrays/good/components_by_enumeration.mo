model P
  parameter Real k = 1;
  Real x = k*time;
end P;
model ComponentsByEnumeration
  type E = enumeration(a, b);
  P p[E](k = {1, 2});
  Real y = p[E.a].x + sum(p.x);
equation
end ComponentsByEnumeration;
