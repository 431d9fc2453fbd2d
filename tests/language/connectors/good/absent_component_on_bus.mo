// Sections 4.4.5 and 9.1.3: the connect-equation of an absent component goes away, and adds nothing to the bus.
connector In = input Real;
connector Out = output Real;
expandable connector Bus
end Bus;
model Part
  parameter Boolean has_T = false;
  Bus bus;
  Out p = time;
  Out T = 300 if has_T;
equation
  connect(p, bus.p);
  connect(T, bus.T);
end Part;
model AbsentComponentOnBus
  Part without;
  Part with_T(has_T = true);
end AbsentComponentOnBus;
