model Cell
  Real x = time;
end Cell;
model ConditionalArray
  constant Boolean b = true;
  Cell cells[2] if b;
  Cell others[2] if not b;
end ConditionalArray;
