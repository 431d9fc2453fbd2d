// expect: 7: TypeMismatch: the iterator `i` of a loop cannot be assigned to
model IteratorAssigned
  Real x;
algorithm
  x := 0;
  for i in 1:3 loop
    i := 2;
  end for;
end IteratorAssigned;
