model M
  model Diode "lacks the equation of the diode" //!
    extends Modelica.Electrical.Analog.Interfaces.OnePort;
    parameter Real Is = 1e-9;
  end Diode;
  Diode diode;
  Modelica.Electrical.Analog.Sources.SineVoltage source(V = 1, f = 50);
  Modelica.Electrical.Analog.Basic.Ground ground;
equation
  connect(source.p, diode.p);
  connect(diode.n, source.n);
  connect(source.n, ground.p);
end M;
