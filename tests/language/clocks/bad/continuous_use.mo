// expect: 6: ClockMissing: is clocked and has a derivative or delay, but no solver method is given
model ContinuousUse
  Real u = sample(time, Clock(0.1));
  Real x;
equation
  der(x) = u;
end ContinuousUse;
