model M
  Parts.Gain first(k = 2);
  Parts.Gain second(k = 3);
equation
  first.u = time;
  connect(first.y, second.y); //!
end M;
