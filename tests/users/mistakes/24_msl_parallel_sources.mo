model M
  import Modelica.Electrical.Analog.Sources;
  import Modelica.Electrical.Analog.Basic;
  Sources.ConstantVoltage first(V = 5); //!
  Sources.ConstantVoltage second(V = 6); //!
  Basic.Resistor load(R = 1);
  Basic.Ground ground;
equation
  connect(first.p, load.p);
  connect(load.n, first.n);
  connect(first.p, second.p); //!
  connect(first.n, second.n); //!
  connect(first.n, ground.p);
end M;
