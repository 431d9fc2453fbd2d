// expect: 19: TypeMismatch: a value of type Boolean cannot be assigned to a variable of type Real
model PartialApplicationWrongType
  partial function F
    input Real x;
    output Real y;
  end F;
  function g
    input Real x;
    input Real z;
    output Boolean y;
  algorithm
    y := x > z;
  end g;
  function apply
    input F f;
    input Real a;
    output Real y;
  algorithm
    y := f(a);
  end apply;
  Real w = apply(function g(z = 1), time);
end PartialApplicationWrongType;
