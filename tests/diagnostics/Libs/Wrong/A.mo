within Wrong;
model A
  Real x = time;
end A;
