model MassAndSpring "the two together"
  Real s(start = 1, fixed = true);
  Real v(start = 0, fixed = true);
  Real f;
equation
  der(s) = v;
  der(v) = f;
  f = -4*s - 0.5*v;
  annotation(experiment(StopTime = 3));
end MassAndSpring;
