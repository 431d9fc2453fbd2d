block Gain
  parameter Real k = 1;
  input Real u;
  output Real y;
equation
  y = k * u;
end Gain;
model BlockWithCausality
  Gain gain(k = 2, u = time);
end BlockWithCausality;
