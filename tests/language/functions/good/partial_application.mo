// function f(k = 3) fixes an input (section 12.4.2.1).
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
  function power
    extends Scalar;
    input Real k;
  algorithm
    y := u^k;
  end power;
  parameter Real p = 3;
  Real x = at_two(function power(k = p)) + time;
end M;
