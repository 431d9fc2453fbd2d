connector RealInput = input Real;
connector RealOutput = output Real;

// Elements that are not declared come from the other side of the connection.
model ExpandableNew
  expandable connector Bus
  end Bus;
  block Source
    RealOutput y = time;
  end Source;
  block Sink
    RealInput u;
  end Sink;
  Bus bus;
  Source s;
  Sink k;
equation
  connect(s.y, bus.speed);
  connect(bus.speed, k.u);
end ExpandableNew;
