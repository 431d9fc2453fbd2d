model ConnectorArraySliceStride
  connector In = input Real;
  connector Out = output Real;
  block S
    Out y[6] = {i*time for i in 1:6};
  end S;
  block K
    In u[3];
    Real z = sum(u);
  end K;
  S s;
  K k1;
  K k2;
equation
  connect(s.y[1:2:5], k1.u);
  connect(s.y[{2, 4, 6}], k2.u);
end ConnectorArraySliceStride;
