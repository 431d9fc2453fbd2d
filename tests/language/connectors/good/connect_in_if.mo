connector RealInput = input Real;
connector RealOutput = output Real;

// A connection that a parameter decides about.
model ConnectInIf
  block Source
    RealOutput y = time;
  end Source;
  block Sink
    RealInput u;
  end Sink;
  parameter Boolean first = false;
  Source a;
  Source b;
  Sink k;
equation
  if first then
    connect(a.y, k.u);
  else
    connect(b.y, k.u);
  end if;
end ConnectInIf;
