// A slower clock in the same base partition.
model SubSample
  Real u = sample(time, Clock(0.1));
  Real v = subSample(u, 2);
end SubSample;
