model PrescribedMotion "a crank that turns as prescribed moves a mass: which torque does that take?"
  parameter Real omega(unit = "rad/s") = 3;
  parameter Real r = 0.3;
  parameter Real l = 0.5;
  parameter Real m = 2;
  parameter Real J = 0.2;
  Real phi;
  Real w;
  Real x;
  Real v;
  Real F "on the mass";
  Real tau "on the crank";
equation
  phi = sin(omega*time);
  w = der(phi);
  x = r*cos(phi) + sqrt(l^2 - (r*sin(phi))^2);
  v = der(x);
  m*der(v) = F;
  J*der(w) = tau + F*r*sin(phi)*(1 + r*cos(phi)/sqrt(l^2 - (r*sin(phi))^2));
  annotation(experiment(StopTime = 2));
end PrescribedMotion;
