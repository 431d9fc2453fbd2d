model DifferentiatedInput "a mass that moves as an input says"
  parameter Real m = 1;
  input Real u;
  Real x;
  Real v;
  Real f;
equation
  x = u;
  v = der(x);
  m*der(v) = f;
end DifferentiatedInput;
