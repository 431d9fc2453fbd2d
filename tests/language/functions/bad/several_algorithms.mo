// expect: 8: FunctionVariable: the function `SeveralAlgorithms.f` has more than one algorithm or external clause
model SeveralAlgorithms
  function f
    input Real x;
    output Real y;
  algorithm
    y := x;
  algorithm
    y := 2*x;
  end f;
  Real z = f(1);
end SeveralAlgorithms;
