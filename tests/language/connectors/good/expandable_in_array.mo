model ExpandableInArray
  expandable connector Bus
  end Bus;
  connector RealIn = input Real;
  connector RealOut = output Real;
  block Source
    RealOut y = time;
  end Source;
  block Sink
    RealIn u;
    Real z = 2*u;
  end Sink;
  model Station
    Bus bus;
    Source s;
    Sink k;
  equation
    connect(s.y, bus.sig);
    connect(k.u, bus.other);
  end Station;
  Bus buses[2];
  Station st[2];
equation
  connect(buses, st.bus);
  connect(buses[1].sig, buses[2].other);
  connect(buses[2].sig, buses[1].other);
end ExpandableInArray;
