// How to compute an input from the output (section 12.8).
model M
  function f
    input Real u;
    output Real y;
  algorithm
    y := exp(u);
    annotation(inverse(u = f_inv(y)));
  end f;
  function f_inv
    input Real y;
    output Real u;
  algorithm
    u := log(y);
  end f_inv;
  Real x;
equation
  f(x) = time + 2;
end M;
