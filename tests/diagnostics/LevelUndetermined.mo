// A heat capacity would fix the level of the temperatures; resistances alone do not.
connector HeatPort
  Real T;
  flow Real Q_flow;
end HeatPort;
model Conductor
  HeatPort a;
  HeatPort b;
equation
  a.Q_flow = 2*(a.T - b.T);
  a.Q_flow + b.Q_flow = 0;
end Conductor;
model LevelUndetermined
  Conductor wall;
  Conductor window;
equation
  connect(wall.a, window.a);
  connect(wall.b, window.b);
end LevelUndetermined;
