model Plant "Inputs, outputs and parameters of all types, an event, a delay"
  type Gear = enumeration(low, high);
  parameter Real rate = 2 "how fast x follows u";
  parameter Real limit = 0.8;
  parameter Integer steps = 3;
  parameter Boolean inverted = false;
  parameter String label = "plant";
  parameter Real twice = 2*rate;
  input Real u(start = 1);
  input Boolean on(start = true);
  input Integer level(start = 2);
  input Gear gear(start = Gear.low);
  Real x(start = 0, fixed = true);
  Real e(start = 0, fixed = true) "what has been lost";
  Real v[3](each start = 0, each fixed = true);
  output Real y;
  output Real minus_x;
  output Real late;
  output Boolean above(start = false, fixed = true);
  output Integer count(start = 0, fixed = true);
  output Integer echo;
  output Gear shown;
  output Boolean off;
  output String text;
equation
  der(x) = if on then rate*(u - x) else -x;
  der(e) = x*x;
  for i in 1:3 loop
    der(v[i]) = i*x - v[i];
  end for;
  y = x + twice*e + (if gear == Gear.high then 10 else 0);
  minus_x = -x;
  late = delay(x, 0.25);
  above = x > limit;
  when x > limit then
    count = pre(count) + steps;
    reinit(e, 0);
  end when;
  when time > 9 then
    terminate("over");
  end when;
  echo = 3*level;
  shown = gear;
  off = not on;
  text = if inverted then "" else label;
  annotation(experiment(StopTime = 2));
end Plant;
