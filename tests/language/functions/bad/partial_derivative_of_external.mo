// expect: 8: UnsupportedConstruct: the derivative of `M.f` is not known: it is external, or calls functions
model M
  function f
    input Real x;
    output Real y;
  external "C" y = f(x);
  end f;
  function g = der(f, x);
  Real y = g(time);
end M;
