// A different name after `end`
// Repeat the name of the class after `end`.
model M
  Real x = 1;
end N;
