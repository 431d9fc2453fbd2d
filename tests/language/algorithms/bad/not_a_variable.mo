// expect: 6: UnexpectedToken: 
model NotAVariable
  Real x;
algorithm
  x := 1;
  sin(x) := 2;
end NotAVariable;
