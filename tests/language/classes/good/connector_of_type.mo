connector RealInput = input Real;
model ConnectorOfType
  RealInput u;
  Real y;
equation
  y = 2 * u;
end ConnectorOfType;
