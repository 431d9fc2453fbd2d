// expect: 9: VariabilityMismatch: the sides of this equation have type Integer, but `time` makes them change between events
model IntegerOfFunction
  function f
    input Real x;
    output Integer y;
  algorithm
    y := if x > 1 then 1 else 2;
  end f;
  Integer i = f(time);
end IntegerOfFunction;
