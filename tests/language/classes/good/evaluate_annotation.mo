model EvaluateAnnotation
  parameter Integer n = 2 annotation(Evaluate = true);
  Real x = n * time;
end EvaluateAnnotation;
