model M
  import Modelica.Electrical.Analog;
  Analog.Sources.SineVoltage source(V = 1, f = 50); //!
  Analog.Basic.Resistor load(R = 10);
  Analog.Basic.Capacitor store(C = 1e-3);
equation
  connect(source.p, load.p); //!
  connect(load.n, store.p);
  connect(store.n, source.n); //!
end M;
