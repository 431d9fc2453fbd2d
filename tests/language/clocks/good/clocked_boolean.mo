model ClockedBoolean
  Real x = sample(time, Clock(0.1));
  Boolean b = x > 1;
  Integer i = integer(x);
end ClockedBoolean;
