model RedeclareFunctionInPackageModifier
  package P
    replaceable function f
      input Real x;
      output Real y;
    algorithm
      y := x;
    end f;
    function g
      input Real x;
      output Real y;
    algorithm
      y := 2*f(x);
    end g;
  end P;
  function h
    input Real x;
    output Real y;
  algorithm
    y := x^2;
  end h;
  package Q = P(redeclare function f = h);
  Real a = P.g(time);
  Real b = Q.g(time);
end RedeclareFunctionInPackageModifier;
