// A clock that starts later.
model ShiftSample
  Real u = sample(time, Clock(0.1));
  Real v = shiftSample(u, 1, 2);
end ShiftSample;
