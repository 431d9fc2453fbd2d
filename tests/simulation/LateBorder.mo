model LateBorder "Counts time from where a relation of it changes, which rounding may put behind its computed time"
  parameter Real factor = 1;
  parameter Real offset = 1;
  parameter Real border = 1.5;
  Real strict(start = 0, fixed = true);
  Integer count(start = 0, fixed = true);
equation
  der(strict) = if factor*time + offset > border then 1 else 0;
  when factor*time + offset > border then
    count = pre(count) + 1;
  end when;
  annotation(experiment(StopTime = 1));
end LateBorder;
