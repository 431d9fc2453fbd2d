model ProtectedComponents
  parameter Real a = 1;
  Real y;
protected
  Real square = a * a;
equation
  y = square * time;
end ProtectedComponents;
