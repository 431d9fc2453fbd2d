// expect: 7: UnexpectedToken: `break` stands outside of a loop
// expect: 8: UnexpectedToken: `return` stands outside of a function
model BreakAndReturn
  Real x;
algorithm
  x := 1;
  break;
  return;
end BreakAndReturn;
