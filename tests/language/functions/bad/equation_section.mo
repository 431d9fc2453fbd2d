// expect: 6: FunctionVariable: the function `M.f` has equations; it needs an algorithm
model M
  function f
    input Real u;
    output Real y;
  equation
    y = u;
  end f;
  Real y = f(time);
end M;
