// warns: 53: LevelUndetermined: nothing fixes the level of `c[1].port.p`
// Three connectors are connected in each set. What only takes from it does not mix: the sensor by its own bound, the drain
// by that of its type. Where nobody gives, a connector sees its own value, and the stream out of the model is zero.
connector Port
  Real p;
  flow Real m;
  stream Real h;
end Port;
model Vessel
  parameter Real h = 1;
  Port port;
equation
  port.p = 1;
  port.h = h;
end Vessel;
model Sensor
  parameter Boolean takes = true;
  Port port(m(min = if takes then 0 else -1e60));
  Real h = inStream(port.h);
equation
  port.m = 0;
  port.h = 0;
end Sensor;
type Inflow = Real(min = 0);
connector DrainPort
  Real p;
  flow Inflow m;
  stream Real h;
end DrainPort;
model Drain
  DrainPort port;
  Real h = inStream(port.h);
equation
  port.m = 1;
  port.h = 0;
end Drain;
model Feed
  Port port;
equation
  port.m = -1;
  port.h = 2;
end Feed;
model SinksLeftOut
  Vessel vessel;
  Sensor sensor;
  Drain drain;
  Vessel left;
  Feed right;
  Sensor mixing(takes = false);
  Drain a;
  Drain b;
  Port out;
  Drain c[3];
equation
  connect(vessel.port, sensor.port);
  connect(vessel.port, drain.port);
  connect(left.port, right.port);
  connect(left.port, mixing.port);
  connect(a.port, b.port);
  connect(a.port, out);
  connect(c[1].port, c[2].port);
  connect(c[1].port, c[3].port);
end SinksLeftOut;
