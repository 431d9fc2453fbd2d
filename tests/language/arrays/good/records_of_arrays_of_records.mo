model RecordsOfArraysOfRecords
  record P
    Real x;
    Real y;
  end P;
  record Poly
    P p[3];
    Real w[2, 2];
  end Poly;
  Poly q[2];
  Real s[2] = {sum(q[i].p.x) for i in 1:2};
  Real t[2, 3] = q.p.y;
  P first = q[1].p[end];
equation
  for i in 1:2 loop
    for j in 1:3 loop
      q[i].p[j] = P(i*time, j*time);
    end for;
    q[i].w = [1, 2; 3, i];
  end for;
end RecordsOfArraysOfRecords;
