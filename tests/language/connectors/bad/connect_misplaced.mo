// expect: 9: UnexpectedToken: `connect` is used in an initial equation section
// expect: 12: UnexpectedToken: `connect` is used in a when-equation
connector C
  Real v; flow Real i;
end C;
model ConnectMisplaced
  C a, b;
initial equation
  connect(a, b);
equation
  when time > 1 then
    connect(a, b);
  end when;
  a.v = 1;
  b.v = 1;
end ConnectMisplaced;
