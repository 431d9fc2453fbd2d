// expect: 11: UnexpectedToken: found `,`, expected `)`
model ConnectThreeArguments
  connector C
    Real e;
    flow Real f;
  end C;
  C a;
  C b;
  C c;
equation
  connect(a, b, c);
end ConnectThreeArguments;
