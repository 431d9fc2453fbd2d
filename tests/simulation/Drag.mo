model Drag
  parameter Boolean quadratic = false;
  parameter Real m = 1;
  Real v(start = 1, fixed = true);
  Real f;
equation
  m*der(v) = f;
  if quadratic then
    assert(m > 0, "the mass is not positive");
    f = -v^2;
  else
    f = -v;
  end if;
  annotation(experiment(StopTime = 1));
end Drag;
