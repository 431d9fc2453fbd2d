// expect: 3: FunctionWithoutBody: the function `M.f` has neither an algorithm nor an external clause
model M
  function f
    input Real u;
    output Real y;
  end f;
  Real y = f(time);
end M;
