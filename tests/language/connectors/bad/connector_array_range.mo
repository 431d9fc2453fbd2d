// expect: 15: SubscriptOutOfRange: subscript of `p` is 3, but the size is 2
connector Pin
  Real v;
  flow Real i;
end Pin;
model ConnectorArrayRange
  model Star
    Pin p[2];
  equation
    p.v = {1, 2};
  end Star;
  Star a;
  Pin q;
equation
  connect(a.p[3], q);
end ConnectorArrayRange;
