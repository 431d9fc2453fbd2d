model VectorizedSeveralOutputsComponents
  function f
    input Real x;
    output Real a;
    output Real b;
  algorithm
    a := x;
    b := 2*x;
  end f;
  model A
    Real x = time;
    Real a;
    Real b;
  end A;
  A c[3];
equation
  (c.a, c.b) = f(c.x);
end VectorizedSeveralOutputsComponents;
