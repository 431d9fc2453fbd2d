// Several iterators are nested loops; the range of a loop over a size is known.
model ForNested
  Real a[2, 3];
equation
  for i in 1:size(a, 1), j in 1:size(a, 2) loop
    a[i, j] = i + j;
  end for;
end ForNested;
