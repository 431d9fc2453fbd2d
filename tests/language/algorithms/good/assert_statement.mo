model AssertStatement
  Real x = time;
algorithm
  assert(x < 100, "too large");
end AssertStatement;
