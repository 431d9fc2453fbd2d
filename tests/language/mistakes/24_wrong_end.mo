// The name after `end` is another
// Repeat the name of the class.
model M
  Real x = 1;
end N;
