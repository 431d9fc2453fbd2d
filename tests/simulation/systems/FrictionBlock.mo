model FrictionBlock "a block on a floor; the force grows until it slides, then ends"
  parameter Real m = 2;
  parameter Real f0 = 3 "friction";
  parameter Real slope = 2;
  parameter Real end_of_force = 3;
  constant Integer Backward = -1;
  constant Integer Stuck = 0;
  constant Integer Forward = 1;
  Real u;
  Real f;
  Real v(start = 0, fixed = true);
  Real a;
  Real sa "runs along the curve of friction at rest";
  Boolean startFor;
  Boolean startBack;
  Integer mode(start = Stuck, fixed = true);
equation
  u = if time < end_of_force then slope*time else 0;
  m*a = u - f;
  a = der(v);
  startFor = pre(mode) == Stuck and sa > 1;
  startBack = pre(mode) == Stuck and sa < -1;
  a = if pre(mode) == Forward or startFor then sa - 1
    else if pre(mode) == Backward or startBack then sa + 1 else 0;
  f = if pre(mode) == Forward or startFor then f0
    else if pre(mode) == Backward or startBack then -f0 else f0*sa;
  mode = if (pre(mode) == Forward or startFor) and v > 0 then Forward
    else if (pre(mode) == Backward or startBack) and v < 0 then Backward else Stuck;
  annotation(experiment(StopTime = 8, Tolerance = 1e-8));
end FrictionBlock;
