model Tank
  Real h(start = 1, fixed = true);
initial equation
  h = 2;
equation
  der(h) = -h;
end Tank;
