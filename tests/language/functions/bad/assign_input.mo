// expect: 7: FunctionVariable: the input `u` of the function `M.f` cannot be assigned to
model M
  function f
    input Real u;
    output Real y;
  algorithm
    u := 2;
    y := u;
  end f;
  Real y = f(time);
end M;
