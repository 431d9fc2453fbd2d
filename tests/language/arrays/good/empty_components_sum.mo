model EmptyComponentsSum
  model A
    parameter Real k = 1;
    Real y = k*time;
  end A;
  parameter Integer n = 0;
  A a[n];
  Real s = sum(a.y);
  Real t = sum(a[i].y for i in 1:n);
  Boolean b = max(a.y) > 0;
end EmptyComponentsSum;
