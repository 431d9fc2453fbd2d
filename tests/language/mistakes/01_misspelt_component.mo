// A misspelt name
// Correct the name. The hint shows the most similar name that is visible here.
model M
  Real speed;
equation
  der(sped) = 1;
end M;
