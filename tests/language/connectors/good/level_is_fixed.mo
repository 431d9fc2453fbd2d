// Different ways to fix a level. None of these is warned of.
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
model Ground
  Pin p;
equation
  p.v = 0;
end Ground;
model Leak "depends on the potential itself"
  Pin p;
equation
  p.i = 1e-9*p.v;
end Leak;
model Store "a state"
  Pin p;
equation
  der(p.v) = p.i;
end Store;
model Set "in an algorithm"
  Pin p;
algorithm
  p.v := 1;
end Set;
model Limit "a condition"
  Pin p;
equation
  p.i = if p.v > 1 then 1 else 0.5;
end Limit;
model Middle "the half sum of potentials is no difference"
  Pin p;
  Pin n;
equation
  (p.v + n.v)/2 = 0;
  p.i = n.i;
end Middle;
model LevelIsFixed
  Resistor r[6];
  Ground ground;
  Leak leak;
  Store store;
  Set set;
  Limit limit;
  Middle middle;
equation
  connect(r[1].p, ground.p);
  connect(r[2].p, leak.p);
  connect(r[3].p, store.p);
  connect(r[4].p, set.p);
  connect(r[5].p, limit.p);
  connect(r[6].p, middle.p);
  connect(r[6].n, middle.n);
end LevelIsFixed;
