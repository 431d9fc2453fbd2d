// expect: 4: VariabilityMismatch: the times of `delay` are not parameter expressions; they change during simulation
// expect: 5: VariabilityMismatch: the times of `sample` are not parameter expressions; they change during simulation
model TimesNotParameters
  Real x = time, d = 1 + sin(time), y = delay(x, d);
  Boolean b = sample(0, d);
  Real z = delay(x, d, 3);
end TimesNotParameters;
