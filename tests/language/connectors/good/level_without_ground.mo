// The voltages are fixed, but the potentials can all move together. Measuring one, and what follows from that, does not
// change it.
// warns: 37: LevelUndetermined: nothing fixes the level of `source.p.v`, `resistor.p.v` and 3 more
connector Pin
  Real v;
  flow Real i;
end Pin;
partial model TwoPins
  Pin p;
  Pin n;
  Real v;
equation
  v = p.v - n.v;
  p.i + n.i = 0;
end TwoPins;
model Resistor
  extends TwoPins;
  parameter Real R = 1;
equation
  v = R*p.i;
end Resistor;
model Source
  extends TwoPins;
equation
  v = 1;
end Source;
model Sensor
  Pin p;
  Real potential;
  Real power;
equation
  p.i = 0;
  potential = p.v;
  power = potential^2;
end Sensor;
model LevelWithoutGround
  Source source;
  Resistor resistor(R = 2);
  Sensor sensor;
equation
  connect(source.p, resistor.p);
  connect(source.n, resistor.n);
  connect(sensor.p, resistor.p);
end LevelWithoutGround;
