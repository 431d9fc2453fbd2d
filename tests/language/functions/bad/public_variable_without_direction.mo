// expect: 5: FunctionVariable: the public variable `t` of a function is neither input nor output
model M
  function f
    input Real u;
    Real t;
    output Real y;
  algorithm
    y := u;
  end f;
  Real y = f(time);
end M;
