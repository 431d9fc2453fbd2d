// Special operators (section 3.7.4).
model M
  Real x = time - 1;
  Real a = semiLinear(x, 2, 3);
  Real b = homotopy(actual = x^2, simplified = x);
  Real c = delay(x, 0.5);
end M;
