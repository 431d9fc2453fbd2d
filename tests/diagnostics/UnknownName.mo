model Tank
  Real level(start = 1);
  parameter Real outflow = 0.1;
equation
  der(level) = -outflw*level + leek(level);
end Tank;
