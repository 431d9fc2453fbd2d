model T
  Real x;
  Real y(start = x) annotation(instance = "a", model T
  Real x;
  Real y(start = x) annotation(instance = "a", derivativeOf = x, startPriority = -3);
 $Real '"*/ ]]><&';
  discrete Integer n;
equation
  arrayeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeed