// expect: 11: UnexpectedToken: `connect` is used in a when-equation
model ConnectInWhen
  connector C
    Real e;
    flow Real f;
  end C;
  C a;
  C b;
equation
  when time > 1 then
    connect(a, b);
  end when;
end ConnectInWhen;
