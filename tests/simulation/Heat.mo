// A rod of n cells: arrays, loops, records and matrices on their way to scalars. With both ends at zero the first mode
// decays as exp(-lambda*time), lambda = 4*k*(n + 1)^2*sin(pi/(2*(n + 1)))^2 for this grid.
model Heat
  constant Real pi = 3.14159265358979;
  parameter Integer n = 9;
  parameter Real k = 0.1;
  record Ends
    Real left;
    Real right;
  end Ends;
  Real T[n](start = {sin(pi*i/(n + 1)) for i in 1:n}, each fixed = true);
  Real q[n + 1] "from cell to cell";
  Ends ends;
  Real total;
  Real rotated[2];
equation
  ends = Ends(0, 0);
  q[1] = k*(n + 1)*(ends.left - T[1]);
  for i in 2:n loop
    q[i] = k*(n + 1)*(T[i - 1] - T[i]);
  end for;
  q[n + 1] = k*(n + 1)*(T[n] - ends.right);
  der(T) = (n + 1)*(q[1:n] - q[2:n + 1]);
  total = sum(T);
  rotated = [0, -1; 1, 0]*{T[1], T[2]};
  annotation(experiment(StopTime = 1, Tolerance = 1e-8));
end Heat;
