// Unary minus is weaker than ^, not is stronger than and (section 3.2).
model M
  Real x = time;
  Real a = -x^2;
  Real b = 2*x^2/4;
  Boolean c = not x > 1 and x < 2 or x > 3;
  Real d = (x + 1)*(x - 1);
end M;
