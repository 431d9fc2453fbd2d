model StickSlip "a block is drawn by a spring whose end moves evenly; it rests and slips in turn"
  parameter Real m = 1;
  parameter Real k = 4;
  parameter Real v0 = 0.5 "speed of the spring's end";
  parameter Real f0 = 2 "friction when it slides";
  parameter Real peak = 1.5 "that at rest, by f0";
  constant Integer Backward = -1;
  constant Integer Stuck = 0;
  constant Integer Forward = 1;
  Real z(start = 0, fixed = true) "stretch of the spring";
  Real v(start = 0, fixed = true);
  Real a;
  Real f;
  Real sa;
  Boolean startFor(start = false, fixed = true);
  Boolean startBack(start = false, fixed = true);
  Integer mode(start = Stuck, fixed = true);
equation
  der(z) = v0 - v;
  m*a = k*z - f;
  a = der(v);
  startFor = pre(mode) == Stuck and (sa > peak or pre(startFor) and sa > 1);
  startBack = pre(mode) == Stuck and (sa < -peak or pre(startBack) and sa < -1);
  a = if pre(mode) == Forward or startFor then sa - 1
    else if pre(mode) == Backward or startBack then sa + 1 else 0;
  f = if pre(mode) == Forward or startFor then f0
    else if pre(mode) == Backward or startBack then -f0 else f0*sa;
  mode = if (pre(mode) == Forward or startFor) and v > 0 then Forward
    else if (pre(mode) == Backward or startBack) and v < 0 then Backward else Stuck;
  annotation(experiment(StopTime = 15, Tolerance = 1e-8));
end StickSlip;
