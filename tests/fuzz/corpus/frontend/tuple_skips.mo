// Results that nobody wants are left out.
model TupleSkips
  function f
    input Real u;
    output Real a = u;
    output Real b = 2*u;
  algorithm
  end f;
  Real y;
equation
  (, y) = f(time);
end TupleSkips;
