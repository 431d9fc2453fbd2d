model ParameterFromConstant
  constant Integer n = 3;
  parameter Integer m = n + 1;
  Real x = m * time;
end ParameterFromConstant;
