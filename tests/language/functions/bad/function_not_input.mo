// expect: 8: FunctionVariable: the variable `f` of a function is a function itself, but not an input
model FunctionNotInput
  partial function Scalar
    input Real u;
    output Real y;
  end Scalar;
  function at_two
    Scalar f;
    output Real y;
  algorithm
    y := f(2);
  end at_two;
  function g
    extends Scalar;
    input Real k = 1;
  algorithm
    y := u*k;
  end g;
  Real y = at_two(function g(k = 2));
end FunctionNotInput;
