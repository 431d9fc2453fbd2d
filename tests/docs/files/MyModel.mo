model MyModel "a resistor at a voltage source"
  Modelica.Electrical.Analog.Sources.ConstantVoltage source(V = 1);
  Modelica.Electrical.Analog.Basic.Resistor r(R = 1);
  Modelica.Electrical.Analog.Basic.Ground ground;
equation
  connect(source.p, r.p);
  connect(source.n, r.n);
  connect(source.n, ground.p);
end MyModel;
