model CallOutputs
  function f
    input Real u;
    output Real a;
    output Real b;
  algorithm
    a := u;
    b := 2*u;
  end f;
  Real x;
  Real y;
algorithm
  (x, y) := f(time);
end CallOutputs;
