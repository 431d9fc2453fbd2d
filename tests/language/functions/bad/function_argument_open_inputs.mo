// expect: 19: WrongArguments: input `z` of `FunctionArgumentOpenInputs.g` is not given
model FunctionArgumentOpenInputs
  partial function F
    input Real x;
    output Real y;
  end F;
  function g
    input Real x;
    input Real z;
    output Real y;
  algorithm
    y := x + z;
  end g;
  function apply
    input F f;
    input Real a;
    output Real y;
  algorithm
    y := f(a);
  end apply;
  Real w = apply(g, time);
end FunctionArgumentOpenInputs;
