// An array of connectors against the connectors of an array of components, also of size one and of more dimensions.
model M
  connector Out = output Real;
  connector In = input Real;
  block B
    Out y = time;
    Out z[2] = {1, 2}*time;
  end B;
  B one[1];
  B b[2];
  Out single[1];
  Out m[2, 2];
equation
  connect(one.y, single);
  connect(b.z, m);
end M;
