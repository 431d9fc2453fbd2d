model Thermostat "a heated room between two limits"
  parameter Real low = 19;
  parameter Real high = 21;
  parameter Real outside = 10;
  parameter Real heater = 30 "what the room would reach";
  parameter Real rate = 0.5;
  Real T(start = 20, fixed = true);
  Boolean on(start = false);
equation
  der(T) = rate*((if on then heater else outside) - T);
  when {T < low, T > high} then
    on = T < low;
  end when;
  annotation(experiment(StopTime = 4));
end Thermostat;
