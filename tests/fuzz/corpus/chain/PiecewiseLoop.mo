model PiecewiseLoop "relations inside systems of equations"
  Real x;
  Real y;
  Real u;
  Real w;
equation
  x = if y > 1 then 2*y - 1 else y;
  y + x = 4*time;
  u = if w < 0.5 then 3*w else 1.5 + (w - 0.5);
  u + w = 1 + time;
  annotation(experiment(StopTime = 2));
end PiecewiseLoop;
