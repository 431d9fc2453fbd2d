model TwoBlocks "a block on another one on the floor, with friction between all"
  model Friction "element between two surfaces"
    parameter Real f0 = 1;
    parameter Real peak = 1;
    constant Integer Backward = -1;
    constant Integer Stuck = 0;
    constant Integer Forward = 1;
    Real v;
    Real a;
    Real f;
    Real sa;
    Boolean startFor(start = false, fixed = true);
    Boolean startBack(start = false, fixed = true);
    Integer mode(start = Stuck, fixed = true);
  equation
    startFor = pre(mode) == Stuck and (sa > peak or pre(startFor) and sa > 1);
    startBack = pre(mode) == Stuck and (sa < -peak or pre(startBack) and sa < -1);
    a = if pre(mode) == Forward or startFor then sa - 1
      else if pre(mode) == Backward or startBack then sa + 1 else 0;
    f = if pre(mode) == Forward or startFor then f0
      else if pre(mode) == Backward or startBack then -f0 else f0*sa;
    mode = if (pre(mode) == Forward or startFor) and v > 0 then Forward
      else if (pre(mode) == Backward or startBack) and v < 0 then Backward else Stuck;
  end Friction;
  parameter Real m1 = 1 "below";
  parameter Real m2 = 1 "above";
  parameter Real f0 = 1;
  Real v1(start = 0, fixed = true);
  Real v2(start = 0, fixed = true);
  Real u1;
  Real u2;
  Friction floor(f0 = f0);
  Friction between(f0 = f0);
equation
  u1 = 0.9*f0;
  u2 = if time < 0.1 then 0 else if time < 1.1 then 1.1*f0 else 3*f0;
  floor.v = v1;
  floor.a = der(v1);
  between.v = v2 - v1;
  between.a = der(v2) - der(v1);
  m1*der(v1) = u1 - floor.f + between.f;
  m2*der(v2) = u2 - between.f;
  annotation(experiment(StopTime = 2, Tolerance = 1e-8));
end TwoBlocks;
