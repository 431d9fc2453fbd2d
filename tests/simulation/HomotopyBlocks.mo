model HomotopyBlocks "the first block is solved from its simplification; the second has no solution beside that"
  Real x(start = 0);
  Real u(start = 0);
  Real y(start = 0.5);
  Real z;
  Real s(start = 0, fixed = true);
equation
  homotopy(x^3 - 2*x + 2 + 0.1*sin(u), x + 1) = 0;
  u^3 + exp(u) + 0.1*sin(x) = x;
  y^2 = -x - 1.5;
  z = homotopy(2*x, 0);
  der(s) = y;
  annotation(experiment(StopTime = 1));
end HomotopyBlocks;
