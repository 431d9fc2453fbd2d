connector RealInput = input Real;
connector RealOutput = output Real;

// A connection to a connector that does not exist is not there either.
model ConditionalConnector
  block Source
    RealOutput y = time;
  end Source;
  block Sink
    parameter Boolean has_input = false;
    RealInput u if has_input;
    Real x;
  equation
    if not has_input then
      x = 1;
    end if;
  end Sink;
  Source s;
  Sink k;
equation
  connect(s.y, k.u);
end ConditionalConnector;
