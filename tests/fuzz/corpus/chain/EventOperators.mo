model EventOperators "Each operator that makes or avoids events, with a result that can be told by hand"
  Real x(start = 0, fixed = true) "time";
  Real saw(start = 0, fixed = true) "starts again at one";
  Boolean b = time >= 0.7 and time < 1.3;
  Integer n = integer(3*x);
  Real down = floor(-2*x);
  Real up = ceil(2*x);
  Real rest = mod(x, 0.4);
  Real signed_rest = rem(-x, 0.4);
  Real quotient = div(x, 0.4);
  Integer edges(start = 0, fixed = true);
  Integer changes(start = 0, fixed = true);
  Integer whole(start = 0, fixed = true) "how often n has changed";
  Integer bounces(start = 0, fixed = true);
  Integer started(start = 0, fixed = true);
  Integer ended(start = 0, fixed = true);
  Real before(start = 0, fixed = true) "saw before the last bounce";
  Real bend = noEvent(if x < 1 then x else 2 - x);
  Real kink = smooth(0, if x < 1.1 then x else 1.1);
  Real distance = abs(x - 0.9);
  Real side = sign(x - 0.9);
  Real pipe0;
  Real pipe1;
equation
  der(x) = 1;
  der(saw) = 1;
  when saw >= 1 then
    reinit(saw, 0);
    bounces = pre(bounces) + 1;
    before = pre(saw);
  end when;
  when edge(b) then
    edges = pre(edges) + 1;
  end when;
  when change(b) then
    changes = pre(changes) + 1;
  end when;
  when change(n) then
    whole = pre(whole) + 1;
  end when;
  when initial() then
    started = pre(started) + 1;
  end when;
  when terminal() then
    ended = pre(ended) + 1;
  end when;
  (pipe0, pipe1) = spatialDistribution(x, 0, 2*x, true, {0, 1}, {0, 0});
  assert(x < 1.95, "late", AssertionLevel.warning);
  annotation(experiment(StopTime = 2, Interval = 0.01, Tolerance = 1e-8));
end EventOperators;
