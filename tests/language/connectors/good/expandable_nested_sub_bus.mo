model ExpandableNestedSubBus
  expandable connector SubBus
  end SubBus;
  expandable connector Bus
    SubBus sub;
  end Bus;
  connector RealIn = input Real;
  connector RealOut = output Real;
  block Source
    RealOut y = time;
  end Source;
  block Sink
    RealIn u;
  end Sink;
  model Plant
    Bus bus;
    Source s;
  equation
    connect(s.y, bus.sub.speed);
  end Plant;
  model Ctrl
    Bus bus;
    Sink k;
  equation
    connect(bus.sub.speed, k.u);
  end Ctrl;
  Bus b;
  Plant p;
  Ctrl c;
equation
  connect(p.bus, b);
  connect(b, c.bus);
end ExpandableNestedSubBus;
