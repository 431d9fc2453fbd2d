// expect: 9: FunctionVariable: the variable `a` of a function is of `A`, which is not a type or record
model ModelAsVariable
  model A Real x; end A;
  function f
    input Real u;
    output Real y;
  protected
    Real z;
    A a;
  algorithm
    y := u;
  end f;
  Real x = f(1);
end ModelAsVariable;
