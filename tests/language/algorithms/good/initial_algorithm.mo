model InitialAlgorithm
  parameter Real a = 2;
  Real x;
initial algorithm
  x := a;
equation
  der(x) = 1;
end InitialAlgorithm;
