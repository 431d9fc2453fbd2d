// Potentials in arrays, one below an array of connectors, one as an array in the connector.
// warns: 29: LevelUndetermined: nothing fixes the level of `lines.a[1].v`, `lines.a[2].v` and 2 more
// warns: 30: LevelUndetermined: nothing fixes the level of `wide.a.v` and `wide.b.v`
connector Pin
  Real v;
  flow Real i;
end Pin;
connector Wide
  Real v[3];
  flow Real i[3];
end Wide;
model Lines
  Pin a[2];
  Pin b[2];
equation
  a.v - b.v = 2*a.i;
  a.i + b.i = zeros(2);
end Lines;
model WideLine
  Wide a;
  Wide b;
equation
  for k in 1:3 loop
    a.v[k] = b.v[k] + a.i[k];
  end for;
  a.i + b.i = zeros(3);
end WideLine;
model LevelOfArrays
  Lines lines;
  WideLine wide;
equation
  connect(lines.a[1], lines.a[2]);
end LevelOfArrays;
