// expect: 6: UnknownName: nothing named `y` is declared here
model UnknownTarget
  Real x;
algorithm
  x := 0;
  y := 1;
end UnknownTarget;
