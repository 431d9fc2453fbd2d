// expect: 19: WrongArguments: `M.g` has no input named `q`
model M
  partial function Scalar
    input Real u;
    output Real y;
  end Scalar;
  function at_two
    input Scalar f;
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
  Real y = at_two(function g(q = 2));
end M;
