// A constant of the function in the sizes of its inputs.
model M
  function f
    input Real v[n];
    output Real y;
  protected
    constant Integer n = 2;
  algorithm
    y := sum(v)/n;
  end f;
  Real y = f({time, 1});
end M;
