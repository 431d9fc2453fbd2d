model NotDifferentiable "a mass that moves along a table"
  function profile "given as C code, without a derivative"
    input Real t;
    output Real x;
    external "C" x = profile(t);
  end profile;
  parameter Real m = 1;
  Real x;
  Real v;
  Real f;
equation
  x = profile(time);
  v = der(x);
  m*der(v) = f;
end NotDifferentiable;
