model Wrong
  Real x;
equation
  x = y;
end Wrong;
