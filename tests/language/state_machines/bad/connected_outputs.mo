// expect: 19: ConnectMismatch: both `a.y` and `b.y` give a value to this connection
model ConnectedOutputs
  connector IntegerInput = input Integer;
  connector IntegerOutput = output Integer;
  block State
    IntegerOutput y = 1;
  end State;
  block Sink
    IntegerInput u;
  end Sink;
  State a;
  State b;
  Sink sink;
equation
  // Two machines, so both states are active.
  initialState(a);
  initialState(b);
  connect(a.y, sink.u);
  connect(b.y, sink.u);
end ConnectedOutputs;
