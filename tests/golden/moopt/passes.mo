model Passes "arrays, a small function, a parameter that decides on the structure"
  function double
    input Real u;
    output Real y;
  algorithm
    y := 2*u;
  end double;
  parameter Boolean isFixed = true;
  Real x[2](each start = 1, each fixed = isFixed);
  Real y;
equation
  for i in 1:2 loop
    der(x[i]) = -i*x[i];
  end for;
  y = double(x[1]);
end Passes;
