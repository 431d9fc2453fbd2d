// Section 10.5: a part of an array of components without elements still has a type, and the sizes that it has in one.
connector Port
  Real p;
  flow Real f;
  stream Real c[n];
  constant Integer n = 2;
end Port;
model Tank
  parameter Integer nPorts = 0;
  Port ports[nPorts];
  Real c[2] = {time, 1};
equation
  ports.p = fill(time, nPorts);
  ports.c = fill(c, nPorts);
end Tank;
model PartOfNoComponents
  Tank closed;
  Tank open(nPorts = 1);
  Real total = sum(closed.ports.f);
end PartOfNoComponents;
