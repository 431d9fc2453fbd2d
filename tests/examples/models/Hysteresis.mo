model Hysteresis "a thermostat: the switch stays as it is between two temperatures"
  parameter Real low = 19.5;
  parameter Real high = 20.5;
  Real temperature(start = 18, fixed = true);
  Boolean heats(start = true, fixed = true);
  Boolean cold = temperature < low;
  Integer switches(start = 0, fixed = true);
equation
  der(temperature) = 0.2*(5 - temperature) + (if heats then 10 else 0);
  heats = cold or pre(heats) and temperature < high;
  when change(heats) then
    switches = pre(switches) + 1;
  end when;
  assert(temperature < 30, "too hot");
  annotation(experiment(StopTime = 5));
end Hysteresis;
