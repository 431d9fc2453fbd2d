model A
  extends B;
  import C.D;
  Real v[3];
  flow Real f;
  Real x;
equation
  connect(a, b);
  for i in 1:3 loop
    v[i] = i;
  end for;
  x = {1, 2} * [1; 2];
algorithm
  x := 1;
end A;
