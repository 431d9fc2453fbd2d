// A clocked partition between sample and hold.
model SampleHold
  Real x = sin(time);
  Real u;
  Real y;
  Real z;
equation
  u = sample(x, Clock(0.1));
  y = 2*u;
  z = hold(y);
end SampleHold;
