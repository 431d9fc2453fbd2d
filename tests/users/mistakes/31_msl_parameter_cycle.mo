model M
  Modelica.Electrical.Analog.Sources.SineVoltage source(V = 1, f = 50);
  Modelica.Electrical.Analog.Basic.Resistor load(R = 2*factor); //!
  Modelica.Electrical.Analog.Basic.Ground ground;
  parameter Real factor = load.R/2; //!
equation
  connect(source.p, load.p);
  connect(load.n, source.n);
  connect(source.n, ground.p);
end M;
