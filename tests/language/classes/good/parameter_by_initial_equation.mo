// Initial equations may relate parameters in a circle.
model ParameterByInitialEquation
  parameter Real p = 2*q;
  parameter Real q(fixed = false, start = 0.1);
initial equation
  q = 0.3 + 0.1*sin(p);
end ParameterByInitialEquation;
