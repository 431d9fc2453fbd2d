// expect: 7: FunctionVariable: the variable `z` of a function is declared as `inner`
model InnerInFunction
  function f
    input Real x;
    output Real y;
  protected
    inner Real z;
  algorithm
    y := x;
  end f;
  Real z = f(1);
end InnerInFunction;
