// A function as argument: the function that takes it is copied for it (section 12.4.2).
model M
  partial function Scalar
    input Real u;
    output Real y;
  end Scalar;
  function twice
    input Scalar f;
    input Real u;
    output Real y;
  algorithm
    y := f(f(u));
  end twice;
  function half
    extends Scalar;
  algorithm
    y := u/2;
  end half;
  Real x = twice(half, time);
end M;
