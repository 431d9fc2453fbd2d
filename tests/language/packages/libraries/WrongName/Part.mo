within WrongName;
model Parts
  Real x = time;
end Parts;
