model StructuralParameter
  parameter Integer n = 2;
  Real x[n] = {i * time for i in 1:n};
end StructuralParameter;
