model PartialApplicationChain
  partial function F
    input Real x;
    output Real y;
  end F;
  function poly
    extends F;
    input Real c[:];
  algorithm
    y := 0;
    for i in 1:size(c, 1) loop
      y := y*x + c[i];
    end for;
  end poly;
  function apply
    input F f;
    input Real a;
    output Real y;
  algorithm
    y := f(a);
  end apply;
  function twice
    input F f;
    input Real a;
    output Real y;
  algorithm
    y := apply(function apply(f = function f()), a);
  end twice;
  function quad
    input F f;
    input Real a;
    input Real b;
    output Real y;
  algorithm
    y := (b - a)*(f(a) + f(b))/2;
  end quad;
  Real z = quad(function poly(c = {1, 2, 3}), 0, time);
  Real w = apply(function poly(c = {time, 1}), 2);
end PartialApplicationChain;
