model Spring "a spring and a damper"
  parameter Real c = 4;
  parameter Real d = 0.5;
  input Real s(start = 1);
  input Real v(start = 0);
  output Real f;
equation
  f = -c*s - d*v;
end Spring;
