// A faster clock.
model SuperSample
  Real u = sample(time, Clock(0.2));
  Real v = superSample(u, 2);
end SuperSample;
