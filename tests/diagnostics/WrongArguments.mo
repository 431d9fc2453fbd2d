model A
  Real x;
  Real y;
  Boolean b;
equation
  x = sin(1, 2) + max();
  y = pre(x + 1);
  b = edge(x);
  when b then
    reinit(x);
  end when;
end A;
