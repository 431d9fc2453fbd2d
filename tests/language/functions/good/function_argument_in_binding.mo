// The value of an output may call an input that is a function.
model FunctionArgumentInBinding
  partial function pf
    input Real u;
    output Real y;
  end pf;
  function square
    extends pf;
  algorithm
    y := u*u;
  end square;
  function apply
    input pf f;
    input Real x;
    output Real y = f(x);
  algorithm
  end apply;
  Real z = apply(square, 3) + apply(function square(), time);
end FunctionArgumentInBinding;
