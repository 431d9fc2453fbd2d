// expect: 3: DuplicateModifier: `start` is modified twice
model AttributeTwice
  Real x(start = 1, start = 2) = time;
end AttributeTwice;
