within Wrong;
model D
  Real x = time;
end D;
