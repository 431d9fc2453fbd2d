// expect: 13: WrongArguments: input `f` needs a function as its argument
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
  Real y = at_two(time);
end M;
