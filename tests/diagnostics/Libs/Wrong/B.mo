within Right;
model B
  Real x = time;
end B;
