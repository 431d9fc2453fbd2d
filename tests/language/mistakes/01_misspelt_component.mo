// A misspelt name
// Correct the name; the hint names the nearest one that is visible.
model M
  Real speed;
equation
  der(sped) = 1;
end M;
