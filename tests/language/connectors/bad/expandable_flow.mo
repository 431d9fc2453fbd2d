// expect: 4: ConnectMismatch: `i` is a flow or stream variable of an expandable connector
model ExpandableFlow
  expandable connector Bus
    flow Real i;
  end Bus;
  Bus bus;
  Real x = time;
end ExpandableFlow;
