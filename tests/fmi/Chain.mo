model Chain "masses between springs, for benchmarks"
  parameter Integer n = 200;
  parameter Real k = 100;
  parameter Real d = 0.1;
  Real s[n](each start = 1, each fixed = true);
  Real v[n](each start = 0, each fixed = true);
  Real f[n];
equation
  f[1] = k*(1 - s[1]) - d*v[1];
  for i in 2:n loop
    f[i] = k*(s[i - 1] - s[i] + 1) + d*(v[i - 1] - v[i]);
  end for;
  for i in 1:n loop
    der(s[i]) = v[i];
    der(v[i]) = f[i] - 0.5*v[i];
  end for;
end Chain;
