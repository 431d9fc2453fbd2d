model M
  Parts.Gain first(k = 2);
  Parts.Gain second(k = 3);
  Real x = time;
equation
  first.u = x;
  second.u = x;
  first.u = second.y; //!
end M;
