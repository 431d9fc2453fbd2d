model Algorithms "When-clauses with priorities, and algorithm sections"
  Real x(start = 0, fixed = true);
  Real z(start = 0, fixed = true);
  Real y;
  Integer level(start = 0, fixed = true);
  Integer first(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
  Integer m(start = 0, fixed = true);
  Boolean late;
  Real pulse;
equation
  der(x) = 1;
  der(z) = 1;
  when time > 0.5 then
    level = 1;
  elsewhen {time > 1.5, time > 1.75} then
    level = pre(level) + 1;
  end when;
  when x > 1 then
    first = 1;
  elsewhen x > 1 then
    first = 2;
  end when;
  when z > 1 then
    reinit(z, 0);
  elsewhen time > 1.5 then
    if time > 1 then
      reinit(z, -1);
    end if;
  end when;
algorithm
  y := x;
  if late then
    y := 2*y;
  elseif time > 0.5 then
    y := -y;
  end if;
  y := y + 1;
algorithm
  when time > 1 then
    n := pre(n) + 1;
    m := n;
  end when;
  when x > 1 then
    n := n + 10;
  elsewhen time > 1.25 then
    n := 2*n;
  end when;
  late := n > 15;
algorithm
  pulse := 5;
  when initial() then
    pulse := 7;
  end when;
  annotation(experiment(StopTime = 2));
end Algorithms;
