model M
  Modelica.Electrical.Analog.Sources.SineVoltage source(V = 1, f = 50);
  Modelica.Electrical.Analog.Basic.Resistor load(R = 10, alpha = 1, T_ref = 300, T = 200); //!
  Modelica.Electrical.Analog.Basic.Ground ground;
equation
  connect(source.p, load.p);
  connect(load.n, source.n);
  connect(source.n, ground.p);
end M;
