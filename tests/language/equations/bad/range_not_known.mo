// expect: 9: NotEvaluable: the range of a loop over components
model RangeNotKnown
  model C
    Real x;
  end C;
  Integer n = integer(time);
  C c[2];
equation
  for i in 1:n loop
    c[i].x = time;
  end for;
end RangeNotKnown;
