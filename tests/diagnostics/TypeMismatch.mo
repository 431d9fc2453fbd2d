model A
  Boolean b(start = 1);
  Real x;
  Integer n;
equation
  b = x + 1;
  x = if n then 1 else 2;
  n = not x;
  when x then
    n = "three";
  end when;
end A;

model Experiment
  annotation(experiment(StopTime = "late"));
end Experiment;
