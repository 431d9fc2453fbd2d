model ConstraintTwice "an angle is prescribed, and once more through a gear"
  Real phi1;
  Real phi2;
  Real w;
  Real tau;
  Real unused;
equation
  der(phi1) = w;
  der(w) = tau;
  phi1 = phi2;
  phi2 = sin(time);
  phi1 = 2*phi2;
end ConstraintTwice;
