model StartEdge "What changes in the event iteration behind the initialization is an edge; what holds from the start is none"
  Integer first(start = 1, fixed = true);
  Integer second(start = 1, fixed = true) "follows one pass later";
  discrete Integer seen(start = 0, fixed = true) "how often a change of `second` was seen";
  discrete Real due(start = -1, fixed = true);
  Boolean holds;
  discrete Integer fired(start = 0, fixed = true);
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  first = if time >= 1 then 5 else 3;
  second = pre(first);
  when change(second) then
    seen = pre(seen) + 1;
    due = time + 0.25;
  end when;
  holds = time >= 0;
  when holds then
    fired = pre(fired) + 1;
  end when;
  annotation(experiment(StopTime = 2));
end StartEdge;
