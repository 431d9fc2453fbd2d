// expect: 22: ConnectMismatch: only one of `s.a.i` and `t.b.i` is a flow or stream variable
connector A
  Real v;
  flow Real i;
end A;
connector B
  Real v;
  Real i;
end B;
model FlowToPotential
  model S
    A a;
  equation
    a.v = 1;
  end S;
  model T
    B b;
  end T;
  S s;
  T t;
equation
  connect(s.a, t.b);
end FlowToPotential;
