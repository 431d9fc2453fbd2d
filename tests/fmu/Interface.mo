model Interface "all that a description can hold"
  type Gear = enumeration(low "first", high "second");
  type Angle = Real(unit = "rad", displayUnit = "deg", quantity = "Angle");
  connector Bus
    input Real command(unit = "N");
    output Real speed(unit = "m/s");
  end Bus;
  Bus bus;
  input Real u(start = 2, unit = "m/s2", min = -10, max = 10);
  input Boolean on(start = true);
  input Integer level(start = 3);
  output Real y "an alias of a state";
  output Real sum(unit = "m/s");
  output Integer count(start = 0);
  output Gear gear;
  output Boolean passed_on = on "an alias of an input that is no Real";
  Real doubled = 2*time;
  output Real shown = doubled "has a local alias";
  input Real narrow(min = 5, max = 7) "starts where it may be";
  input Gear wish;
  input Integer most(max = -2);
  Real scaled(start = 1, fixed = true, nominal = -5);
  parameter Real mass(unit = "kg", displayUnit = "g") = 3;
  parameter Real half = mass/2 "follows from another one";
  parameter Integer n = 3;
  final parameter Real fixed_one = 7;
  parameter String label = "<&\"'>";
  parameter Real unknown(fixed = false);
  constant Real g = 9.81;
  Angle phi(start = 0.1, fixed = true);
  Real x[3](each start = 1, each fixed = true, each unit = "m");
  Real mixed[2](start = {1, 2}, fixed = {true, false});
  Real v(start = 0, fixed = true, unit = "m/s");
  Real negative = -v;
  Real iterated(start = 0.5);
  Real T(unit = "K", displayUnit = "degC") = 300 + time;
initial equation
  unknown = 2*half;
  der(mixed[2]) = 0;
equation
  for i in 1:3 loop
    der(x[i]) = -x[i]*i + u;
  end for;
  der(mixed[1]) = mass*mixed[1] + unknown;
  der(mixed[2]) = 1 - mixed[2];
  der(v) = (bus.command + (if on then u else 0))/mass;
  der(phi) = sin(phi);
  der(scaled) = narrow - scaled;
  iterated^3 + iterated = v;
  bus.speed = v;
  y = v;
  sum = 2*v + mass*x[1] + time;
  gear = if v > 1 then Gear.high else Gear.low;
  when v > 0.5 then
    count = pre(count) + level;
  end when;
  annotation(experiment(StartTime = 0, StopTime = 2, Tolerance = 1e-6, Interval = 0.02));
end Interface;
