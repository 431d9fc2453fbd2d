// expect: 7: UnexpectedToken: `break` is used outside of a loop
// expect: 8: UnexpectedToken: `return` is used outside of a function
model BreakAndReturn
  Real x;
algorithm
  x := 1;
  break;
  return;
end BreakAndReturn;
